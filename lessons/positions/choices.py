"""The visitor's choices on the positions page, kept in the session."""

from typing import Any

import streamlit as st

from lessons.kit import page, sentence
from lessons.positions import BEYOND, EXAMPLE, PARTS, SENTENCE
from lessons.positions.figures.position_lab import tables

SETTING, ORDER, PLACE = "positions-setting", "positions-order", "positions-place"
TEXT = "positions-text"  # the sentence, in the address


def opened() -> str:
    """Return the part of the page that is open."""
    return page.opened("positions", PARTS)


def choose_setting(value: Any) -> None:
    """Store the setting of the lab when a slider is released. The value comes from a browser."""
    setting = tables.Setting.of(value)
    if setting is not None:
        numbers = (setting.positions, setting.dimensions, setting.base)
        st.session_state[SETTING] = (setting.scheme, *numbers)


def choose_order(value: Any) -> None:
    """Store the order after words were swapped. The value comes from a browser."""
    if isinstance(value, list) and value and all(type(number) is int for number in value):
        st.session_state[ORDER] = tuple(value)


def show_answer(part: str) -> None:
    """Show the answer to a question in the figure. For a callback, before the page is drawn."""
    state = st.session_state
    if part == "lab":
        state[SETTING] = EXAMPLE
        state[f"{PLACE}-{part}"] = {
            "view": "products",
            "cell": "product",
            "position": 0,
            "other": 4,
        }
    elif part == "why":
        sentence.show(TEXT, SENTENCE)
        state[ORDER] = None  # reversed
    elif part == "slides":
        state[f"{PLACE}-{part}"] = {"shown": True}
    elif part == "length":
        state[f"{PLACE}-{part}"] = {"length": BEYOND}
