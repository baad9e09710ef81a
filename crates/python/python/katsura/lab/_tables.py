"""Reading and plotting records."""

import io
import json
import math
import os
from typing import Any

from .. import _native


def report(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """What the records below a folder say: title, rows with score, interval, published value and judgement, the tables as text, and the page in
    Markdown."""
    return json.loads(_native.report(os.fspath(folder)))


def write_report(folder: str | os.PathLike[str]) -> list[str]:
    """Writes REPORT.md, report.html and plot.svg into the folder: their paths."""
    return [str(path) for path in _native.write_report(os.fspath(folder))]


def table(folder: str | os.PathLike[str]) -> Any:
    """The rows of a report as a pandas DataFrame."""
    import pandas

    read = report(folder)
    lines = [_line(row) for row in read["rows"]]
    for row in read["bandits"]:
        lines += [{**_line({**point, "row": row["row"]}), "budget": point["budget"]} for point in row["points"]]
    return pandas.DataFrame(lines)


def _line(row: dict[str, Any]) -> dict[str, Any]:
    line: dict[str, Any] = {name: row[name] for name in ("row", "games", "instances", "wins_a", "wins_b", "draws") if name in row}
    for name in ("ours", "published"):
        measured = row.get(name) or {}
        interval = measured.get("interval") or {}
        line |= {name: measured.get("value"), f"{name}_low": interval.get("low"), f"{name}_high": interval.get("high")}
    for name in ("side", "size"):
        judged = (row.get("judgement") or {}).get(name) or {}
        line |= {name: judged.get("verdict"), f"{name}_p_holm": judged.get("p_holm")}
    return line


def games_table(folder: str | os.PathLike[str]) -> Any:
    """Every recorded game below a folder as a pandas DataFrame: row, game, first, reward_a, end, opening, plies, points_a, moves."""
    import pandas

    frames = []
    for row, lines in _native.record_lines(os.fspath(folder)):
        frame = pandas.read_json(io.StringIO(lines), lines=True)
        frame.insert(0, "row", row)
        frames.append(frame)
    if not frames:
        raise FileNotFoundError(f"{folder} holds no games, here or in a folder below")
    whole = pandas.concat(frames, ignore_index=True)
    whole.insert(len(whole.columns) - 1, "plies", whole["moves"].str.split().str.len())
    return whole


def games_arrow(folder: str | os.PathLike[str]) -> Any:
    """The same as an Arrow table."""
    import pyarrow

    return pyarrow.Table.from_pandas(games_table(folder), preserve_index=False)


def plot(folder: str | os.PathLike[str], axes: Any = None) -> Any:
    """The score of player a in the course of each row, with Wilson's 95 % interval of the games so far: the matplotlib axes."""
    import matplotlib.pyplot as pyplot

    if axes is None:
        _, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    games = games_table(folder)
    for row, frame in games.groupby("row", sort=False):
        count = range(1, len(frame) + 1)
        mean = frame["reward_a"].expanding().mean().to_numpy()
        bounds = [_wilson(share, number) for share, number in zip(mean, count)]
        (line,) = axes.plot(count, mean, label=row)
        axes.fill_between(count, *zip(*bounds), color=line.get_color(), alpha=0.15)
    axes.axhline(0.5, color="grey", linewidth=0.8)
    axes.set(xlabel="games", ylabel="score of a", ylim=(0, 1))
    axes.legend()
    return axes


def _wilson(mean: float, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval."""
    z2 = 1.959964**2
    centre = (mean + z2 / (2 * count)) / (1 + z2 / count)
    half = math.sqrt(z2) / (1 + z2 / count) * math.sqrt(mean * (1 - mean) / count + z2 / (4 * count**2))
    return centre - half, centre + half
