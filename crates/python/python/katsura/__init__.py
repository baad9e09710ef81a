"""Katsura: the Monte-Carlo tree search workbench.

>>> import katsura
>>> go = katsura.game("go", size=9)
>>> search = katsura.Search(go, "rave", seed=7)
>>> result = search.run(simulations=500)
>>> result.simulations
500
>>> state = go.new_initial_state()
>>> state.apply_action(result.best)
>>> state.current_player()
1

``katsura.pettingzoo``, ``katsura.gymnasium`` and ``katsura.vector`` are environments, ``katsura.lab`` is the laboratory,
``katsura.render`` draws boards, and ``python -m katsura.bench`` measures.
"""

from importlib.metadata import PackageNotFoundError, version

from ._games import game, games
from ._native import Game, GtpProgram, State
from ._search import Candidate, Result, Search, configuration, presets

try:
    __version__ = version("katsura")
except PackageNotFoundError:
    __version__ = "0"

__all__ = [
    "Candidate",
    "Game",
    "GtpProgram",
    "Result",
    "Search",
    "State",
    "configuration",
    "game",
    "games",
    "presets",
]
