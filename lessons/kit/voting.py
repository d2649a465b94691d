"""The question on the teacher's page, for the phones of the class (`lessons/host/classroom`)."""

from html import escape

import streamlit as st

from lessons.host.classroom.question import Question
from lessons.host.classroom.room import ROOM, TEACHER
from lessons.kit.prediction import Prediction, to_html


def question_of(key: str, prediction: Prediction) -> Question:
    """Return a prediction with its markdown as HTML; a typed sentence in it is escaped."""
    options = prediction.options
    reasons = tuple(to_html(prediction.replies[option]) for option in options)
    shown = tuple(map(to_html, options))
    return Question(
        key, to_html(prediction.question), shown, options.index(prediction.right), reasons
    )


def has_class() -> bool:
    """Say whether the app was started for a class."""
    return ROOM is not None


def is_teacher() -> bool:
    """Say whether this visitor teaches a class that votes."""
    return ROOM is not None and ROOM.is_teacher(st.context.cookies.get(TEACHER))


def begin_page() -> None:
    """Forget what the teacher's previous page asked and took."""
    if ROOM is not None and is_teacher():
        ROOM.on_screen, ROOM.proposals.is_open = None, False


def take_sentences() -> None:
    """Let phones propose sentences, because the teacher's page takes them."""
    if ROOM is not None and is_teacher():
        ROOM.proposals.is_open = True


def show(key: str, prediction: Prediction, is_uncovered: bool) -> None:
    """Offer the class the question of this page, if the teacher has it on the screen."""
    if ROOM is not None and is_teacher():
        ROOM.show(question_of(key, prediction), is_uncovered)


def tell_button(exercise: str, mistake: str) -> None:
    """Offer to tell the class the result of an exercise; hidden unless the page belongs to a class.

    `mistake`: its name, or "" if all checks passed.
    """
    data = f'data-exercise="{escape(exercise)}" data-mistake="{escape(mistake)}"'
    st.html(
        f'<button type="button" class="tell-class" {data}>Tell the class, without my name</button>'
    )
