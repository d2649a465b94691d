"""The attention page, by hand and in a model. It reads controls, calls the machine and the figures."""

from contextlib import suppress

import streamlit as st

from lessons.attention import PARTS
from lessons.kit import page, sentence, ui
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue
from lessons.models.shipped import OPENS_WITH, RECURRENT

PART = "attention-part"
MODEL, TEXT = "model", "text"  # what an address of the part with the model may hold
SEEN = "attention-model-seen"
PAGE = LessonPage(
    "attention",
    "Attention gives each word a weighted mixture of all words; the layer adds it to the word.",
    PARTS,
    question=lambda: st.session_state.get(MODEL, OPENS_WITH),
)
SOURCES = Sources(
    "The whole of attention",
    "This is what ran, for training and for the picture above. There is no second copy.",
    {"transformer.attention": ("ScaledDotProduct", "softmax")},
)


def choose_part() -> None:
    """The part of an address that names none: with a sentence or a model in it, that of the model."""
    state, address = st.session_state, st.query_params
    asked = any(name in address or name in state for name in (MODEL, TEXT))
    if asked and PART not in state and PART not in address:
        page.pick_part("attention", "model")


def other_picture(name: object) -> None:
    """The address holds the place of the model's picture; it was opened or pasted, not left behind."""
    if not st.session_state.get(SEEN):
        page.pick_part("attention", "model")
        st.rerun()


def by_hand() -> None:
    """Three inputs; the choices of the other part stay for whoever goes back to it."""
    state = st.session_state
    if MODEL in state and TEXT in state:
        state[MODEL] = state[MODEL]
        show_sentence(state[TEXT])
    PAGE.show(
        PAGE.results.three_inputs(), "by-hand", tells=False, yields="figure",
        on_choose=other_picture,
    )  # fmt: skip


def in_model() -> None:
    """All that a new sentence changes, and nothing else: 60 visitors may type at once."""
    st.session_state[SEEN] = True
    results, words = PAGE.results, PAGE.words
    known = catalogue.offered(catalogue.has_maps) | RECURRENT | asking.runs(catalogue.looks_back)
    box = asking.Box(PAGE, known, MODEL, TEXT)
    with box.row():
        examples = st.container(width="content")
        name = box.pick(width=290)
    with examples, suppress(Exception):  # what is wrong with the model is said beside the picture
        st.menu_button(
            "Examples",
            results.trained(name).task.examples,
            key="example",
            on_click=lambda: show_sentence(st.session_state.example),
        )
    reading = box.reading()
    figure, facts = results.figure(name, reading), results.facts(name, reading)
    tells = asked_about(name, reading)
    with PAGE.covered(tells, wholly=False):
        row = results.row_asked_about(figure) if tells and PAGE.waits() else None
        figure.show(
            key="figure", veil=row
        )  # before the words, since the browser draws in this order
        PAGE.put(figure, panel="figure")
        ui.chips(*words.about(results.trained(name)))
    with PAGE.covered(tells, place="writes"):
        with PAGE.section("What the model writes"):
            st.text(facts.translation or "(nothing)")
            ui.word_by_word([(word, of, f"{weight:.2f}") for word, of, weight in facts.words])
            st.caption(words.about_sentence(facts))


def asked_about(name: str, reading) -> bool:
    """Whether this is the sentence of the question."""
    found = PAGE.results.prediction(name)
    return found is not None and PAGE.results.reading(name, found.sentence).ids == reading.ids


def show_sentence(text: str) -> None:
    """Put a sentence into the box; used in callbacks, before the box is drawn."""
    sentence.show(TEXT, text)


def terms() -> None:
    """Beside the example by hand, what its steps are called."""
    if PAGE.opened() == "hand":
        with ui.panel("notice-terms", "In one sentence each"):
            st.markdown(PAGE.words.terms())


def notice() -> str:
    """What to look for in the model's picture, with the numbers on the card of this model."""
    return "" if PAGE.opened() == "hand" else PAGE.words.notice(trained())


def trained():
    return PAGE.results.trained(PAGE.question())


choose_part()
PAGE.draw(
    {"hand": by_hand, "model": in_model},
    notice=notice,
    sources=SOURCES,
    write=("MyAttention.forward",),
    ask=lambda: PAGE.results.prediction(PAGE.question()) or PAGE.words.not_asked(trained()),
    answer=show_sentence,
    asked=("model",),
    aside=terms,
)
