"""Hex: Black joins top and bottom, White left and right.

Plane 0 is the observer's stones, plane 1 the opponent's, plane 2 is 1 for the second player. Actions are the cells in reading order, then the
swap.
"""

from ._aec import environments

raw_env, env = environments(__name__, "hex")
