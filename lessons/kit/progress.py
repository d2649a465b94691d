"""Progress in a page: what is done, is noted in the browser; nothing of it comes to the server."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from lessons import LESSONS, Lesson
from lessons.kit.recall import Question, pieces, questions
from lessons.kit.task import task
from lessons.progress import DAYS

if TYPE_CHECKING:  # it needs torch, which the app has not
    from lessons.kit.bugs import Bug

WORDS = {
    "knew": "I knew it",
    "not_yet": "Not yet",
    "known": "again {day}",
    "unknown": "again {day}",
    "due": "Do you remember? {count} to recall today",
    "predicted": "predicted",
    "passed": "checks passed",
    "recalled": "{known} of {count} recalled",
    "bug": "Find the bug of the day",
    "bug_from": "From the lesson {title}. The checks found that something is wrong; which line is it? Click it.",
    "saw": "saw {saw}; expected {expected}",
    "bug_found": ["Found at once.", "Found in {tries} tries."],
    "bug_shown": "It is the marked line.",
    "bug_wrong": "Not this line.",
    "bug_next": "Tomorrow there is another one.",
    "exercise": "Its exercise: {dots} {level}, {minutes} min.",
    "begin": "What you do here is kept in this browser: predictions, checks, and questions that come back "
    "after days. Nothing leaves this machine.",
    "next": "Next:",
    "all_done": "You have done every lesson. The questions go on coming back.",
    "kept": "Kept in this browser only.",
    "save": "Save as a file",
    "load": "Load a file",
    "no_progress": "This file holds no progress. Needed: a progress.json that was saved here, or one from "
    "the project's folder.",
    "forget": "Forget all",
    "sure": "Really forget all?",
}


def mark(what: str, key: str = "") -> None:
    """Note in the browser that something is done in the open lesson: "predicted" (which `key`) or "passed"."""
    _component()(key=f"mark-{what}-{key}", data={"mark": {"what": what, "key": key}})


def recall(lesson: str) -> None:
    """The recall questions of a lesson: think, open the answer, say whether you knew it."""
    _show(f"recall-{lesson}", "questions", questions=[_asked(one) for one in questions(lesson)])


def due() -> None:
    """The recall questions of all lessons that come back today, if there are any."""
    asked = [
        {**_asked(one), "from": lesson.title}
        for lesson in LESSONS
        for one in questions(lesson.name)
    ]
    _show("due", "due", questions=asked)


def done(lesson: str) -> None:
    """What is done of one lesson, if anything is."""
    _show(f"done-{lesson}", "done", lesson=lesson, questions=len(questions(lesson)))


def bug(found: "Bug") -> None:
    """The bug of the day: its code to click at, and what the click was worth."""
    _show("bug", "bug", bug=found.as_dict())


def course() -> None:
    """What comes next; a copy to keep; a way to forget everything."""
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


def _asked(question: Question) -> dict:
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
