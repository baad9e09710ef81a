"""Thousands of boards, stepped together in native threads.

>>> from katsura.vector import Boards
>>> boards = Boards("go", 1000, size=9)
>>> boards.reset(seed=1).shape
(1000, 9, 9, 3)
>>> for _ in range(10):
...     observations, rewards, terminated = boards.step(boards.sample())
>>> rewards.shape
(1000, 2)
"""

from typing import Any

import numpy as np

from . import _native
from ._games import game


class Boards:
    """Many games of one kind. Both players are yours: ``turns`` says whose move it is on each board.

    An observation is an array (boards, rows, columns, planes) of bool from the viewpoint of the player to move: own stones, the opponent's, for
    each of ``history`` boards, and a plane that is 1 for the second player. ``compat="v5"`` gives the planes of PettingZoo's go_v5. With
    ``observe=False`` there are no observations, which is faster.

    A few hundred boards for each core are fastest: of Go on 9x9 a board and its observation are 5 KB, and should stay in the processor's caches.

    The arrays are filled anew by every step: copy what you keep. A board whose game ends starts anew at once; ``rewards`` then holds the
    results of its players and ``terminated`` is True, while observation and mask are those of the new game.
    """

    def __init__(self, name: str, count: int, *, history: int = 1, compat: str | None = None, observe: bool = True, **parameters: Any) -> None:
        if compat not in (None, "v5"):
            raise ValueError(f'compat {compat!r}: expected None or "v5"')
        if compat == "v5":
            parameters.setdefault("ko", "simple")
            history = 8
        self.game = game(name, **parameters)
        self._native = _native.Boards(self.game, count, history, compat == "v5")
        shape = _native.BoardEnv(self.game, history).shape
        size = self.game.num_distinct_actions()
        self.count, self.num_actions = count, size
        self._planes = np.zeros((count, int(np.prod(shape)) if observe else 0), np.uint8)
        #: What the players to move see; the same array after every step.
        self.observations = self._planes.view(bool).reshape((count, *shape)) if observe else None
        #: For each board and action 1 if it is legal.
        self.action_masks = np.zeros((count, size), np.int8)
        #: Whose move it is on each board.
        self.turns = np.zeros(count, np.int8)
        self.rewards = np.zeros((count, self.game.num_players()), np.float32)
        self.terminated = np.zeros(count, bool)
        self._actions = np.zeros(count, np.int64)
        self.reset()

    def _arrays(self) -> tuple[np.ndarray, ...]:
        return self._planes, self.action_masks, self.turns, self.rewards, self.terminated

    def reset(self, seed: int | None = None) -> np.ndarray | None:
        """All boards back to the start; the seed is that of :meth:`sample`."""
        self._native.reset(self._arrays(), seed)
        return self.observations

    def step(self, actions: Any) -> tuple[np.ndarray | None, np.ndarray, np.ndarray]:
        """One action on each board: observations, rewards, terminated. ValueError if one is illegal; nothing is done then."""
        actions = np.ascontiguousarray(actions)
        if actions.dtype != np.int64:
            if not np.issubdtype(actions.dtype, np.integer):
                raise TypeError(f"actions are whole numbers, not {actions.dtype}")
            actions = actions.astype(np.int64)
        if actions.shape != (self.count,):
            raise ValueError(f"expected actions of shape ({self.count},), found {actions.shape}")
        self._native.step(actions, self._arrays())
        return self.observations, self.rewards, self.terminated

    def sample(self) -> np.ndarray:
        """A legal action for each board, uniformly at random; the same array every time."""
        self._native.sample(self._actions)
        return self._actions
