"""The page on GPT: a batch with its mask, a task token that is swapped, three tasks over a training, and sizes."""

import streamlit as st

from lessons.gpt import MODEL, MODELS, PARTS, SENTENCE
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking

PAGE = LessonPage(
    "gpt",
    "A decoder alone writes the next word. With a task token after the text, that is enough for several tasks.",
    PARTS,
)
SOURCES = Sources.of(
    "The code",
    "What trains the models is what is looked into above; there is no second copy.",
    rows={
        "transformer.objectives.next_word": ("loss_mask", "next_word_loss"),
        "transformer.tasks.prompts": ("row", "story"),
    },
    swap={"transformer.families.gpt": ("GPT",), "transformer.measure.prompting": ("rerouted",)},
    learning={
        "transformer.objectives.continuing": ("Continuing.loss",),
        "transformer.objectives.prompted": ("exact_after",),
        "transformer.measure.probing": ("probed",),
    },
    sizes={
        "transformer.measure.cost.sizes": ("without_memory", "counted", "count_parameters", "multiply_adds"),
        "transformer.measure.same_parts": ("seen",),
        "transformer.families.gpt": ("GPTConfig",),
    },
)  # fmt: skip


def rows() -> None:
    PAGE.show(PAGE.results.batch())


def swap() -> None:
    """A sentence of one's own; the three task tokens are put after it here."""
    box = asking.Box(PAGE, MODELS)
    with box.row():
        box.pick()
    reading = box.reading(PAGE.results.sentence)
    PAGE.show(
        PAGE.results.swapped(box.name, reading), tells=(box.name, reading.text) == (MODEL, SENTENCE)
    )
    right = PAGE.results.desks()
    with PAGE.section("A conversation as a prompt", PAGE.words.about_desks(right)):
        st.html(PAGE.words.desk_table(right))
        st.markdown(PAGE.words.BEYOND)
        st.html(PAGE.words.answer_table(PAGE.results.answered()))


def learning() -> None:
    PAGE.show(PAGE.results.learned())
    probes = PAGE.results.probes()
    with PAGE.section("What the rows hold more often", PAGE.words.about_probes(probes)):
        st.html(PAGE.words.probe_table(probes))


def sizes() -> None:
    """All sizes; below, four models that are made of the same parts."""
    PAGE.show(PAGE.results.sizes())
    with PAGE.section("Four models of the same parts", PAGE.words.SAME_PARTS):
        PAGE.results.four_models().show(key="gpt-parts")


PAGE.draw(
    {"rows": rows, "swap": swap, "learning": learning, "sizes": sizes},
    notice=lambda: PAGE.words.NOTICE[PAGE.opened()],
    sources=SOURCES,
    write=("loss_mask", "next_word_loss", "count_parameters"),
)
