"""Where jobs are done: in this process, or on a Ray cluster.

A job is a pure function of (work, number), and work is a text. An executor is asked for the jobs of some gaps and yields what came of
them in any order; who asked puts it in order and writes it down.
"""

import json
import os
import time
from collections.abc import Generator, Iterable
from typing import Any, NamedTuple, Protocol

from .. import _native

#: A chunk that is lost more often than this is not the fault of a node.
_MOST_LOSSES = 20
#: First and last + 1.
Gap = tuple[int, int]


class Chunk(NamedTuple):
    """Neighbouring jobs that are done, and the lines of the record that they made."""

    first: int
    end: int
    lines: str


class Executor(Protocol):
    """Does jobs."""

    #: Jobs side by side, as far as is known.
    threads: int

    def play(self, work: str, gaps: Iterable[Gap]) -> Generator[Chunk, None, None]:
        """Does the jobs of the gaps; closing the iterator gives up those that are not done."""
        ...


class _Sizes:
    """How many jobs make a chunk that takes about so many seconds; at first one."""

    def __init__(self, seconds: float, largest: int) -> None:
        self._seconds, self._largest, self._pace = seconds, largest, 0.0

    def note(self, jobs: int, seconds: float) -> None:
        pace = max(seconds, 1e-6) / max(jobs, 1)
        self._pace = pace if self._pace == 0.0 else 0.7 * self._pace + 0.3 * pace

    def next(self) -> int:
        return 1 if self._pace == 0.0 else max(1, min(self._largest, int(self._seconds / self._pace)))


class _Gaps:
    """The jobs that nobody has taken yet."""

    def __init__(self, gaps: Iterable[Gap]) -> None:
        self._gaps = [gap for gap in gaps if gap[0] < gap[1]]

    def take(self, jobs: int) -> Gap | None:
        if not self._gaps:
            return None
        first, end = self._gaps.pop(0)
        cut = min(end, first + jobs)
        if cut < end:
            self._gaps.insert(0, (cut, end))
        return first, cut


class Local:
    """The threads of this process."""

    def __init__(self, threads: int | None = None, *, chunk_seconds: float = 2.0) -> None:
        if threads is not None and threads < 1:
            raise ValueError("threads must be at least 1")
        self.threads = threads or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else threads or os.cpu_count() or 1
        self._seconds = chunk_seconds

    def play(self, work: str, gaps: Iterable[Gap]) -> Generator[Chunk, None, None]:
        left, sizes = _Gaps(gaps), _Sizes(self._seconds, 100_000)
        while gap := left.take(sizes.next() * (self.threads if sizes.next() > 1 else 1)):
            start = time.perf_counter()
            lines = _native.play(work, *gap, self.threads)
            sizes.note(gap[1] - gap[0], (time.perf_counter() - start) * self.threads)
            yield Chunk(*gap, lines)


def _play_chunk(work: str, first: int, end: int, threads: int, program: str) -> tuple[str, float]:
    """What a node of the cluster does for a driver that is this program."""
    from katsura import _native

    if not _native.is_same_program(program):
        node, driver = (_build(text) for text in (_native.program(), program))
        raise RuntimeError(f"this node has another build of katsura than the driver ({node}, not {driver}): install the same wheel")
    start = time.perf_counter()
    return _native.play(work, first, end, threads), time.perf_counter() - start


def _build(program: str) -> str:
    told = json.loads(program)
    return ", ".join(f"{name} {told[name]}" for name in ("version", "commit", "binary") if told.get(name))


class Ray:
    """A Ray cluster: ``Ray(address="auto")`` from one of its nodes, ``Ray(address="ray://head:10001")`` from elsewhere; without an address Ray
    starts on this machine.

    Games go out in chunks of about ``chunk_seconds``. A chunk whose node dies is played again elsewhere. Results travel to the driver, which writes
    each job once; a driver that is killed and started again goes on where it was. Every node needs the same build of katsura: the same wheel.
    """

    def __init__(self, address: str | None = None, *, chunk_seconds: float = 10.0, cpus: int = 1, **init: Any) -> None:
        try:
            import ray
        except ImportError as error:
            raise ImportError("Ray is not installed: pip install 'ray>=2.40'") from error
        if cpus < 1:
            raise ValueError("cpus must be at least 1")
        self._ray, self._address, self._seconds, self._cpus, self._init = ray, address, chunk_seconds, cpus, init
        self.threads = 1

    def play(self, work: str, gaps: Iterable[Gap]) -> Generator[Chunk, None, None]:
        ray = self._ray
        if not ray.is_initialized():
            ray.init(address=self._address, **{"logging_level": "warning", "log_to_driver": False, **self._init})
        program = _native.program()
        remote = ray.remote(num_cpus=self._cpus, max_retries=-1)(_play_chunk)
        left, sizes, out, lost = _Gaps(gaps), _Sizes(self._seconds, 100_000), {}, {}

        def send(gap: Gap) -> None:
            out[remote.remote(work, *gap, self._cpus, program)] = gap

        try:
            while True:
                self.threads = max(1, int(ray.cluster_resources().get("CPU", 1)))
                while len(out) < 2 * self.threads // self._cpus + 1 and (gap := left.take(sizes.next())):
                    send(gap)
                if not out:
                    return
                ready, _ = ray.wait(list(out), num_returns=1, timeout=1.0)
                for reference in ready:
                    gap = out.pop(reference)
                    try:
                        lines, seconds = ray.get(reference)
                    except ray.exceptions.RayTaskError:
                        raise
                    except ray.exceptions.RayError as error:
                        lost[gap] = lost.get(gap, 0) + 1
                        if lost[gap] > _MOST_LOSSES:
                            raise RuntimeError(f"jobs {gap[0]} to {gap[1] - 1} were lost {lost[gap]} times: the cluster does not hold") from error
                        send(gap)  # its node is gone, or what it made is lost
                        continue
                    sizes.note(gap[1] - gap[0], seconds)
                    yield Chunk(*gap, lines)
        finally:
            for reference in out:
                ray.cancel(reference, force=True)
