"""The machine page: the whole model as a drawing, and how it writes. Only the open part computes."""

import streamlit as st

from lessons.host import live
from lessons.kit import sentence, ui
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.machine import CHANGED, EARLY, PARTS, SLIP, WRITER
from lessons.models import catalogue
from lessons.models.shipped import SENTENCE

# Each part has a model and a sentence of its own: they open with different ones.
MODEL = {"model": "machine-model", "writing": "machine-writer"}
TEXT = {"model": "machine-text", "writing": "machine-writes"}
PAGE = LessonPage(
    "machine",
    "Words go in, words come out. Between them are boxes that pass on rows of numbers; here is each of them.",
    PARTS,
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
    usual = catalogue.offered()
    if PAGE.opened() == "writing":
        return {EARLY: ("English → French, stopped early", SLIP), **usual}
    return {**usual, WRITER: ("Language model, a decoder alone", "")}


def show_slip(text: str) -> None:
    """Where the answer is seen; used in a callback."""
    st.session_state[MODEL["writing"]] = EARLY
    sentence.show(TEXT["writing"], text)


def controls():
    """Sentence and model; returns the model and the reading of what can be shown."""
    results, known, state = PAGE.results, offered(), st.session_state
    model, typed, last = MODEL[PAGE.opened()], TEXT[PAGE.opened()], f"{MODEL[PAGE.opened()]}-last"
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        box = st.container(width="stretch", key="machine-sentence")
        if state.get(model, next(iter(known))) not in known:
            state[model] = next(iter(known))  # it was deleted, or mistyped
        name = st.selectbox(
            "Model",
            list(known),
            format_func=lambda name: known[name][0],
            key=model,
            bind="query-params",
            label_visibility="collapsed",
            width=270,
            on_change=st.rerun,
        )
    opening = results.opening(PAGE.opened(), name, known[name][1])
    if state.get(last, name) != name:
        sentence.show(typed, opening)
    state[last] = name
    with box:
        text = sentence.box(typed, opening, "Type a sentence")
    reading = results.reading(name, text)
    shown = sentence.readable(typed, name, reading, opening)
    if reading.problem:
        ui.note("machine", *sentence.problem(reading, shown))
    elif reading.unknown:
        said = live.load("lessons.kit.reading").about_unknown(results.trained(name), reading)
        ui.note("machine", *said)
    ui.remark(results.trained(name))
    return name, results.reading(name, shown)


def picture() -> None:
    """The figure of the open part, from the present choices."""
    part, results = PAGE.opened(), PAGE.results
    name, reading = controls()
    figure = (results.model_map if part == "model" else results.written)(name, reading)
    tells = part == "writing" and reading.text == SLIP
    PAGE.show(figure, f"machine-figure-{part}", tells)
    if part == "model":
        context()


def context() -> None:
    """The answer to the question of the first part: a number for each word."""
    with st.container(key="machine-context"):
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
