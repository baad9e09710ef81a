"""Running experiments and matches."""

import json
import os
import shutil
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

    The records are those of ``katsura lab run``, byte for byte, whatever the executor, and they are gone on with by the same rules: a record that
    this program does not repeat is refused, and one that another program made is told by a warning. ``out`` is ``results/NAME`` if not given,
    with ``quick`` ``results/quick/NAME``. A description that changed since goes into the manifests there, with a warning that says what changed.
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
        ledger = _ledger(work, jobs, folder / row, claimed, sprt)
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
    are for the others. With ``out`` every game is kept, and a match goes on where its record ends: the score is that of as many games as are
    asked for.
    With ``resign`` a search resigns when it expects less than this of its best move.
    """
    _check(games)
    table = game.to_json() if isinstance(game, Game) else json.dumps({"name": game, **parameters})
    work = _native.match_work(table, (a, b), (simulations, seconds), openings_plies, seed, resign)
    folder = None if out is None else Path(out)
    jobs = _native.job_count(work, games)
    return _fill(_ledger(work, jobs, folder, None, sprt), work, jobs, executor or Local(), folder, "match", progress)


def verify(folder: str | os.PathLike[str], games: int | None = None) -> list[dict[str, Any]]:
    """Plays recorded games again, all or so many of each row, and compares them move by move: for each row its folder, how many games are recorded,
    how many were played again, and how many departed. Where they could not be played, ``unchecked`` says why, and the numbers are None."""
    names = ("recorded", "replayed", "departures")
    rows = _native.verify(os.fspath(folder), games)
    return [{"folder": str(path), **dict(zip(names, numbers or [None] * 3)), "unchecked": reason} for path, numbers, reason in rows]


def _check(games: int | None) -> None:
    if games is not None and games < 1:
        raise ValueError("games must be at least 1")


def _ledger(work: str, jobs: int, folder: Path | None, claimed: str | None, sprt: tuple[float, float] | None) -> Any:
    """The record of so many jobs; a warning if another program made what there is of it."""
    ledger = _native.Ledger(work, jobs, folder, claimed, sprt)
    if ledger.change_of_program:
        warnings.warn(f"{folder}: {ledger.change_of_program}", stacklevel=3)
    return ledger


def _fill(ledger: Any, work: str, jobs: int, executor: Executor, folder: Path | None, row: str, progress: Progress | None) -> dict[str, Any]:
    """Has the jobs that are missing done and writes them down in order."""
    waiting = _Waiting(folder)
    waiting.hand_over(ledger)
    chunks = executor.play(work, waiting.gaps(ledger.next_job, jobs))
    try:
        for chunk in chunks if not ledger.is_over else ():
            waiting.put(chunk)
            waiting.hand_over(ledger)
            if progress and progress(row, json.loads(ledger.tally()), jobs) is True:
                break
            if ledger.is_over:
                break
    finally:
        chunks.close()
        ledger.note_time(executor.threads)
    if ledger.is_over:
        waiting.clear()
    return json.loads(ledger.tally())


#: The file that says which program made the chunks that wait.
_PROGRAM = "program.json"


def _write(path: Path, text: str) -> None:
    """Writes a file so that it is there whole or not at all."""
    partial = path.with_suffix(f".partial-{os.getpid()}")
    partial.write_text(text, encoding="utf-8")
    partial.replace(path)


class _Waiting:
    """Chunks that are done before those that come before them. They are kept on disk, each in a file of its own, so that a driver that is killed
    loses nothing that has reached it. ``program.json`` says which program made them: those of another one are played again."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder / "waiting" if folder else None
        self._chunks: dict[int, Chunk] = {}
        if self._folder and self._folder.exists():
            if self._is_of_this_program():
                self._read()
            else:
                self.clear()

    def _is_of_this_program(self) -> bool:
        assert self._folder is not None
        program = self._folder / _PROGRAM
        return program.exists() and _native.is_same_program(program.read_text(encoding="utf-8"))

    def _read(self) -> None:
        assert self._folder is not None
        for path in self._folder.glob("*.jsonl"):
            first, end = (int(part) for part in path.stem.split("-"))
            self._chunks[first] = Chunk(first, end, path.read_text(encoding="utf-8"))

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
            if not (self._folder / _PROGRAM).exists():
                _write(self._folder / _PROGRAM, _native.program())
            _write(self._path(chunk), chunk.lines)

    def hand_over(self, ledger: Any) -> None:
        """Writes down what is next, and forgets what is written down."""
        for first in sorted(self._chunks):
            chunk = self._chunks[first]
            if first > ledger.next_job or ledger.is_over:
                break
            ledger.append(first, chunk.lines)
            self._forget(chunk)

    def clear(self) -> None:
        """Forgets everything."""
        self._chunks.clear()
        if self._folder and self._folder.exists():
            shutil.rmtree(self._folder)

    def _forget(self, chunk: Chunk) -> None:
        del self._chunks[chunk.first]
        if self._folder:
            self._path(chunk).unlink(missing_ok=True)

    def _path(self, chunk: Chunk) -> Path:
        assert self._folder is not None
        return self._folder / f"{chunk.first:012}-{chunk.end:012}.jsonl"
