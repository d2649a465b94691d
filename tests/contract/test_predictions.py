"""What every lesson asks first: each wrong choice has a reason of its own, and numbers say why."""

import re
from itertools import combinations

import pytest

from tests.kit.questions import PARTS, questions

pytestmark = pytest.mark.slow  # measures all that any page asks

# An option is named by what it says: its place in the list is nothing to explain it with.
BY_PLACE = r"\b(first|second|third|fourth|last|other) (option|answer|choice)\b"

every_lesson = pytest.mark.parametrize("lesson", PARTS)


def predictions(lesson: str) -> list:
    return [one.prediction for one in questions(lesson)]


@every_lesson
def test_each_wrong_choice_has_a_reason_of_its_own(lesson):
    for one in predictions(lesson):
        assert one.right in one.options and set(one.replies) == set(one.options)
        # What follows the yes or the no, without the right answer that some lessons name first.
        reasons = {o: one.replies[o].partition(" ")[2] for o in one.options}
        for a, b in combinations(one.options, 2):
            assert reasons[a] != reasons[b], f"{one.question}\n{a} and {b}: {reasons[a]}"
        for option in one.options:
            assert one.replies[option].startswith("Yes") == (option == one.right)
            assert re.search(r"\d|\bone\b|two|three|four", reasons[option]), (
                f"no number: {reasons[option]}"
            )


@every_lesson
def test_no_reason_names_an_option_by_its_place(lesson):
    for one in predictions(lesson):
        for reply in one.replies.values():
            assert not re.search(BY_PLACE, reply), reply


def test_the_right_answers_stand_in_different_places():
    asked = [one for lesson in PARTS for one in predictions(lesson)]
    places = [one.options.index(one.right) for one in asked]
    assert max(map(places.count, places)) < len(places) / 2, places


@every_lesson
def test_who_does_not_answer_is_told_why_without_a_yes(lesson):
    for one in predictions(lesson):
        assert one.reason and one.replies[one.right] in (one.reason, f"Yes. {one.reason}")
        assert not one.reason.startswith("Yes")
