"""A drop-in for ``pettingzoo.classic.go_v5``: the same observations, masks and rewards, bit by bit.

It does what PettingZoo's code does, which is not always what its documentation says: planes are pairs (mover, opponent) at the time of
each move, the last plane is 1 for White, a draw is a win of White, ko is simple ko, and an illegal action ends the game for both with
reward -1 for the offender. It differs in this: boards of different sizes can be used side by side, sizes go from 2 to 25, komi is
a multiple of one half, and a copy is in the same position instead of before the first game.
"""

from typing import Any

from .._games import game
from ._aec import Env, RawEnv


def _setup(env: Any, board_size: int, komi: float, render_mode: str | None, screen_height: int | None) -> None:
    go = game("go", size=board_size, komi=komi, ko="simple")
    RawEnv.__init__(env, go, [f"{colour}_0" for colour in go.colours], 8, True, render_mode, screen_height or 800)


class raw_env(RawEnv):
    """Go without the checks of :class:`env`."""

    metadata = {**RawEnv.metadata, "name": "go_v5"}

    def __init__(self, board_size: int = 19, komi: float = 7.5, render_mode: str | None = None, screen_height: int | None = 800) -> None:
        _setup(self, board_size, komi, render_mode, screen_height)


class env(Env):
    """Go as PettingZoo plays it."""

    metadata = {**RawEnv.metadata, "name": "go_v5"}

    def __init__(self, board_size: int = 19, komi: float = 7.5, render_mode: str | None = None, screen_height: int | None = 800) -> None:
        _setup(self, board_size, komi, render_mode, screen_height)
