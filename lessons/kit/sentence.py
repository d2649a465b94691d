"""The box for a sentence, kept in the address and set by examples and answers; and its last valid text.

`key` is the box's name in the address.
"""

from typing import Any, Protocol

import streamlit as st

from lessons.kit import voting


class Read(Protocol):
    """A typed text as a model reads it: a `EncodedText`, or another class of a lesson."""

    @property
    def text(self) -> str: ...
    @property
    def problem(self) -> str: ...
    @property
    def notes(self) -> tuple[str, ...]: ...


def box(key: str, opening: str, placeholder: str = "Type a sentence") -> str:
    """Draw the box and return its text, at first `opening`. A class may propose sentences for it."""
    voting.take_sentences()
    return st.text_input(
        "Sentence", **begin(key, opening), key=key, bind="query-params",
        label_visibility="collapsed", placeholder=placeholder,
    )  # fmt: skip


def area(key: str, opening: str, label: str, most: int) -> str:
    """Draw the same box with several lines, for at most `most` characters."""
    return st.text_area(
        label, **begin(key, opening), key=key, bind="query-params", max_chars=most, height=236
    )


def begin(key: str, opening: str) -> dict[str, Any]:
    """Return the default of a text box as its argument; nothing after `show`."""
    # Streamlit complains about a default beside a value that a callback has set.
    return {} if st.session_state.pop(f"{key}-picked", False) else {"value": opening}


def show(key: str, text: str) -> None:
    """Put a sentence in the box; for callbacks, before the box is drawn."""
    st.session_state[key], st.session_state[f"{key}-picked"] = text, True


def readable(key: str, model: str, encoded: Read, opening: str) -> str:
    """Return the text; if it has a problem, the last one that this model could show."""
    last = st.session_state.setdefault(f"{key}-last", {})
    if not encoded.problem:
        last[model] = encoded.text
    return last.get(model, opening)


def problem(encoded: Read, shown: str) -> tuple[str, str]:
    """Describe the problem and what is shown instead, for `ui.note`."""
    still = f": {shown}" if "\n" not in shown else " the last valid text."
    return encoded.problem, f"The figure still shows{still}"
