"""What a link to a page shows elsewhere, in a chat or a search engine: a title, a sentence and a picture."""

import io
import re
import textwrap
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch, PathPatch
from matplotlib.path import Path as Curve
from PIL import Image

from lessons import LESSONS
from lessons.figures.kit.palette import LIGHT
from lessons.figures.kit.sketch import file

COURSE = (
    "See how a Transformer works, number by number: every number is computed by a trained model."
)
PICTURE = "preview.png"
WIDE, HIGH, EDGE, TOP = 1200, 630, 60, 215  # pixels; the drawing begins at TOP
COLOURS = 32
SVG = "{http://www.w3.org/2000/svg}"


def about(page: str) -> str:
    """Return the sentence about a page: the question of a lesson, and what its readers will be able to do."""
    for lesson in LESSONS:
        if lesson.name == page:
            return f"{lesson.question} You will be able to {lesson.goal[0]}."
    return COURSE


def tags(title: str, about: str, folder: str = "", file: str = "") -> str:
    """Return the tags in the head of a page. `folder`: the address of its folder; without it, the address of the
    picture is relative, and most readers of these tags do not find it."""
    texts = {
        "og:title": title, "og:description": about, "og:type": "website", "og:site_name": "Glassbox Transformer",
        "og:image": folder + PICTURE, "og:image:width": str(WIDE), "og:image:height": str(HIGH),
    }  # fmt: skip
    lines = [f'<meta name="description" content="{escape(about)}">']
    lines += [f'<meta property="{name}" content="{escape(text)}">' for name, text in texts.items()]
    lines += ['<meta name="twitter:card" content="summary_large_image">']
    if folder:
        where = escape(folder + file)
        lines += [
            f'<meta property="og:url" content="{where}">',
            f'<link rel="canonical" href="{where}">',
        ]
    return "\n".join(lines)


def picture(page: str) -> bytes:
    """Return the sketch of a lesson under its title, as PNG; of the course under its name."""
    titles = {lesson.name: (lesson.title, lesson.question) for lesson in LESSONS}
    title, line = titles.get(
        page, ("Glassbox Transformer", "See how a Transformer works, number by number")
    )
    paper = Figure((WIDE / 72, HIGH / 72), dpi=72, facecolor="white")  # one point is one pixel
    axes = paper.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, WIDE), ylim=(HIGH, 0))
    axes.axis("off")
    axes.text(EDGE, 95, title, fontsize=50, weight="bold", color=LIGHT["ink"])
    axes.text(
        EDGE, 155, textwrap.shorten(line, 68, placeholder=" …"), fontsize=29, color=LIGHT["soft"]
    )
    draw(axes, file(page))
    made = io.BytesIO()
    paper.savefig(made, format="png", dpi=72)
    small, drawing = io.BytesIO(), Image.open(made).convert("RGB")
    drawing.quantize(COLOURS).save(small, "PNG", optimize=True)
    return small.getvalue()


def draw(axes: Axes, sketch: Path) -> None:
    """Draw a sketch (lessons/figures/kit/sketch.py) in the middle of the room below the title."""
    root = ElementTree.parse(sketch).getroot()
    *_, wide, high = map(float, root.attrib["viewBox"].split())
    scale = min((WIDE - 2 * EDGE) / wide, (HIGH - TOP - EDGE / 2) / high)
    left, top = (WIDE - scale * wide) / 2, TOP

    for mark in root:
        has, number = mark.attrib, lambda name, has=mark.attrib: scale * float(has.get(name, 0))
        kind = mark.tag.removeprefix(SVG)
        look: dict[str, Any] = {
            "facecolor": has.get("fill", "none"), "edgecolor": has.get("stroke", "none"),
            "linewidth": number("stroke-width"), "alpha": float(has.get("stroke-opacity", has.get("fill-opacity", 1))),
            "linestyle": "--" if "stroke-dasharray" in has else "-",
        }  # fmt: skip
        if kind == "text":
            across = {"middle": "center", "start": "left", "end": "right"}[has["text-anchor"]]
            axes.text(
                left + number("x"), top + number("y"), mark.text or "", fontsize=number("font-size"), ha=across,
                color=has["fill"], weight=has.get("font-weight", "normal"), parse_math=False,
            )  # fmt: skip
        elif kind == "circle":
            axes.add_patch(Circle((left + number("cx"), top + number("cy")), number("r"), **look))
        elif kind == "rect":
            style = f"round,pad=0,rounding_size={number('rx')}"
            corner = (left + number("x"), top + number("y"))
            axes.add_patch(FancyBboxPatch(corner, number("width"), number("height"), style, **look))
        else:
            axes.add_patch(PathPatch(curve(has["d"], scale, left, top), capstyle="round", **look))


def curve(d: str, scale: float, left: float, top: float) -> Curve:
    """Return the curve of an SVG path with the commands M, L and C."""
    points: list[tuple[float, float]] = []
    codes: list[Any] = []  # the numbers of matplotlib
    for command, numbers in re.findall(r"([MLC])([^MLC]*)", d):
        xy = [float(number) * scale for number in numbers.split()]
        points += [(left + x, top + y) for x, y in zip(xy[::2], xy[1::2], strict=True)]
        codes += [{"M": Curve.MOVETO, "L": Curve.LINETO, "C": Curve.CURVE4}[command]] * (
            len(xy) // 2
        )
    return Curve(points, codes)
