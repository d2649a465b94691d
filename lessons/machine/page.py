"""The machine page: the whole model as a drawing, and how it writes. Only the open part computes."""

import streamlit as st

from lessons.kit import sentence, ui
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.machine import CHANGED, EARLY, PARTS, SLIP, WRITER
from lessons.models import asking, catalogue
from lessons.models.shipped import OPENS_WITH, RECURRENT, SENTENCE

# Each part has a model and a sentence of its own: they open with different ones.
MODEL = {"model": "machine-model", "writing": "machine-writer"}
TEXT = {"model": "machine-text", "writing": "machine-writes"}
PAGE = LessonPage(
    "machine",
    "Words go in, words come out. Between them are boxes that pass on rows of numbers; here is each of them.",
    PARTS,
    figures="machine-figure",
)
SOURCES = {
    "model": Sources(
        "The code that you have just walked through",
        "This trains, and this was drawn; there is no second copy.",
        {
            "transformer.model": (
                "Transformer.forward",
                "Transformer.encode",
                "Transformer.decode",
            ),
            "transformer.layers": ("EncoderLayer.forward", "DecoderLayer.forward"),
        },
    ),
    "writing": Sources(
        "The most probable word, again and again",
        "Here for one sentence, and each step reads everything again. What writes on this page, "
        "`transformer/decoding/greedy.py`, writes many sentences at once and remembers keys and values; a test holds "
        "the two together.",
        {"transformer.decoding.basic": ("greedy", "next_word")},
    ),
}


def offered() -> dict[str, tuple[str, str]]:
    """The models of the open part → how the page calls them, and their sentence."""
    writing = PAGE.opened() == "writing"
    usual = catalogue.offered(catalogue.looks_back if writing else catalogue.has_maps) | RECURRENT
    if writing:
        early = {EARLY: ("English → French, stopped early", SLIP)}
        return early | usual | {OPENS_WITH: (usual[OPENS_WITH][0], SLIP)}
    return usual | {WRITER: ("Language model, a decoder alone", SENTENCE)}


def show_slip(text: str) -> None:
    """Where the answer is seen; used in a callback."""
    st.session_state[MODEL["writing"]] = EARLY
    sentence.show(TEXT["writing"], text)


def picture() -> None:
    """The figure of the open part, from the present choices."""
    part, results = PAGE.opened(), PAGE.results
    box = asking.Box(PAGE, offered(), MODEL[part], TEXT[part])
    with box.row():
        name = box.pick()
    reading = box.reading()
    figure = (results.model_map if part == "model" else results.written)(name, reading)
    tells = part == "writing" and reading.text == SLIP
    PAGE.show(figure, tells=tells)
    if part == "model":
        context()


def context() -> None:
    """The answer to the question of the first part: a number for each word."""
    with st.container(key="section-context"):
        st.markdown(PAGE.words.context(SENTENCE, CHANGED))
        with PAGE.covered(place="context"):
            ui.word_by_word([(word, "", f"{far:.2f}") for word, far in PAGE.results.context()])


PAGE.draw(
    picture,
    notice=lambda: PAGE.words.notice(PAGE.opened(), PAGE.shown()),
    sources=SOURCES,
    write=("next_scores", "translate"),
    answer=show_slip,
)
