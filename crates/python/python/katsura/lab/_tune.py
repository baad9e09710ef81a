"""Tuning: any dotted parameters against a match, by whoever asks and tells."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .._native import Game
from ._run import match

#: (low, high), (low, high, "log") or a list of choices; two whole numbers make a whole number.
Range = Sequence[Any]


class Tuning:
    """A player whose parameters are looked for, and the match that judges them.

    ``space`` gives each dotted parameter a range: ``(low, high)``, ``(low, high, "log")`` or a list of choices. ``ask`` suggests parameters
    (an Optuna trial does, if one is given; else chance), ``evaluate`` plays them against ``opponent``, ``tell`` notes the score, ``best`` is the
    best so far. All evaluations use the same openings and seeds; ``confirm`` plays the winner on fresh ones, because the best of many noisy
    scores is flattered by chance.

    >>> from katsura.lab import Tuning
    >>> tuning = Tuning("tic-tac-toe", {"select.explore.c": (0.1, 2.0)}, player="uct", simulations=20, games=8)
    >>> for _ in range(3):
    ...     parameters = tuning.ask()
    ...     tuning.tell(parameters, tuning.evaluate(parameters)["score_a"])
    >>> len(tuning.trials)
    3
    """

    def __init__(
        self,
        game: str | Game,
        space: Mapping[str, Range],
        *,
        player: str = "rave",
        opponent: str | None = None,
        simulations: int | None = 1000,
        seconds: float | None = None,
        games: int = 100,
        openings_plies: int = 2,
        seed: int = 1,
        executor: Any = None,
        **parameters: Any,
    ) -> None:
        if not space:
            raise ValueError("the space has no parameter")
        for name, values in space.items():
            _check(name, values)
        self.space = dict(space)
        self.trials: list[tuple[dict[str, Any], float]] = []
        self._player, self._opponent = player, opponent or player
        self._settings = {"simulations": simulations, "seconds": seconds, "openings_plies": openings_plies, "executor": executor}
        self._game, self._parameters, self._games, self._seed = game, parameters, games, seed
        self._random = np.random.default_rng(seed)

    def ask(self, trial: Any = None) -> dict[str, Any]:
        """Parameters to try: from an Optuna trial, or at random."""
        draw = self._suggest if trial is not None else lambda _, __, values: self._draw(values)
        return {name: draw(trial, name, values) for name, values in self.space.items()}

    def tell(self, parameters: Mapping[str, Any], score: float) -> None:
        """Notes the score of parameters."""
        self.trials.append((dict(parameters), float(score)))

    @property
    def best(self) -> tuple[dict[str, Any], float]:
        """The parameters with the best score so far."""
        if not self.trials:
            raise ValueError("nothing has been told yet")
        return max(self.trials, key=lambda trial: trial[1])

    def player(self, parameters: Mapping[str, Any]) -> str:
        """The player with these parameters, as text."""
        return " ".join([self._player, *(f"{name}={json.dumps(value)}" for name, value in parameters.items())])

    def evaluate(self, parameters: Mapping[str, Any], games: int | None = None) -> dict[str, Any]:
        """The match of the player with these parameters against the opponent."""
        return self._match(parameters, games or self._games, self._seed, None)

    def confirm(
        self, parameters: Mapping[str, Any] | None = None, games: int | None = None, sprt: tuple[float, float] | None = None
    ) -> dict[str, Any]:
        """A match on fresh openings and seeds; of the best, unless parameters are given."""
        return self._match(parameters or self.best[0], games or 4 * self._games, self._seed + 1_000_003, sprt)

    def optimize(self, trials: int, study: Any = None) -> Any:
        """Lets Optuna tune: the study. A study of your own must maximise."""
        import optuna

        study = study or optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=self._seed))
        for _ in range(trials):
            trial = study.ask()
            parameters = self.ask(trial)
            score = self.evaluate(parameters)["score_a"]
            self.tell(parameters, score)
            study.tell(trial, score)
        return study

    def _match(self, parameters: Mapping[str, Any], games: int, seed: int, sprt: Any) -> dict[str, Any]:
        settings = {**self._settings, **self._parameters}
        return match(self._game, self.player(parameters), self._opponent, games=games, seed=seed, sprt=sprt, **settings)

    def _suggest(self, trial: Any, name: str, values: Range) -> Any:
        if isinstance(values, list):
            return trial.suggest_categorical(name, values)
        low, high, log = values[0], values[1], len(values) == 3
        suggest = trial.suggest_int if isinstance(low, int) and isinstance(high, int) else trial.suggest_float
        return suggest(name, low, high, log=log)

    def _draw(self, values: Range) -> Any:
        if isinstance(values, list):
            return values[int(self._random.integers(len(values)))]
        low, high = values[0], values[1]
        drawn = float(np.exp(self._random.uniform(np.log(low), np.log(high)))) if len(values) == 3 else self._random.uniform(low, high)
        return round(drawn) if isinstance(low, int) and isinstance(high, int) else float(drawn)


def _check(name: str, values: Range) -> None:
    if isinstance(values, list) and values:
        return
    fits = isinstance(values, tuple) and len(values) in (2, 3) and values[0] < values[1]
    if not fits or (len(values) == 3 and (values[2] != "log" or values[0] <= 0)):
        raise ValueError(f'{name}: expected (low, high), (low, high, "log") with low above 0, or a list of choices, found {values!r}')
