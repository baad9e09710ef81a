"""Searches and their results."""

import copy
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import _native
from ._native import Game, State

#: Actions of a game in Python that does not say how many it has are below this.
MANY_ACTIONS = 65_536
#: Positions that are evaluated together, unless somebody says otherwise.
BATCH = 16
#: The playouts of a leaf if nobody says how many; a function is asked once.
PLAYOUTS = 1024


def presets() -> dict[str, str]:
    """The named configurations, each with a line about it."""
    return dict(_native.presets())


def configuration(config: Any = "uct", **overrides: Any) -> dict[str, Any]:
    """A complete configuration as a dict.

    ``config`` is the name of a preset, a player such as ``"uct select.explore.c=0.4"``, a path to a TOML file, a text in TOML, or a
    dict: the table ``search``, or one with ``{"search": …}``, where what is not said has its default. Overrides are dotted names of
    parameters with their values; as keywords, ``__`` stands for the dot.

    >>> configuration("uct", select__explore__c=0.4)["select"]["explore"]["c"]
    0.4
    >>> configuration("uct", **{"select.explore.c": 0.4}) == configuration("uct select.explore.c=0.4")
    True
    """
    return _configuration(config, None, overrides)


def _configuration(config: Any, game: str | None, overrides: dict[str, Any]) -> dict[str, Any]:
    """A complete configuration; a preset that has a form of its own for the game, as ``strong`` has, is that."""
    if isinstance(config, Mapping):
        text = _native.complete(json.dumps(dict(config.get("search", config))))
    elif isinstance(config, (str, os.PathLike)):
        text = _native.player(os.fspath(config), game)
    else:
        raise TypeError(f"a configuration is a text, a path or a dict, not {type(config).__name__}")
    for name, value in overrides.items():
        text = _native.set_parameter(text, name.replace("__", "."), json.dumps(_plain(value)))
    return json.loads(text)


def _plain(value: Any) -> Any:
    """A NumPy number as a Python one."""
    return value.item() if isinstance(value, np.generic) else value


@dataclass(frozen=True)
class Candidate:
    """One move as the search sees it. Rewards are in [0, 1], of the player to move."""

    action: int
    visits: int
    mean: float
    lower: float
    upper: float
    amaf_visits: int
    amaf_mean: float
    prior: float
    line: tuple[int, ...]


@dataclass(frozen=True)
class Result:
    """What a search thinks of its position: columns with one entry for each move, most visited first."""

    actions: np.ndarray
    visits: np.ndarray
    means: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    amaf_visits: np.ndarray
    amaf_means: np.ndarray
    priors: np.ndarray
    lines: list[list[int]]
    #: The action to play; None when the game is over.
    best: int | None
    #: Simulations made from this position.
    simulations: int
    #: Nodes in the tree.
    nodes: int
    bytes_per_node: int
    #: Whether the tree ran out of memory and stopped growing.
    tree_full: bool
    #: The number of actions of the game.
    num_actions: int = field(repr=False)
    #: Seconds that the last run took.
    seconds: float = 0.0

    def candidates(self) -> list[Candidate]:
        """The moves as objects."""
        columns = {
            "action": self.actions,
            "visits": self.visits,
            "mean": self.means,
            "lower": self.lower,
            "upper": self.upper,
            "amaf_visits": self.amaf_visits,
            "amaf_mean": self.amaf_means,
            "prior": self.priors,
        }
        rows = zip(*(column.tolist() for column in columns.values()))
        return [Candidate(**dict(zip(columns, row)), line=tuple(line)) for row, line in zip(rows, self.lines)]

    def policy(self, temperature: float = 1.0) -> np.ndarray:
        """The shares of the visits, one number for each action of the game; temperature 0 is all on the most visited.

        >>> import katsura
        >>> result = katsura.Search(katsura.game("tic-tac-toe"), "uct").run(simulations=900)
        >>> policy = result.policy()
        >>> policy.shape, float(policy.sum().round(6)), bool(policy.argmax() == result.actions[0])
        ((9,), 1.0, True)
        """
        if temperature < 0:
            raise ValueError("the temperature must not be negative")
        shares = np.zeros(self.num_actions)
        if len(self.visits) == 0 or self.visits.max() == 0:
            return shares
        if temperature == 0:
            shares[self.actions[0]] = 1.0
            return shares
        weights = (self.visits / self.visits.max()) ** (1.0 / temperature)
        shares[self.actions] = weights / weights.sum()
        return shares

    def to_pandas(self) -> Any:
        """The columns as a pandas DataFrame."""
        import pandas

        names = ("actions", "visits", "means", "lower", "upper", "amaf_visits", "amaf_means", "priors")
        return pandas.DataFrame({name: getattr(self, name) for name in names})


