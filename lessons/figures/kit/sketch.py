"""A sketch for a lesson's card: a few marks, 252 × 108, from numbers of the lesson's own figure.

A lesson's `motif.py` returns one; `python -m lessons.build` writes it to `motif.svg` beside it, which ships, so that
the course page shows every card at once. A test redraws all of them.
"""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

import numpy as np

from lessons.figures.kit.palette import LIGHT, MORE_LIGHT

WIDE, HIGH = 252, 108
HUES = LIGHT | MORE_LIGHT


def file(lesson: str) -> Path:
    """Return the file of a lesson's sketch; for "course", the one that opens the course page."""
    return Path(__file__).parents[2] / lesson / "motif.svg"


def sketch(*marks: str | Iterable[str], wide: int = WIDE, high: int = HIGH) -> str:
    """Return an SVG of these marks."""
    flat = [part for mark in marks for part in ([mark] if isinstance(mark, str) else mark)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    font = 'font-family="Inter, Helvetica, Arial, sans-serif"'
    return "\n".join([f"{head} {font}>", *flat, "</svg>\n"])


def word(
    x: float, y: float, text: str, hue: str = "ink", size: float = 13, at: str = "middle", bold: bool = False
) -> str:  # fmt: skip
    """Draw a text with its middle at height y. `at`: which end is at x, "start", "middle" or "end"."""
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:.0f}" y="{y + 0.36 * size:.1f}" font-size="{size:g}" text-anchor="{at}" '
        f'fill="{HUES.get(f"{hue}_text", HUES[hue])}"{weight}>{escape(text)}</text>'
    )


def line(
    points: Sequence[tuple[float, float]], hue: str = "weight", width: float = 2.5, faint: float = 1, dash: str = ""
) -> str:  # fmt: skip
    """Draw straight lines from point to point. `faint`: 1 is full, 0 invisible."""
    return _path("M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points), hue, width, faint, dash)


def link(
    x: float, y: float, to_x: float, to_y: float, weight: float, most: float = 9, pale: bool = False
) -> str:
    """Draw an attention link, as thick as its weight, at most `most`. `pale`: another link is the subject."""
    if abs(to_x - x) >= abs(to_y - y):
        half = (x + to_x) / 2
        bend = f"C{half:.1f} {y:.1f} {half:.1f} {to_y:.1f}"
    else:
        half = (y + to_y) / 2
        bend = f"C{x:.1f} {half:.1f} {to_x:.1f} {half:.1f}"
    hue = "weight_full" if weight > 0.5 and not pale else "weight"
    width, faint = max(0.8, most * weight), 0.45 if pale else max(0.15, min(1, 0.3 + weight))
    return _path(f"M{x:.1f} {y:.1f} {bend} {to_x:.1f} {to_y:.1f}", hue, width, faint)


def _path(d: str, hue: str, width: float, faint: float = 1, dash: str = "") -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="{d}" fill="none" stroke="{HUES[hue]}" stroke-width="{width:.1f}" '
        f'stroke-opacity="{faint:.2f}" stroke-linecap="round" stroke-linejoin="round"{dashed}/>'
    )


def arrow(x: float, y: float, to_x: float, to_y: float, hue: str, width: float = 3) -> list[str]:
    """Draw a vector."""
    along = np.array([to_x - x, to_y - y]) / max(1e-9, np.hypot(to_x - x, to_y - y))
    across, tip = np.array([-along[1], along[0]]), np.array([to_x, to_y])
    wings = [tip - 9 * along + side * 4.5 * across for side in (1, -1)]
    return [line([(x, y), tuple(tip - 2 * along)], hue, width), line([tuple(wings[0]), (to_x, to_y), tuple(wings[1])], hue, width)]  # fmt: skip


def dot(x: float, y: float, hue: str, radius: float = 4) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{HUES[hue]}"/>'


def box(
    x: float, y: float, wide: float, high: float, hue: str = "line", fill: str = "paper", dash: str = "", round: float = 5
) -> str:  # fmt: skip
    """Draw a frame."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="{round:g}" '
        f'fill="{LIGHT[fill]}" stroke="{LIGHT[hue]}" stroke-width="1.5"{dashed}/>'
    )


def bar(x: float, y: float, wide: float, high: float, hue: str = "weight", faint: float = 1) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="2" '
        f'fill="{LIGHT[hue]}" fill-opacity="{faint:.2f}"/>'
    )


def cells(
    x: float, y: float, values: np.ndarray, wide: float, high: float, gap: float = 0.6, full: float | None = None
) -> list[str]:  # fmt: skip
    """Draw rows × columns of numbers as colours: weights in purple, negative numbers in the other hue. NaN is
    grey: there is no number."""
    values = np.atleast_2d(values)
    most = full or float(np.nanmax(np.abs(values)))
    return [
        bar(
            x + j * wide, y + i * high, wide - gap, high - gap,
            "hatch" if np.isnan(number) else "weight_full" if number >= 0 else "negative",
            0.45 if np.isnan(number) else max(0.05, min(1, abs(number) / most)),
        )
        for (i, j), number in np.ndenumerate(values)
        if not abs(number) < 0.02 * most
    ]  # fmt: skip
