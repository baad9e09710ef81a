"""Running experiments and matches."""

import json
import os
import time
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from .. import _native
from .._native import Game
from ._executors import Chunk, Executor, Gap, Local

#: Sees the name of the row, the score so far and the number of all jobs; True ends the run.
Progress = Callable[[str, dict[str, Any], int], Any]


def experiments() -> list[str]:
    """The names of the published experiments."""
    return _native.experiments()


def experiment(name: str | os.PathLike[str]) -> dict[str, Any]:
    """An experiment: title, source, protocol, rows. ``name`` may be a file that ends in .toml."""
    return json.loads(_native.experiment_json(os.fspath(name)))


def run(
    name: str | os.PathLike[str],
    *,
    rows: Iterable[str] | None = None,
    quick: bool = False,
    games: int | None = None,
    out: str | os.PathLike[str] | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    sprt: tuple[float, float] | None = None,
) -> dict[str, dict[str, Any]]:
    """Runs an experiment, or goes on with it: the score of each row.

    The records are those of ``katsura lab run``, byte for byte, whatever the executor; ``out`` is ``results/NAME`` if not given, with ``quick``
    ``results/quick/NAME``. A description that changed since goes into the manifests there, with a warning that says what changed.
    ``quick`` plays few games, ``games`` that many in each row. With ``sprt=(low, high)`` a row ends when the sequential test has decided (normalised Elo).
    """
    name = os.fspath(name)
    _check(games)
    planned = _native.planned(name, None if rows is None else list(rows), quick, games)
    folder = Path(out) if out is not None else Path("results/quick" if quick else "results") / Path(name).stem
    for sentence in _native.describe(name, folder):
        warnings.warn(sentence, stacklevel=2)
    scores = {}
    for row, work, claimed, jobs in planned:
        ledger = _native.Ledger(work, folder / row, claimed, sprt)
        scores[row] = _fill(ledger, work, jobs, executor or Local(), folder / row, row, progress)
    return scores


def match(
    game: str | Game,
    a: str,
    b: str,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    games: int = 100,
    openings_plies: int = 0,
    resign: float | None = None,
    seed: int = 1,
    out: str | os.PathLike[str] | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    sprt: tuple[float, float] | None = None,
    **parameters: Any,
) -> dict[str, Any]:
    """Two players against each other, in pairs of games from one opening with the seats swapped; the score of the first.

    Players are written as everywhere: ``"uct select.explore.c=0.4"``; one that sets ``budget.…`` keeps it, and ``simulations`` and ``seconds``
    are for the others. With ``out`` every game is kept, and an interrupted match goes on.
    With ``resign`` a search resigns when it expects less than this of its best move.
    """
    _check(games)
    table = game.to_json() if isinstance(game, Game) else json.dumps({"name": game, **parameters})
    work = _native.match_work(table, (a, b), (simulations, seconds), openings_plies, seed, resign)
    folder = None if out is None else Path(out)
    ledger = _native.Ledger(work, folder, None, sprt)
    return _fill(ledger, work, _native.job_count(work, games), executor or Local(), folder, "match", progress)


def verify(folder: str | os.PathLike[str], games: int | None = None) -> list[dict[str, Any]]:
    """Plays recorded games again, all or so many of each row, and compares them move by move."""
    names = ("folder", "recorded", "replayed", "departures")
    return [dict(zip(names, (str(row[0]), *row[1:]))) for row in _native.verify(os.fspath(folder), games)]


def _check(games: int | None) -> None:
    if games is not None and games < 1:
        raise ValueError("games must be at least 1")


def _fill(ledger: Any, work: str, jobs: int, executor: Executor, folder: Path | None, row: str, progress: Progress | None) -> dict[str, Any]:
    """Has the jobs that are missing done and writes them down in order."""
    start, from_ = time.perf_counter(), ledger.next_job
    if not ledger.is_decided:
        ledger.settle(jobs)
    waiting = _Waiting(folder)
    waiting.hand_over(ledger)
    chunks = executor.play(work, waiting.gaps(ledger.next_job, jobs))
    try:
        for chunk in chunks if not ledger.is_decided else ():
            waiting.put(chunk)
            waiting.hand_over(ledger)
            if progress and progress(row, json.loads(ledger.tally()), jobs) is True:
                break
            if ledger.is_decided:
                break
    finally:
        chunks.close()
        ledger.note_time(from_, time.perf_counter() - start, executor.threads)
    if ledger.next_job >= jobs or ledger.is_decided:
        waiting.clear()
    return json.loads(ledger.tally())


class _Waiting:
    """Chunks that are done before those that come before them. They are kept on disk, each in a file of its own, so that a driver that is killed
    loses nothing that has reached it."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder / "waiting" if folder else None
        self._chunks: dict[int, Chunk] = {}
        for path in sorted(self._folder.glob("*.jsonl")) if self._folder and self._folder.exists() else []:
            first, end = (int(part) for part in path.stem.split("-"))
            self._chunks[first] = Chunk(first, end, path.read_text())

    def gaps(self, next_job: int, jobs: int) -> list[Gap]:
        """The jobs below ``jobs`` that are neither recorded nor waiting."""
        gaps, at = [], next_job
        for chunk in sorted(self._chunks.values()):
            gaps.append((at, min(chunk.first, jobs)))
            at = max(at, chunk.end)
        return [*gaps, (at, jobs)]

    def put(self, chunk: Chunk) -> None:
        self._chunks[chunk.first] = chunk
        if self._folder:
            self._folder.mkdir(parents=True, exist_ok=True)
            path = self._path(chunk)
            partial = path.with_suffix(f".partial-{os.getpid()}")
            partial.write_text(chunk.lines)
            partial.replace(path)

    def hand_over(self, ledger: Any) -> None:
        """Writes down what is next, and forgets what is written down."""
        for first in sorted(self._chunks):
            chunk = self._chunks[first]
            if first > ledger.next_job or ledger.is_decided:
                break
            if chunk.end > ledger.next_job:
                lines = chunk.lines.splitlines(keepends=True)
                per_job = len(lines) // (chunk.end - chunk.first)
                ledger.append("".join(lines[(ledger.next_job - first) * per_job :]))
            self._forget(chunk)

    def clear(self) -> None:
        for chunk in list(self._chunks.values()):
            self._forget(chunk)
        if self._folder and self._folder.exists():
            for rest in self._folder.glob("*.partial-*"):
                rest.unlink()
            self._folder.rmdir()

    def _forget(self, chunk: Chunk) -> None:
        del self._chunks[chunk.first]
        if self._folder:
            self._path(chunk).unlink(missing_ok=True)

    def _path(self, chunk: Chunk) -> Path:
        assert self._folder is not None
        return self._folder / f"{chunk.first:012}-{chunk.end:012}.jsonl"
