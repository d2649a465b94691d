"""The positions page: five parts, of which only the open one computes."""

from contextlib import suppress

import streamlit as st

from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking
from lessons.positions import OPENING, PARTS, SENTENCE, TRANSLATOR, choices
from lessons.positions.choices import ORDER, PLACE, SETTING

WITH_PANEL = ("lab", "slides", "score")  # parts whose numbers open their arithmetic
PAGE = LessonPage(
    "positions",
    "Attention alone does not see the order of words. Positions are added to the vectors, or rotate queries and keys.",
    PARTS,
    figures="positions-figure",
)
SOURCES = Sources(
    "The whole of sinusoidal positions",
    "What trains the models is what fills the tables above; there is no second copy.",
    {"transformer.positions": ("frequencies", "sinusoidal", "waves", "shift")},
)


def picture() -> None:
    """The figure of the open part, from the present choices."""
    part, results = PAGE.opened(), PAGE.results
    on_choose = None
    if part in ("why", "score"):
        box = asking.Box(PAGE, {TRANSLATOR: ("", SENTENCE)})
        box.placeholder = "Type a sentence of the model’s words"
        box.row()
        reading = box.reading()
    if part == "why":
        order, on_choose = st.session_state.get(ORDER), choices.choose_order
        if order is not None and sorted(order) != list(range(len(reading.words))):
            order = st.session_state[ORDER] = None  # of another sentence
        figure = results.why(reading, order)
    elif part == "lab":
        figure = results.lab(*st.session_state.get(SETTING, OPENING))
        on_choose = choices.choose_setting
    elif part == "slides":
        figure = results.check_slides()
    elif part == "score":
        figure = results.score(reading)
    else:
        figure = results.length()
    if where := st.session_state.get(f"{PLACE}-{part}"):
        with suppress(ValueError):  # a setting that has no such cell
            figure = figure.at(**where)
    # A slide that is to be judged asks by itself.
    asks, panel = part == "slides", part in WITH_PANEL
    waits = asks and PAGE.waits()
    PAGE.show(
        figure,
        tells=not asks,
        panel=panel,
        on_choose=on_choose,
        waits=waits,
    )


def notice() -> str:
    """What to look for in the open part."""
    words = PAGE.words
    return words.NOTICE.get(PAGE.opened()) or words.after_training(PAGE.results.length())


PAGE.draw(
    picture,
    notice=notice,
    sources=SOURCES,
    write=("sinusoidal", "shift"),
    answer=choices.show_answer,
)
