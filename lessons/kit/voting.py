"""The question on the teacher's page, for the phones of the class (`lessons/host/classroom`)."""

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


def is_teacher() -> bool:
    """Say whether this visitor teaches a class that votes."""
    return ROOM is not None and ROOM.is_teacher(st.context.cookies.get(TEACHER))


def show(key: str, prediction: Prediction, is_uncovered: bool) -> None:
    """Offer the class the question of this page, if the teacher has it on the screen."""
    if ROOM is not None and is_teacher():
        ROOM.show(question_of(key, prediction), is_uncovered)