class Search:
    """A search whose tree follows the game.

    ``game`` is a game or a state of Katsura; an OpenSpiel game or state; or an object of a class with the five methods
    ``current_player``, ``legal_actions``, ``apply_action``, ``is_terminal`` and ``returns``. ``clone``, ``num_players``,
    ``num_distinct_actions``, ``min_utility``, ``max_utility`` and, for chance, ``chance_outcomes`` are used where they exist. The results of two
    players add up to ``min_utility + max_utility``, unless ``utility_sum`` says ``None`` or another number.

    ``config`` and the other keywords are as in :func:`configuration`; ``"strong"`` is the strong player of the game. Functions in Python can take part:

    - ``playout(state)`` gives the results at the end of the game, in the range of ``returns``: one number for each player, or, of two
      players, that of the first;
    - ``prior(state, actions)`` gives a number in [0, 1] for each action, ½ for "no opinion"; ``select.bias`` uses it;
    - ``playout_batch(states)`` and ``prior_batch(states, actions)`` answer for many positions at once, one answer for each.

    With these two the search goes down to ``batch`` leaves, 16 by default, asks about all of them in one call, and counts the answers
    together: ``parallel`` is then ``{"kind": "batch", "leaves": 16, "playouts": 1}``. A ``parallel`` of your own stays. With
    ``{"kind": "root", "threads": 16}`` one call is about a leaf of each tree, and ``batch`` limits the positions of a call; ``tree`` and ``leaf``
    are refused. Where only ``prior_batch`` is given, the result of a leaf is that of ``playout``, or of a light playout. The moves of playouts are
    not seen, so that batches do not go with AMAF.

    The same seed gives the same tree, unless threads share it.

    >>> import katsura
    >>> search = katsura.Search(katsura.game("connect-four"), "uct", seed=3, select__explore__c=0.7)
    >>> result = search.run(simulations=1000)
    >>> search.advance(result.best)
    >>> search.state.history() == [result.best]
    True
    """

    def __init__(
        self,
        game: Any,
        config: Any = "uct",
        *,
        playout: Callable[[Any], Any] | None = None,
        prior: Callable[[Any, list[int]], Any] | None = None,
        playout_batch: Callable[[list[Any]], Any] | None = None,
        prior_batch: Callable[[list[Any], list[list[int]]], Any] | None = None,
        batch: int | None = None,
        **overrides: Any,
    ) -> None:
        functions = {"playout": playout, "prior": prior, "playout_batch": playout_batch, "prior_batch": prior_batch}
        self._root, self._own = _root_of(game)
        name = None if self._own is None or any(functions.values()) else self._own.name
        table = _configuration(config, name, overrides)
        for name, function in functions.items():
            if function is not None and not callable(function):
                raise TypeError(f"{name} must be a function, not {type(function).__name__}")
        if (playout or playout_batch) and table["playout"] != {"kind": "uniform"}:
            raise ValueError("a playout function stands in the place of search.playout, which must be uniform then")
        if batch is not None and batch < 1:
            raise ValueError(f"a batch of {batch} positions: expected at least 1")
        if (playout_batch or prior_batch) and table["parallel"]["kind"] == "none":
            table["parallel"] = {"kind": "batch", "leaves": int(batch or BATCH), "playouts": 1}
        elif (playout_batch or prior_batch) and table["parallel"].get("playouts") == PLAYOUTS:
            table["parallel"]["playouts"] = 1
        self._num_actions = _ask(self._root, "num_distinct_actions", None)
        if self._own is not None and not any(functions.values()):
            self._before = self._root.history()
            self._native = _native.Search.own(self._own, json.dumps(table))
            self._native.restart(self._before)
        else:
            self._before = []
            script = {**_shape(self._root), **functions, "batch": batch}
            self._native = _native.Search.scripted(self._root, json.dumps(table), script)
        self._seconds = 0.0

    @property
    def config(self) -> dict[str, Any]:
        """The complete configuration."""
        return json.loads(self._native.config())

    @property
    def state(self) -> Any:
        """A copy of the position at the root."""
        moves = self._native.moves()[len(self._before) :]
        state = _clone(self._root)
        for action in moves:
            state.apply_action(action)
        return state

    def run(self, simulations: int | None = None, seconds: float | None = None) -> Result:
        """Searches until the budget is spent, whichever limit comes first; without one, that of the configuration.

        Other Python threads run meanwhile. Ctrl-C ends the search and is raised, and so is an exception in a function or in the rules; the tree
        is kept without the simulations under way.
        """
        _, self._seconds = self._native.run(simulations, seconds)
        return self.result

    @property
    def result(self) -> Result:
        """What the search thinks of the position now."""
        columns = self._native.analysis()
        largest = self._num_actions or int(max(columns["actions"], default=-1)) + 1
        return Result(**columns, num_actions=largest, seconds=self._seconds)

    def best(self) -> int | None:
        """The action to play by the configured rule; None when the game is over."""
        return self._native.best()

    def advance(self, action: int) -> None:
        """Makes a move; the part of the tree below it is kept."""
        self._native.advance(action)

    def restart(self, moves: Sequence[int] = (), seed: int | None = None) -> None:
        """Forgets the tree and goes to the position after these moves from the first position of the search."""
        self._native.restart([*self._before, *moves], seed)

    def stop(self) -> None:
        """Ends a run that is under way in another thread."""
        self._native.stop()

    def tree(self, max_nodes: int = 100_000, min_visits: int = 1, max_depth: int = 1_000_000) -> dict[str, np.ndarray]:
        """The tree as columns, breadth first: ``parent`` (a row, -1 for the root), ``depth``, ``action``, ``visits``, ``mean``,
        ``amaf_visits``, ``amaf_mean``, ``prior``. With root parallelism it is the first tree.

        >>> import katsura
        >>> search = katsura.Search(katsura.game("tic-tac-toe"), "uct")
        >>> _ = search.run(simulations=100)
        >>> tree = search.tree()
        >>> int(tree["visits"][tree["depth"] == 1].sum())
        100
        """
        if max_nodes < 1:
            raise ValueError("max_nodes must be at least 1")
        return self._native.tree(max_nodes, min_visits, max_depth)

    def tree_json(self, **limits: int) -> str:
        """The tree as nested JSON objects with ``action``, ``visits``, ``mean`` and ``children``."""
        columns = self.tree(**limits)
        nodes: list[dict[str, Any]] = []
        for parent, action, visits, mean in zip(*(columns[name].tolist() for name in ("parent", "action", "visits", "mean"))):
            node = {"action": action, "visits": visits, "mean": mean, "children": []}
            nodes.append(node)
            if parent >= 0:
                nodes[parent]["children"].append(node)
        return json.dumps(nodes[0])


