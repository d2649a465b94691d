"""The page on alignment: three parts, of which only the open one computes."""

from lessons.alignment import LOOKING, MAPPED, PARTS, RECURRENT, REVERSED
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue

PAGE = LessonPage(
    "alignment",
    "The decoder need not keep the sentence in one vector: at every word it looks at all of it again.",
    PARTS,
)
WRITING, MEASURE = "transformer.recurrent.writing", "transformer.measure.attention.alignment"
SOURCES = Sources.of(
    "The decoders as they were trained",
    "What trains the models is what is looked into above; there is no second copy.",
    step={WRITING: ("Look", "Bahdanau", "Luong")},
    map={WRITING: ("Look",), "transformer.objectives.scores": ("alignment",)},
    scored={MEASURE: ("shift", "beside")},
)


def step() -> None:
    """One word after another, in a recurrent model."""
    name, reading = asking.asked(PAGE, RECURRENT)
    PAGE.show(PAGE.results.one_step(name, reading), tells=name == LOOKING)


def whole_map() -> None:
    """The map of a recurrent model or a Transformer. Where the question is about it, its row is hatched; of a
    model with several maps all of it."""
    box = asking.Box(PAGE, MAPPED | asking.runs(catalogue.looks_back), text="alignment-mapped")
    with box.row():
        box.pick()
    results, name, reading = PAGE.results, box.name, box.reading()
    figure = results.mapped(name, reading)
    asked = list(reading.words) == REVERSED.split()
    alone = len(figure.header["maps"]) == 1
    veil = results.ADJECTIVE if asked and alone and PAGE.waits() else None
    PAGE.show(figure, "alignment-map", tells=asked, wholly=not alone, panel=True, veil=veil)


def scored() -> None:
    """What was measured of all of them."""
    PAGE.show(PAGE.results.scored())


PAGE.draw(
    {"step": step, "map": whole_map, "scored": scored},
    notice=lambda: PAGE.words.notice(PAGE.opened()),
    sources=SOURCES,
    write=("energies", "context", "step"),
)
