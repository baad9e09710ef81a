"""Games by name."""

import json
from typing import Any

from ._native import Game


def game(name: str, **parameters: Any) -> Game:
    """The game of a name, with some parameters set.

    >>> game("go", size=5).num_distinct_actions()
    26
    >>> game("chess")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: game.name: "chess" is not known; known: go, havannah, ...
    """
    return Game(json.dumps({"name": name, **parameters}))


def games() -> list[str]:
    """The names of all games."""
    return Game.names()
