"""Go with exact positional superko and observations from the viewpoint of the observer.

Planes 2k and 2k + 1 are the observer's and the opponent's stones k moves ago, plane 16 is 1 for White. Actions and rewards are those of
``go_v5``; a draw is 0 for both. Parameters are those of the game: ``size``, ``komi``, ``ko``, ``suicide``, ``handicap``, …
"""

from ._aec import environments

raw_env, env = environments(__name__, "go", 8)
