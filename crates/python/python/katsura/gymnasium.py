"""Single-agent environments for Gymnasium: one side is yours, a built-in opponent has the other.

>>> from katsura.gymnasium import BoardGame
>>> env = BoardGame("go", opponent="random", size=5)
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(12)
>>> info["action_mask"].shape
(26,)

``gymnasium.make("katsura/Go-v0", size=9, opponent="uct")`` works after ``import katsura.gymnasium``.
"""

import operator
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from . import render as drawing
from ._games import game, games
from ._native import BoardEnv, GtpProgram, State
from ._search import Search

_ILLEGAL = -9


class RandomOpponent:
    """Any legal move."""

    def reset(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)

    def choose(self, state: State) -> int:
        return int(self._random.choice(state.legal_actions()))


class SearchOpponent:
    """A search by a preset or any configuration, whose tree follows the game. A copy has the seed of the game under way and an empty tree."""

    def __init__(self, rules: Any, config: Any, simulations: int | None, seconds: float | None, seed: int | None = None) -> None:
        self._search = Search(rules, config)
        self._made_of = (rules, config, simulations, seconds)
        self._simulations, self._seconds = simulations, seconds
        self.reset(seed)

    def __reduce__(self) -> tuple[Any, ...]:
        return SearchOpponent, (*self._made_of, self._seed)

    def reset(self, seed: int | None) -> None:
        self._search.restart(seed=seed)
        self._seed, self._seen = seed, 0

    def choose(self, state: State) -> int:
        history = state.history()
        for action in history[self._seen :]:
            self._search.advance(action)
        self._seen = len(history)
        best = self._search.run(self._simulations, self._seconds).best
        assert best is not None, "an opponent is asked while the game goes on"
        return best


class GtpOpponent:
    """An outside program that plays Go by the Go Text Protocol."""

    def __init__(self, rules: Any, command: str) -> None:
        import json

        table = json.loads(rules.to_json())
        if table["name"] != "go":
            raise ValueError("a GTP program plays Go")
        self._size, self._komi, self._handicap = table["size"], table["komi"], table["handicap"]
        self._program = GtpProgram(command)
        self._seen = 0

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a GTP program cannot be copied or pickled: make another environment")

    def reset(self, seed: int) -> None:
        for line in (f"boardsize {self._size}", "clear_board", f"komi {self._komi}"):
            self._program.send(line)
        if self._handicap:
            self._program.send(f"fixed_handicap {self._handicap}")
        self._seen = 0

    def _colour(self, ply: int) -> str:
        """Who makes a move: after a handicap White begins."""
        return "white" if (ply + bool(self._handicap)) % 2 else "black"

    def choose(self, state: State) -> int:
        history = state.history()
        for ply in range(self._seen, len(history)):
            self._program.send(f"play {self._colour(ply)} {state.action_to_string(history[ply])}")
        answer = self._program.send(f"genmove {self._colour(len(history))}").strip()
        self._seen = len(history) + 1
        return RESIGN if answer.lower() == "resign" else state.string_to_action(answer)


#: What an opponent chooses that gives up.
RESIGN = -1


