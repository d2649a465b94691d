"""What a visitor has chosen on the decoding page, as the session remembers it."""

from typing import Any

import streamlit as st

from lessons.decoding import (
    DESK,
    EARLY,
    OPENING,
    OPENING_TABLE,
    PARTS,
    PROMPTS,
    TYPED_TABLE,
    WRITER,
)
from lessons.host import live
from lessons.kit import page, sentence
from lessons.models import asking, catalogue
from lessons.models.shipped import RECURRENT

results, words = live.module("lessons.decoding.results"), live.module("lessons.decoding.words")
MODEL, TEXT = "decoding-model", "decoding-text"
TYPED = "decoding-table"  # the box of the table, which is not lost by a look at another model
FORCED, SETTING, DRAFT = "decoding-forced", "decoding-setting", "decoding-draft"


def opened() -> str:
    """The part of the page that is open."""
    return page.opened("decoding", PARTS)


def offered() -> dict[str, tuple[str, str]]:
    """The models of the open part → how the page calls them, and the sentence that each opens with."""
    early = {EARLY: ("English → French, stopped early", "")}
    writer = {WRITER: ("Language model", OPENING[WRITER])}
    if opened() == "drafting":  # its draft counts the symbols of the same text
        return writer
    shows = catalogue.goes_on_or_answers
    others = early | catalogue.offered(shows) | RECURRENT | asking.runs(shows)
    if opened() == "bleu":
        return others
    others |= {PROMPTS: ("GPT with task tokens", OPENING[PROMPTS])}
    others |= {DESK: ("GPT at a help desk", OPENING[DESK])}
    if opened() == "sampling":  # opens with characters: there are few, and the eye knows words
        return writer | others
    return others | writer | {TYPED_TABLE: ("A table that you type", OPENING[TYPED_TABLE])}


class Box(asking.Box):
    """The model and the sentence, or a table that is the model itself: that has a box of its own, which is not
    lost by a look at another model."""

    def key(self, name: str) -> str:
        return TYPED if name == TYPED_TABLE else TEXT

    def opening(self, name: str) -> str:
        return results.mistakes()[0][1] if name == EARLY else super().opening(name)

    def open(self, name: str) -> None:
        st.session_state[FORCED] = ()
        if name != TYPED_TABLE:
            super().open(name)

    def typed(self) -> str:
        if self.name != TYPED_TABLE:
            return super().typed()
        return sentence.area(TYPED, OPENING_TABLE, words.TABLE, results.LONGEST_TABLE)

    def remark(self) -> None:
        if self.name != TYPED_TABLE:
            super().remark()


def show_sentence(text: str) -> None:
    """Put a sentence, or a table, into its box; used before the box is drawn."""
    sentence.show(TYPED if st.session_state.get(MODEL) == TYPED_TABLE else TEXT, text)
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
    return found if results.can_write(name, reading, found) else ()


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
