"""The positions page: five parts. Only the open part computes."""

from contextlib import suppress

import streamlit as st

from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking
from lessons.positions import OPENING, PARTS, SENTENCE, TRANSLATOR, choices, results, words
from lessons.positions.choices import ORDER, PLACE, SETTING

WITH_PANEL = ("lab", "slides", "score")  # parts in which a click on a number shows its arithmetic
PAGE = LessonPage(
    "positions",
    "Attention itself does not see the order of words. **Positional encoding** adds a position to each vector, or "
    "rotates queries and keys.",
    PARTS,
    figures="positions-figure",
)
SOURCES = Sources(
    "Code for the sinusoidal encoding",
    "The models above were trained with exactly this code, which also fills the tables.",
    {"transformer.positions": ("frequencies", "sinusoidal", "waves", "shift")},
)


def picture() -> None:
    """Draw the figure of the open part with the current choices."""
    part = PAGE.opened()
    on_choose = None
    if part in ("why", "score"):
        box = asking.Box(PAGE, {TRANSLATOR: ("", SENTENCE)})
        box.placeholder = "Type a sentence with the model’s words"
        box.row()
        reading = box.encoded_text(results.encode)
    if part == "why":
        order, on_choose = st.session_state.get(ORDER), choices.choose_order
        if order is not None and sorted(order) != list(range(len(reading.words))):
            order = st.session_state[ORDER] = None  # the order of another sentence
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
    # The slide figure asks its own question.
    asks, panel = part == "slides", part in WITH_PANEL
    waits = asks and PAGE.is_unanswered()
    PAGE.show(
        figure,
        reveals_answer=not asks,
        panel=panel,
        on_choose=on_choose,
        is_unanswered=waits,
    )
    if part == "slides":
        with PAGE.section("Four statements on slides", words.SLIDES):
            st.html(results.layouts())
    if part == "length":
        control()


def control() -> None:
    """Show the encodings with other seeds and more steps; covered until the question is answered."""
    with PAGE.covered(place="control"):
        with PAGE.section("Control: three seeds, three numbers of steps", results.about_control()):
            st.html(results.control())


def notice() -> str:
    """Return what to notice in the open part."""
    return words.NOTICE.get(PAGE.opened()) or words.after_training(results.length())


PAGE.draw(
    picture,
    notice=notice,
    sources=SOURCES,
    write=("sinusoidal", "shift"),
    answer=choices.show_answer,
)
