"""Reversi (Othello).

Plane 0 is the observer's discs, plane 1 the opponent's, plane 2 is 1 for the second player. Actions are the cells in reading order, then the
pass.
"""

from ._aec import environments

raw_env, env = environments(__name__, "reversi")