def _root_of(game: Any) -> tuple[Any, Game | None]:
    """The first position of a search, and the game if it is one of Katsura's."""
    if isinstance(game, Game):
        return game.new_initial_state(), game
    if isinstance(game, State):
        return game.clone(), game.get_game()
    root = game() if isinstance(game, type) else game
    if callable(getattr(root, "new_initial_state", None)):
        root = root.new_initial_state()
    needed = ("current_player", "legal_actions", "apply_action", "is_terminal", "returns")
    missing = [name for name in needed if not callable(getattr(root, name, None))]
    if missing:
        raise TypeError(f"{type(root).__name__} is no game: it has no method {', '.join(missing)}")
    return _clone(root), None


def _clone(state: Any) -> Any:
    return state.clone() if callable(getattr(state, "clone", None)) else copy.deepcopy(state)


def _ask(root: Any, name: str, default: Any) -> Any:
    """What a position, or its game, says about itself by a method or an attribute."""
    for source in (root, root.get_game() if callable(getattr(root, "get_game", None)) else None):
        found = getattr(source, name, None)
        if found is not None:
            return found() if callable(found) else found
    return default


def _shape(root: Any) -> dict[str, Any]:
    """What the search must know about a game in Python."""
    outcomes = _ask(root, "max_chance_outcomes", 0)
    low, high = float(_ask(root, "min_utility", -1.0)), float(_ask(root, "max_utility", 1.0))
    total = _ask(root, "utility_sum", low + high)
    return {
        "players": _ask(root, "num_players", 2),
        "moves": max(_ask(root, "num_distinct_actions", MANY_ACTIONS), outcomes),
        "utility": [low, high],
        "shares": total is not None and abs(total - (low + high)) < 1e-9,
        "clone": None if callable(getattr(root, "clone", None)) else copy.deepcopy,
    }
