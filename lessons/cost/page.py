"""The cost page: four parts, of which only the open one is computed."""

from functools import partial

from lessons.cost import PARTS, results, words
from lessons.kit.lesson_page import LessonPage, Sources

PAGE = LessonPage(
    "cost",
    "Attention connects every word with every other word. What do attention and its alternatives cost?",
    PARTS,
)
MEASURE = "transformer.measure.cost"
SOURCES = Sources.for_parts(
    "Code for the layers",
    "The page computes its numbers with this code.",
    table={f"{MEASURE}.layers": ("layer", "NearAttention"), f"{MEASURE}.counting": ("counted", "milliseconds")},
    meet={f"{MEASURE}.counting": ("multiply_adds", "counted")},
    operators={f"{MEASURE}.signal": ("convolve", "attend")},
    paths={f"{MEASURE}.paths": ("layers_needed", "reads", "spread")},
)  # fmt: skip


def show(part: str) -> None:
    PAGE.show(results.figure(part))


PAGE.draw(
    {part: partial(show, part) for part in PARTS},
    notice=lambda: words.NOTICE[PAGE.opened()],
    sources=SOURCES,
    write=("multiply_adds", "layers_needed"),
)
