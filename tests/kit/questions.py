"""What the pages ask: each lesson lists it in `lessons/NAME/tests/questions.py`."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module

import pytest

from lessons import LESSONS
from lessons.kit.prediction import Prediction
from tests.kit.paths import ROOT

# Name of a lesson → the parts of its page: name in the address → (how the page calls it, …).
PARTS = {
    lesson.name: getattr(import_module(f"lessons.{lesson.name}"), "PARTS", {"": ()})
    for lesson in LESSONS
}


@dataclass(frozen=True)
class Asked:
    """A question, and what tells its answer on the page. Without `tells` only its texts are looked at."""

    prediction: Prediction
    part: str = ""  # of the page, as the address names it
    key: str = ""  # of the question on the page
    tells: str = ""  # a pattern: to be seen there after an answer, and not before
    covered: bool = True  # whether something is covered while it is open
    wholly: bool = (
        False  # whether all of its figure tells the answer, so that nothing of it is seen
    )
    address: str = ""  # of what shows the answer, where that is not what the part opens with
    place: str = ""  # in the figure, named by a link, where the answer stands


@cache
def questions(lesson: str) -> tuple[Asked, ...]:
    """All that the page of a lesson asks; computed, so never while tests are collected."""
    listed = module(lesson)
    with_prediction = tuple(question for question in listed.questions() if question.prediction)
    assert with_prediction, (
        f"{listed.__file__}: questions() lists none; every lesson asks before it shows"
    )
    elsewhere = getattr(listed, "ELSEWHERE", {})  # part → where its answer is looked for instead
    looked_at = {question.part for question in with_prediction if question.tells} | set(elsewhere)
    assert looked_at == set(PARTS[lesson]), (
        f"the page of {lesson} has the parts {sorted(PARTS[lesson])}; {listed.__file__} says for "
        f"{sorted(looked_at)} what tells the answer (Asked.tells), or in ELSEWHERE why nothing does"
    )
    return with_prediction


def module(lesson: str):
    """The file of a lesson that lists its questions."""
    file = ROOT / "lessons" / lesson / "tests" / "questions.py"
    if not file.exists():
        pytest.fail(
            f"{file.relative_to(ROOT)} is missing. Write `def questions()` there: for each question of the "
            "page it yields an `Asked` of tests/kit/questions.py, with a pattern that tells the answer"
        )
    return import_module(f"lessons.{lesson}.tests.questions")
