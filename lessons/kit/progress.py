"""Progress on a page: it is stored in the browser only; nothing is sent to the server."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from lessons import LESSONS, Lesson
from lessons.kit.recall import Question, pieces, questions
from lessons.kit.task import task
from lessons.progress import DAYS

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from lessons.kit.bugs import Bug

WORDS = {
    "knew": "I knew it",
    "not_yet": "Not yet",
    "known": "again {day}",
    "unknown": "again {day}",
    "due": "Questions to recall today: {count}",
    "predicted": "predicted",
    "passed": "checks passed",
    "recalled": "{known} of {count} recalled",
    "bug": "Find the bug of the day",
    "bug_from": "This code is from the lesson {title}. The checks found an error. Click the line that is wrong.",
    "saw": "saw {saw}; expected {expected}",
    "bug_found": ["Correct, on the first try.", "Correct, after {tries} tries."],
    "bug_shown": "The marked line is wrong.",
    "bug_wrong": "This line is correct. Try another line.",
    "bug_next": "There will be a new bug tomorrow.",
    "exercise": "Exercise: {dots} {level}, {minutes} min.",
    "begin": "This browser stores your progress: predictions, checks, and recall questions that return after "
    "some days. Nothing leaves this computer.",
    "next": "Next:",
    "all_done": "You have finished every lesson. The recall questions will keep returning.",
    "kept": "Stored only in this browser.",
    "save": "Save to a file",
    "load": "Load from a file",
    "no_progress": "This file is not a saved progress file. Load a progress.json file that was saved here or that "
    "is in the project’s folder.",
    "forget": "Delete progress",
    "sure": "Delete all progress?",
}


def mark(what: str, key: str = "") -> None:
    """Store in the browser what was done in the open lesson: "predicted" (which `key`) or "passed"."""
    _component()(key=f"mark-{what}-{key}", data={"mark": {"what": what, "key": key}})


def recall(lesson: str) -> None:
    """Show the recall questions of a lesson: think, open the answer, say whether you knew it."""
    _show(
        f"recall-{lesson}",
        "questions",
        questions=[_question_fields(question) for question in questions(lesson)],
    )


def due() -> None:
    """Show the recall questions of all lessons that are due today, if there are any."""
    cards = [
        {**_question_fields(question), "from": lesson.title}
        for lesson in LESSONS
        for question in questions(lesson.name)
    ]
    _show("due", "due", questions=cards)


def done(lesson: str) -> None:
    """Show what is done of one lesson, if anything."""
    _show(f"done-{lesson}", "done", lesson=lesson, questions=len(questions(lesson)))


def bug(bug: "Bug") -> None:
    """Show the bug of the day: its code to click, and the result of the click."""
    _show("bug", "bug", bug=bug.as_dict())


def course() -> None:
    """Show the next lesson, a button to save the progress, and one to delete it."""
    lessons = [
        {"name": lesson.name, "title": lesson.title, "question": lesson.question}
        | {"address": lesson.name, "questions": len(questions(lesson.name))}
        | {"exercise": _exercise(lesson)}
        for lesson in LESSONS
    ]
    _show("progress", "course", lessons=lessons)


def _show(key: str, view: str, **data: Any) -> None:
    _component()(key=f"progress-{key}", data={"view": view, "words": WORDS, "days": DAYS, **data})


def _exercise(lesson: Lesson) -> dict:
    about = task(lesson)
    return {"dots": about.dots, "level": about.level, "minutes": about.minutes}


def _question_fields(question: Question) -> dict:
    return {
        "lesson": question.lesson,
        "id": question.id,
        "question": pieces(question.question),
        "answer": pieces(question.answer),
    }


@cache
def _component() -> Callable[..., Any]:
    code = Path(__file__).with_name("progress.js").read_text(encoding="utf-8")
    return st.components.v2.component("glassbox_progress", js=code)
