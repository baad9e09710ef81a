"""One class for all boards: PettingZoo's interface over a native board."""

import operator
from collections.abc import Iterator
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from .. import render
from .._games import game
from .._native import BoardEnv, Game, State

_ILLEGAL = -9


class RawEnv(AECEnv):
    """A board game of two players. An illegal action raises ValueError; see :class:`Env`.

    ``copy.deepcopy`` and ``pickle`` make another environment in the same position.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "rgb_array", "ansi", "svg"], "is_parallelizable": False, "render_fps": 2}

    def __init__(self, rules: Game, agents: list[str], boards: int, mover: bool, render_mode: str | None, pixels: int) -> None:
        AECEnv.__init__(self)
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"unknown render mode '{render_mode}'; known: {', '.join(self.metadata['render_modes'])}")
        self.render_mode = render_mode
        self._pixels = pixels
        self._board = BoardEnv(rules, boards, mover)
        self._mover = mover
        self.possible_agents = agents
        self._players = {agent: player for player, agent in enumerate(agents)}
        size = self._board.actions
        seen: dict[str, Any] = {
            "observation": spaces.Box(low=0, high=1, shape=tuple(self._board.shape), dtype=np.bool_),
            "action_mask": spaces.Box(low=0, high=1, shape=(size,), dtype=np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in agents}
        self.action_spaces = {agent: spaces.Discrete(size) for agent in agents}
        self._size = size

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._board.reset(seed)
        agents = self.possible_agents
        self.agents = agents[:]
        self.agent_selection = agents[self._board.turn()]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection = None

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        return self._board.observe(self._players[agent], agent == self.agent_selection)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        seen = self._board.observe(self._players[agent], True) if observe else None
        return seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            return self._was_dead_step(action)
        return self._move(agent, action)

    def _move(self, agent: str, action: Any) -> None:
        turn = self._board.step(action)
        if turn == _ILLEGAL:
            return self._illegal(agent, action)
        agents = self.possible_agents
        if turn >= 0:
            self.agent_selection = agents[turn]
        else:
            self.agent_selection = agents[1 - self._players[agent]]
            self.terminations = dict.fromkeys(agents, True)
            self.rewards = dict(zip(agents, self._results()))
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _results(self) -> list[float]:
        results = self._board.returns()
        # PettingZoo's go_v5 counts a draw as a win of White
        return [-1.0, 1.0] if self._mover and results[0] == 0.0 else results

    def _illegal(self, agent: str, action: Any) -> None:
        raise ValueError(f"action {action!r} of {agent} is illegal in this position")

    @property
    def board(self) -> State:
        """A copy of the position, with everything :class:`katsura.State` can do."""
        return self._board.state()

    def render(self) -> Any:
        if self.render_mode is None:
            EnvLogger.warn("render() needs a render_mode")
            return None
        state = self._board.state()
        if self.render_mode == "ansi":
            return render.text(state)
        if self.render_mode == "svg":
            return render.svg(state, self._pixels)
        if self.render_mode == "rgb_array":
            return render.rgb(state, self._pixels)
        print(render.text(state))
        return None

    def close(self) -> None:
        """Nothing is open."""


class Env(RawEnv):
    """The same with what PettingZoo's wrappers add: an illegal action loses, an action that is none is refused, calls come in order."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        self._updated = True

    def __getattr__(self, name: str) -> Any:
        if name in {"rewards", "terminations", "truncations", "infos", "agent_selection", "agents"}:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__} has no attribute {name}")

    def step(self, action: Any) -> None:
        if "agents" not in self.__dict__:
            EnvLogger.error_step_before_reset()
        self._updated = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return None
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            return self._was_dead_step(action)
        number = _number(action)
        assert 0 <= number < self._size, "action is not in action space"
        return self._move(agent, number)

    def _illegal(self, agent: str, action: Any) -> None:
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0)
        self.rewards[agent] = -1.0
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        if "agents" not in self.__dict__:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def render(self) -> Any:
        if "agents" not in self.__dict__:
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        if "agents" not in self.__dict__:
            EnvLogger.error_agent_iter_before_reset()
        return self._iterate(max_iter)

    def _iterate(self, max_iter: int) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            assert self._updated, "need to call step() or reset() in a loop over `agent_iter`"
            self._updated = False
            yield self.agent_selection


def _number(action: Any) -> int:
    """An action as a number: a whole one, or an array without dimensions that holds one; -1 for what is none."""
    try:
        return operator.index(action)
    except TypeError:
        return -1


def environments(module: str, name: str, boards: int = 1) -> tuple[type[RawEnv], type[Env]]:
    """The classes ``raw_env`` and ``env`` of a module: a game with any of its parameters as keywords."""
    agents = [f"{colour}_0" for colour in game(name).colours]

    def made(base: type[RawEnv], title: str) -> type:
        def __init__(self: RawEnv, render_mode: str | None = None, screen_height: int = 800, **parameters: Any) -> None:
            RawEnv.__init__(self, game(name, **parameters), agents, boards, False, render_mode, screen_height)

        metadata = {**RawEnv.metadata, "name": module.rpartition(".")[2]}
        body = {"__init__": __init__, "metadata": metadata, "__module__": module, "__doc__": base.__doc__}
        return type(title, (base,), body)

    return made(RawEnv, "raw_env"), made(Env, "env")
