"""The laboratory: run, read and plot experiments; matches; tuning.

>>> from katsura import lab
>>> "poolrave-havannah" in lab.experiments()
True
>>> outcome = lab.match("tic-tac-toe", "uct", "random", simulations=50, games=20)
>>> outcome["games"], outcome["score_a"] > 0.5
(20, True)

``lab.run("poolrave-havannah", executor=lab.Ray(address="auto"))`` spreads the games over a Ray cluster; the record is the same, byte for byte.
"""

from ._executors import Executor, Local, Ray
from ._run import experiment, experiments, match, run, verify
from ._tables import games_arrow, games_table, plot, report, table, write_report
from ._tune import Tuning

__all__ = [
    "Executor",
    "Local",
    "Ray",
    "Tuning",
    "experiment",
    "experiments",
    "games_arrow",
    "games_table",
    "match",
    "plot",
    "report",
    "run",
    "table",
    "verify",
    "write_report",
]
