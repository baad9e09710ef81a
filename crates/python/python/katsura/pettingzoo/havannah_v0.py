"""Havannah: rings, bridges and forks.

Plane 0 is the observer's stones, plane 1 the opponent's, plane 2 is 1 for the second player. The board stands in a square array; what
is no cell is always 0. Actions are the cells in reading order.
"""

from ._aec import environments

raw_env, env = environments(__name__, "havannah")
