"""The machine page: the whole model in one figure, and decoding. Only the open part is computed."""

import streamlit as st

from lessons.kit import sentence, ui
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.machine import CHANGED, EARLY, PARTS, SLIP, WRITER, results, words
from lessons.models import asking, catalogue, guidance, open_model
from lessons.models.shipped import OPENS_WITH, RECURRENT, SENTENCE

# Each part has its own model and sentence.
MODEL = {"model": "machine-model", "writing": "machine-writer"}
TEXT = {"model": "machine-text", "writing": "machine-writes"}
PAGE = LessonPage(
    "machine",
    "Words go in and words come out. The figure shows every box between input and output, with its vectors.",
    PARTS,
    figures="machine-figure",
)
SOURCES = {
    "model": Sources(
        "Code for the parts shown in the figure",
        "The model was trained with this code, and the figure was generated from it.",
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
        "Greedy decoding",
        "This version decodes one sentence and recomputes everything at each step. The page uses "
        "`transformer/decoding/greedy.py`, which decodes many sentences at once and caches keys and values. A test "
        "checks that both versions agree.",
        {"transformer.decoding.basic": ("greedy", "next_word")},
    ),
}


def offered() -> dict[str, tuple[str, str]]:
    """Return the models of the open part, each with its name on the page and its sentence."""
    writing = PAGE.opened() == "writing"
    usual = (
        catalogue.offered(catalogue.has_cross_attention if writing else catalogue.has_maps)
        | RECURRENT
    )
    if writing:
        early = {EARLY: ("English → French, stopped early", SLIP)}
        return early | usual | {OPENS_WITH: (usual[OPENS_WITH][0], SLIP)}
    return usual | {WRITER: ("Language model, decoder-only", SENTENCE)}


def show_slip(text: str) -> None:
    """Callback: show the model and sentence with the answer."""
    st.session_state[MODEL["writing"]] = EARLY
    sentence.show(TEXT["writing"], text)


def picture() -> None:
    """Draw the figure of the open part for the current choices."""
    part = PAGE.opened()
    box = asking.Box(PAGE, offered(), MODEL[part], TEXT[part])
    with box.row():
        name = box.pick()
    reading = box.encoded_text(results.encode)
    figure = (results.model_map if part == "model" else results.written)(name, reading)
    tells = part == "writing" and reading.text == SLIP
    PAGE.show(figure, reveals_answer=tells)
    if part == "model":
        context()
        guided(name)
        if open_model.is_allowed():
            with PAGE.section(open_model.TITLE, open_model.ABOUT):
                open_model.form()


def guided(name: str) -> None:
    """Draw the effect of guidance on the lines of *it*, and the switch."""
    with PAGE.section("Guided or unguided?", words.GUIDED):
        guidance.switch(MODEL["model"], name)
        if table := results.pronouns():
            st.html(table)


def context() -> None:
    """Draw the answer to the question of the first part: one number for each word."""
    with st.container(key="section-context"):
        st.markdown(words.context(SENTENCE, CHANGED))
        with PAGE.covered(place="context"):
            ui.word_by_word([(word, "", f"{far:.2f}") for word, far in results.context()])


PAGE.draw(
    picture,
    notice=lambda: words.notice(PAGE.opened(), PAGE.shown()),
    sources=SOURCES,
    write=("next_scores", "translate"),
    answer=show_slip,
)
