"""What a visitor has chosen on the decoding page, as the session remembers it."""

from typing import Any

import streamlit as st

from lessons.decoding import EARLY, PARTS, TYPED_TABLE, WRITER
from lessons.host import live
from lessons.kit import page, sentence
from lessons.models import catalogue

MODEL, TEXT, LAST = "decoding-model", "decoding-text", "decoding-last"
TYPED = "decoding-table"  # the box of the table, which is not lost by a look at another model
FORCED, SETTING, DRAFT = "decoding-forced", "decoding-setting", "decoding-draft"
EARLY_TITLE, WRITER_TITLE = "English → French, stopped early", "Language model"
TABLE_TITLE = "A table that you type"


def opened() -> str:
    """The part of the page that is open."""
    return page.opened("decoding", PARTS)


def offered() -> dict[str, str]:
    """The models of the open part, and how the page calls them."""
    if opened() == "drafting":  # its draft counts the symbols of the same text
        return {WRITER: WRITER_TITLE}
    others = {name: called for name, (called, _) in catalogue.offered().items()}
    if opened() == "bleu":
        return {EARLY: EARLY_TITLE, **others}
    found = {EARLY: EARLY_TITLE, **others, WRITER: WRITER_TITLE}
    if opened() == "sampling":  # opens with characters: there are few, and the eye knows words
        return {WRITER: WRITER_TITLE, **found}
    return {**found, TYPED_TABLE: TABLE_TITLE}


def model() -> str:
    """The chosen one, where the open part has it."""
    chosen = st.session_state.get(MODEL)
    return chosen if chosen in offered() else next(iter(offered()))


def opening(name: str) -> str:
    return live.load("lessons.decoding.results").opening(name)


def follow() -> None:
    """Another model, or another part with another model, opens with a sentence that it can read."""
    state, name = st.session_state, model()
    if state.get(LAST, name) != name:
        if name == TYPED_TABLE:
            state[FORCED] = ()
        else:
            show_sentence(opening(name))
    state[LAST] = name


def show_sentence(text: str) -> None:
    """Put a sentence into the box; used before the box is drawn."""
    sentence.show(TYPED if model() == TYPED_TABLE else TEXT, text)
    st.session_state[FORCED] = ()


def show_answer(text: str) -> None:
    """Where the answer to the question can be seen."""
    st.session_state[MODEL] = EARLY
    show_sentence(text)


# ---- from the drawings: a browser may send anything ----------------------------------------------
def force(value: Any) -> None:
    """A word was forced, with those before it: their tokens."""
    if isinstance(value, list) and len(value) < 60 and all(type(v) is int for v in value):
        st.session_state[FORCED] = tuple(value)


def forced(name: str, reading) -> tuple[int, ...]:
    """What is forced, where this model can write it."""
    found = st.session_state.get(FORCED, ())
    can = live.load("lessons.decoding.results").can_write(name, reading, found)
    return found if can else ()


def choose_draft(value: Any) -> None:
    """How many symbols are drafted, and another seed."""
    found = live.load("lessons.figures.drafting").Setting.of(value)
    if found is not None:
        st.session_state[DRAFT] = found


def choose_setting(value: Any) -> None:
    """The sliders of the sampling figure rest."""
    found = live.load("lessons.figures.sampling_lab").Setting.of(value)
    if found is not None:
        st.session_state[SETTING] = found
