"""The machine page: the whole model as a drawing, and how it writes. Only the open part computes."""

from contextlib import suppress

import streamlit as st

from lessons.host import live
from lessons.kit import page, saving, sentence, ui
from lessons.machine import CHANGED, EARLY, PARTS, SLIP, WRITER
from lessons.trainings import models
from lessons.trainings.shipped import SENTENCE

# Each part has a model and a sentence of its own: they open with different ones.
MODEL = {"model": "machine-model", "writing": "machine-writer"}
TEXT = {"model": "machine-text", "writing": "machine-writes"}
SHOWN = "machine-shown"
SOURCES = {
    "model": (
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
    "writing": (
        "The most probable word, again and again",
        "It remembers keys and values, so that each step computes only the new word.",
        {"transformer.decoding.greedy": ("greedy",)},
    ),
}


def opened() -> str:
    """The part that is open."""
    return page.opened("machine", PARTS)


def offered() -> dict[str, tuple[str, str]]:
    """The models of the open part → how the page calls them, and their sentence."""
    usual = models.offered()
    if opened() == "writing":
        return {EARLY: ("English → French, stopped early", SLIP), **usual}
    return {**usual, WRITER: ("Language model, a decoder alone", "")}


def show_slip(text: str) -> None:
    """Where the answer is seen; used in a callback."""
    st.session_state[MODEL["writing"]] = EARLY
    sentence.show(TEXT["writing"], text)


def controls():
    """Sentence and model; returns the model and the reading of what can be shown."""
    results, known, state = live.load("lessons.machine.results"), offered(), st.session_state
    model, typed, last = MODEL[opened()], TEXT[opened()], f"{MODEL[opened()]}-last"
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
    opening = results.opening(opened(), name, known[name][1])
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


@ui.fragment("machine-picture")
def picture() -> None:
    """The figure of the open part, from the present choices."""
    part, results = opened(), live.load("lessons.machine.results")
    name, reading = controls()
    figure = (results.model_map if part == "model" else results.written)(name, reading)
    with ui.covered("machine-writing", tells=part == "writing" and reading.text == SLIP):
        figure.show(key=f"machine-figure-{part}")
    saving.to_save(figure)
    st.session_state[SHOWN] = figure
    if part == "model":
        context()


def context() -> None:
    """The answer to the question of the first part: a number for each word."""
    results, words = (live.load(f"lessons.machine.{name}") for name in ("results", "words"))
    with st.container(key="machine-context"):
        st.markdown(words.context(SENTENCE, CHANGED))
        with ui.covered("machine-model", place="context"):
            ui.word_by_word([(word, "", f"{far:.2f}") for word, far in results.context()])


@ui.fragment("machine-predict")
def predict() -> None:
    """A question about the open part, to be answered before its answer is looked for."""
    with suppress(Exception):  # a broken layer is explained once, beside the picture
        found = live.load("lessons.machine.results").predict(opened())
        ui.predict(f"machine-{opened()}", found, on_show=show_slip)


main, aside = page.begin(
    "machine",
    "Words go in, words come out. Between them are boxes that pass on rows of numbers; here is each of them.",
    PARTS,
)
with main:
    picture()
with aside, suppress(Exception):
    with ui.panel("predict", "Predict first"):
        predict()
    with ui.folded("machine-notice", "What to notice"):
        words = live.load("lessons.machine.words")
        st.markdown(words.notice(opened(), st.session_state[SHOWN]))
page.below("machine", *SOURCES[opened()], ("next_scores", "translate"))