class BoardGame(gymnasium.Env):
    """A board game against a built-in opponent.

    ``opponent`` is ``"random"``, a preset or any other configuration of a search, ``"gtp: command line"``, or an object with the methods
    ``reset(seed)`` and ``choose(state)``. ``player`` is your seat: 0, 1, or None to change seats with every game. An illegal action ends the
    game as a loss. ``boards`` is how many boards an observation shows, yours first; ``info["action_mask"]`` says what is legal, and so does
    ``action_masks()``, which MaskablePPO calls. An opponent that gives up before your first action has lost: the step after ``reset`` ends the game
    as a win, whatever the action.

    ``copy.deepcopy`` and ``pickle`` make another environment in the same position. The copy of a search begins with an empty tree; a GTP program
    cannot be copied.
    """

    metadata = {"render_modes": ["ansi", "rgb_array", "svg"], "render_fps": 2}

    def __init__(
        self,
        name: str,
        *,
        opponent: Any = "random",
        simulations: int | None = 100,
        seconds: float | None = None,
        player: int | None = 0,
        boards: int = 1,
        render_mode: str | None = None,
        pixels: int = 400,
        **parameters: Any,
    ) -> None:
        if player not in (0, 1, None):
            raise ValueError(f"player {player!r}: expected 0, 1 or None")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"unknown render mode '{render_mode}'; known: {', '.join(self.metadata['render_modes'])}")
        rules = game(name, **parameters)
        self._board = BoardEnv(rules, boards)
        self._seat = player
        self._player = player or 0
        self._opponent = _opponent(rules, opponent, simulations, seconds)
        self._over, self._resigned = True, False
        self._pixels = pixels
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self._board.actions)
        self.observation_space = spaces.Box(low=0, high=1, shape=tuple(self._board.shape), dtype=np.int8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self._board.reset()
        self._over = False
        if self._seat is None:
            self._player = int(self.np_random.integers(2))
        self._opponent.reset(int(self.np_random.integers(2**32)))
        self._resigned = self._reply()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        if self._over:
            raise ValueError("the game is over: call reset() first")
        number = _number(action)
        reward = 0.0
        if self._resigned:
            self._over, reward = True, 1.0
        elif self._board.step(number) == _ILLEGAL:
            self._over, reward = True, -1.0
        elif self._reply():
            self._over, reward = True, 1.0
        elif self._board.turn() < 0:
            self._over, reward = True, self._board.returns()[self._player]
        return self._observation(), reward, self._over, False, self._info()

    def _reply(self) -> bool:
        """The opponent moves while it is its turn; True if it gives up."""
        while self._board.turn() == 1 - self._player:
            choice = self._opponent.choose(self._board.state())
            if choice == RESIGN:
                return True
            if self._board.step(self._board.action_of(choice)) == _ILLEGAL:
                raise RuntimeError(f"the opponent chose the illegal move {choice}")
        return False

    def _observation(self) -> np.ndarray:
        return self._board.planes(self._player).astype(np.int8)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._board.mask(), "player": self._player}

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, as booleans."""
        return self._board.mask().astype(bool)

    @property
    def board(self) -> State:
        """A copy of the position."""
        return self._board.state()

    def action_of(self, move: int) -> int:
        """The action of a move as :class:`katsura.State` and :class:`katsura.Search` number it."""
        return self._board.action_of(move)

    def move_of(self, action: int) -> int:
        """The move of an action."""
        return self._board.move_of(action)

    def render(self) -> Any:
        state = self._board.state()
        if self.render_mode == "ansi":
            return drawing.text(state)
        if self.render_mode == "svg":
            return drawing.svg(state, self._pixels)
        return drawing.rgb(state, self._pixels) if self.render_mode == "rgb_array" else None


def _number(action: Any) -> int:
    """An action as a number: a whole one, or an array without dimensions that holds one, as policies give it."""
    try:
        return operator.index(action)
    except TypeError:
        raise TypeError(f"an action is a whole number, not {type(action).__name__}") from None


def _opponent(rules: Any, opponent: Any, simulations: int | None, seconds: float | None) -> Any:
    if callable(getattr(opponent, "choose", None)):
        return opponent
    if opponent == "random":
        return RandomOpponent()
    if isinstance(opponent, str) and opponent.startswith("gtp:"):
        return GtpOpponent(rules, opponent[4:].strip())
    return SearchOpponent(rules, opponent, simulations, seconds)


def _register() -> None:
    for name in filter(lambda name: game(name).has_board, games()):
        title = "".join(part.capitalize() for part in name.split("-"))
        gymnasium.register(f"katsura/{title}-v0", entry_point="katsura.gymnasium:BoardGame", kwargs={"name": name})


_register()
