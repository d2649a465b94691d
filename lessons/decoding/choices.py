"""The choices of a visitor on the decoding page, stored in the session."""

from typing import Any

import streamlit as st

from lessons.decoding import (
    DESK,
    EARLY,
    MOST_N,
    MOST_T,
    OPENING,
    OPENING_TABLE,
    PARTS,
    PROMPTS,
    TYPED_TABLE,
    WRITER,
    results,
    words,
)
from lessons.decoding.figures import drafting, sampling_lab
from lessons.kit import page, sentence
from lessons.models import asking, catalogue
from lessons.models.shipped import RECURRENT

MODEL, TEXT = "decoding-model", "decoding-text"
TYPED = "decoding-table"  # the box of the table keeps its text while another model is open
FORCED, SETTING, DRAFT = "decoding-forced", "decoding-setting", "decoding-draft"
Limits = tuple[int | None, int | None]  # see `limits`
STEPS, COMPLETE = "decoding-steps", "decoding-complete"  # T and n on the slides


def opened_part() -> str:
    """Return the part of the page that is open."""
    return page.opened("decoding", PARTS)


def offered_models() -> dict[str, tuple[str, str]]:
    """Return the models of the open part → their name on the page, and the sentence that each opens with."""
    early = {EARLY: ("English → French, stopped early", "")}
    writer = {WRITER: ("Language model", OPENING[WRITER])}
    if opened_part() == "drafting":  # the draft model counts the tokens of the same text
        return writer
    shows = catalogue.can_be_searched
    others = early | catalogue.offered(shows) | RECURRENT | asking.runs(shows)
    if opened_part() == "bleu":
        return others
    others |= {PROMPTS: ("GPT with task tokens", OPENING[PROMPTS])}
    others |= {DESK: ("GPT at a help desk", OPENING[DESK])}
    if opened_part() == "sampling":  # open with characters, because there are few
        return writer | others
    return others | writer | {TYPED_TABLE: ("A table that you type", OPENING[TYPED_TABLE])}


class Box(asking.Box):
    """The model and the sentence, or a table that is the model itself. The table has its own box, which keeps
    its text while another model is open."""

    def key(self, name: str) -> str:
        return TYPED if name == TYPED_TABLE else TEXT

    def first_sentence(self, name: str) -> str:
        return results.predict().sentence if name == EARLY else super().first_sentence(name)

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


def search_limits() -> Limits:
    """Ask for the largest number of steps (T) and of finished hypotheses (n); None: the default."""
    look: dict[str, Any] = {"width": 128, "bind": "query-params", "placeholder": "–"}
    return (
        st.number_input("T: max. steps", 1, MOST_T, None, key=STEPS, **look),
        st.number_input("n: finished", 1, MOST_N, None, key=COMPLETE, **look),
    )


def show_sentence(text: str) -> None:
    """Put a sentence or a table into its box, before the box is drawn."""
    sentence.show(TYPED if st.session_state.get(MODEL) == TYPED_TABLE else TEXT, text)
    st.session_state[FORCED] = ()


def show_answer(text: str) -> None:
    """Open the sentence that shows the answer to the question."""
    st.session_state[MODEL] = EARLY
    show_sentence(text)


# ---- sent by the figures: a browser can send anything ----------------------------------------------
def force_tokens(value: Any) -> None:
    """Store the tokens of a forced word and of the words before it."""
    if isinstance(value, list) and len(value) < 60 and all(type(v) is int for v in value):
        st.session_state[FORCED] = tuple(value)


def choose_draft(value: Any) -> None:
    """Store the number of drafted tokens and the seed."""
    setting = drafting.Setting.of(value)
    if setting is not None:
        st.session_state[DRAFT] = setting


def choose_setting(value: Any) -> None:
    """Store the setting at which the sliders of the sampling figure rest."""
    setting = sampling_lab.Setting.of(value)
    if setting is not None:
        st.session_state[SETTING] = setting
