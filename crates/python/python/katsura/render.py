"""Boards as text, as SVG and as arrays of pixels."""

from typing import Any
from xml.sax.saxutils import escape

import numpy as np

from ._native import State

_COLOURS = {
    "black": (28, 28, 28),
    "white": (245, 245, 245),
    "red": (200, 50, 40),
    "blue": (40, 90, 200),
    "yellow": (240, 200, 40),
}
_WOOD = (222, 184, 135)
_LINE = (90, 70, 50)
_LAST = (220, 60, 50)
#: Rows of hexagons lie closer than rows of squares.
_SQUEEZE = 0.8660254


def text(state: State) -> str:
    """The board in letters."""
    return str(state)


def svg(state: State, size: int = 400) -> str:
    """The board as an SVG document, ``size`` pixels wide.

    >>> import katsura
    >>> svg(katsura.game("hex", size=5).new_initial_state()).startswith("<svg")
    True
    """
    board = _Board(state, size)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{board.width}" height="{board.height}" '
        f'viewBox="0 0 {board.width} {board.height}" font-family="sans-serif" text-anchor="middle">',
        f'<rect width="100%" height="100%" fill="{_hex(_WOOD)}"/>',
    ]
    radius = board.radius
    for x, y, owner, last, winning, dot in board.cells:
        if board.shape == "hexagonal":
            corners = " ".join(f"{cx:.1f},{cy:.1f}" for cx, cy in _hexagon(x, y, board.unit / _SQUEEZE))
            parts.append(f'<polygon points="{corners}" fill="none" stroke="{_hex(_LINE)}"/>')
        elif board.shape == "square":
            half = board.unit
            parts.append(
                f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{2 * half:.1f}" height="{2 * half:.1f}" fill="none" stroke="{_hex(_LINE)}"/>'
            )
        if owner < 0:
            if dot:
                parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius / 5:.1f}" fill="{_hex(_LINE)}"/>')
            continue
        stroke = _hex(_LAST) if winning else _hex(_LINE)
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{_hex(board.colour(owner))}" stroke="{stroke}" '
            f'stroke-width="{3 if winning else 1}"/>'
        )
        if last:
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius / 3:.1f}" fill="{_hex(_LAST)}"/>')
    if board.shape == "lines":
        parts[2:2] = [f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{_hex(_LINE)}"/>' for x1, y1, x2, y2 in board.lines()]
    for x, y, label in board.labels:
        parts.append(f'<text x="{x:.1f}" y="{y + board.unit / 3:.1f}" font-size="{board.unit:.1f}">{escape(label)}</text>')
    parts.append(f"<title>{escape(board.caption)}</title></svg>")
    return "".join(parts)


def rgb(state: State, size: int = 400) -> np.ndarray:
    """The board as an array of pixels (height, width, 3) of uint8, ``size`` pixels wide."""
    board = _Board(state, size)
    image = np.empty((board.height, board.width, 3), np.uint8)
    image[:] = _WOOD
    if board.shape == "lines":
        for x1, y1, x2, y2 in board.lines():
            image[int(y1) : int(y2) + 1, int(x1) : int(x2) + 1] = _LINE
    for x, y, owner, last, _, dot in board.cells:
        if board.shape != "lines":
            _disc(image, x, y, board.unit * 0.96, _LINE)
            _disc(image, x, y, board.unit * 0.92, _WOOD)
        if owner >= 0:
            _disc(image, x, y, board.radius, _LINE)
            _disc(image, x, y, board.radius - 1, board.colour(owner))
            if last:
                _disc(image, x, y, board.radius / 3, _LAST)
        elif dot:
            _disc(image, x, y, max(2.0, board.radius / 5), _LINE)
    return image


class _Board:
    """Where everything is, in pixels."""

    def __init__(self, state: State, size: int) -> None:
        if not 16 <= size <= 8192:
            raise ValueError(f"{size} pixels: expected 16 to 8192")
        picture = state.picture()
        self.shape: str = picture["shape"]
        self.caption: str = picture["caption"]
        self._colours: list[str] = picture["colours"]
        places = [(x, y) for x, y, *_ in picture["cells"]] + [(x, y) for x, y, _ in picture["labels"]]
        if not places:
            places = [(0, 0)]
        left, right = min(x for x, _ in places) - 2, max(x for x, _ in places) + 2
        top, bottom = min(y for _, y in places), max(y for _, y in places)
        self.unit = size / (right - left)
        step = 2 * self.unit * (_SQUEEZE if self.shape == "hexagonal" else 1.0)
        self.width, self.height = size, max(16, round(step * (bottom - top) + 3 * self.unit))
        self.radius = self.unit * 0.85

        def at(x: int, y: int) -> tuple[float, float]:
            return (x - left) * self.unit, (y - top) * step + 1.5 * self.unit

        self.cells = [(*at(x, y), *rest) for x, y, *rest in picture["cells"]]
        self.labels = [(*at(x, y), label) for x, y, label in picture["labels"]]

    def colour(self, owner: int) -> tuple[int, int, int]:
        return _COLOURS.get(self._colours[owner], (128, 128, 128))

    def lines(self) -> list[tuple[float, float, float, float]]:
        xs, ys = sorted({x for x, *_ in self.cells}), sorted({y for _, y, *_ in self.cells})
        return [(x, ys[0], x, ys[-1]) for x in xs] + [(xs[0], y, xs[-1], y) for y in ys]


def _hex(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _hexagon(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    turns = np.deg2rad(np.arange(30, 390, 60))
    return [(x + radius * float(np.cos(turn)), y + radius * float(np.sin(turn))) for turn in turns]


def _disc(image: np.ndarray, x: float, y: float, radius: float, colour: Any) -> None:
    top, left = max(0, int(y - radius)), max(0, int(x - radius))
    part = image[top : int(y + radius) + 2, left : int(x + radius) + 2]
    rows, columns = np.ogrid[top : top + part.shape[0], left : left + part.shape[1]]
    part[(rows - y) ** 2 + (columns - x) ** 2 <= radius**2] = colour
