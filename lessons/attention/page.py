"""Page “Attention”, by hand and in a model: read the controls, run the model, draw the figures."""

from contextlib import suppress
from typing import TYPE_CHECKING

import streamlit as st

from lessons.attention import GUIDED, PARTS, UNGUIDED, results, words
from lessons.kit import page, sentence, terms, ui
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue, open_model
from lessons.models.shipped import OPENS_WITH, RECURRENT

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from lessons.kit.encoded_text import EncodedText
    from transformer.weights import Trained

PART = "attention-part"
MODEL, TEXT = "model", "text"  # parameters in the address of the part “In a model”
SEEN = "attention-model-seen"
HIDDEN = "Answer the question for the guided model and for both unguided models to see this table."
PAGE = LessonPage(
    "attention",
    "For each word, attention computes a weighted mixture of all words. The layer adds this mixture to the word’s "
    "vector.",
    PARTS,
    question=lambda: st.session_state.get(MODEL, OPENS_WITH),
)
SOURCES = Sources(
    "Code for attention",
    "The models above were trained with exactly this code.",
    {"transformer.attention": ("ScaledDotProduct", "softmax")},
)


def choose_part() -> None:
    """Open the part “In a model” if the address names a sentence or a model but no part."""
    state, address = st.session_state, st.query_params
    has_choice = any(name in address or name in state for name in (MODEL, TEXT))
    if has_choice and PART not in state and PART not in address:
        page.pick_part("attention", "model")


def other_picture(name: object) -> None:
    """Open the part “In a model” if the address was opened or pasted with a cell of its figure."""
    if not st.session_state.get(SEEN):
        page.pick_part("attention", "model")
        st.rerun()


def by_hand() -> None:
    """Show the three inputs; keep the choices of the other part."""
    state = st.session_state
    if MODEL in state and TEXT in state:
        state[MODEL] = state[MODEL]
        show_sentence(state[TEXT])
    PAGE.show(
        results.three_inputs(), "by-hand", reveals_answer=False, yields="figure",
        on_choose=other_picture,
    )  # fmt: skip


def slides() -> None:
    """Show the statements of slides, recomputed."""
    PAGE.show(results.slides(), "attention-slides", reveals_answer=False)


def in_model() -> None:
    """Draw only what a new sentence changes, since 60 visitors can type at once."""
    st.session_state[SEEN] = True
    models = (
        catalogue.offered(catalogue.has_maps)
        | RECURRENT
        | asking.runs(catalogue.has_cross_attention)
    )
    box = asking.Box(PAGE, models, MODEL, TEXT)
    with box.row():
        examples = st.container(width="content")
        name = box.pick(width=290)
    with examples, suppress(Exception):  # an error in the model is reported next to the figure
        st.menu_button(
            "Examples",
            results.trained(name).task.examples,
            key="example",
            on_click=lambda: show_sentence(st.session_state.example),
        )
    reading = box.encoded_text(results.encode)
    figure, facts, about = results.in_model(name, reading)
    tells = is_question(name, reading)
    with PAGE.covered(tells, wholly=False):
        row = results.row_asked_about(figure) if tells and PAGE.is_unanswered() else None
        # Before the words, since the browser draws in this order.
        figure.show(key="figure", hatched_row=row)
        PAGE.put(figure, panel="figure")
        ui.chips(*words.model_facts(results.trained(name)))
    with PAGE.covered(tells, place="writes"):
        with PAGE.section("What the model writes"):
            with ui.data("translation", reading.languages[1]):
                st.text(facts.translation or "(nothing)")
            words_written = [(word, of, f"{weight:.2f}") for word, of, weight in facts.words]
            ui.word_by_word(words_written, reading.languages)
            st.caption(about)
    if name in (GUIDED, *UNGUIDED) and not results.trained(name).remark:
        guidance()


def guidance() -> None:
    """Show the control without guidance, once the questions about all three models are answered."""
    waits = any(map(ui.is_open, (GUIDED, *UNGUIDED)))
    with PAGE.section("Control: trained without guidance", HIDDEN if waits else ""):
        if not waits:
            text, table = results.guidance()
            terms.markdown(text)
            st.html(table)


def is_question(name: str, reading: "EncodedText") -> bool:
    """Return whether this is the sentence of the question."""
    question = results.prediction(name)
    return question is not None and results.encode(name, question.sentence).ids == reading.ids


def show_sentence(text: str) -> None:
    """Put a sentence into the box (called in callbacks, before the box is drawn)."""
    sentence.show(TEXT, text)


def below_part() -> None:
    """Show the terms next to the example by hand, and the link below a model."""
    if PAGE.opened() == "model":
        open_model.link()
    if PAGE.opened() == "hand":
        with ui.panel("notice-terms", "Terms in one sentence each"):
            st.markdown(words.terms())


def notice() -> str:
    """Return what to look for in the model's figure, with the numbers of its card."""
    return words.notice(trained()) if PAGE.opened() == "model" else ""


def trained() -> "Trained":
    """Return the model of the question."""
    return results.trained(PAGE.question())


choose_part()
PAGE.draw(
    {"hand": by_hand, "model": in_model, "slides": slides},
    notice=notice,
    sources=SOURCES,
    write=("MyAttention.forward",),
    ask=lambda: results.prediction(PAGE.question()) or words.why_no_question(trained()),
    answer=show_sentence,
    asked=("model",),
    aside=below_part,
)
