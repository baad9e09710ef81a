"""Environments for PettingZoo's AEC interface.

``go_v5`` is a drop-in for PettingZoo's own, observation for observation; ``go_exact_v0`` is Go with exact superko and observations
from the viewpoint of the observer; ``havannah_v0``, ``hex_v0`` and ``reversi_v0`` are games that PettingZoo does not have.

>>> from katsura.pettingzoo import go_v5
>>> env = go_v5.env(board_size=9)
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["observation"].shape
(9, 9, 17)
"""

from . import go_exact_v0, go_v5, havannah_v0, hex_v0, reversi_v0

__all__ = ["go_exact_v0", "go_v5", "havannah_v0", "hex_v0", "reversi_v0"]
