"""The exercise on pictures: `view` of a contiguous map passes, and each message fits all forms of its mistake."""

import pytest

from lessons.pictures.checks import check
from lessons.pictures.mistakes import MISTAKES
from lessons.pictures.tests import mutants

AGAIN = [
    pytest.param(name, edits, id=f"{name}-{number}")
    for name, every in mutants.AGAIN.items()
    for number, edits in enumerate(every)
]


def written(text: str) -> list:
    """Return the functions of a student's file."""
    names: dict = {}
    exec(text, names)
    return [names[name] for name in mutants.BODIES]


def test_view_is_accepted():
    view = (mutants.LIST, "features.view(batch, width, -1).transpose(1, 2)")
    assert check(*written(mutants.solution(view))).passed


@pytest.mark.parametrize(("name", "edits"), AGAIN)
def test_a_mistake_written_differently_gets_the_same_sentence(name, edits):
    assert check(*written(mutants.solution(*edits))).likely == MISTAKES[name].sentence
