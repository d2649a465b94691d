"""A mistake is an edit of the machine's own source; what happens when the source moves on."""

import inspect

import pytest

from lessons.kit.diagnose import Diagnoser, close_tensors
from lessons.kit.exercise import Functions
from lessons.kit.mistakes import StaleEdit, mutations
from transformer import positions
from transformer.attention import MultiHeadAttention, ScaledDotProduct
from transformer.registry import find

MISTAKES = mutations(
    (positions.frequencies, positions.shift),
    ("shift",),
    Gone=("never seen", ("a line that nobody wrote", "another")),
    Twice=("never seen", ("d_model", "d")),
    Backwards=("the matrix turns backwards", ("angle = offset", "angle = -offset")),
)


class Student(Functions):
    real = {"shift": positions.shift}


def test_an_edit_changes_what_it_says_and_nothing_of_the_machine():
    before = positions.shift(3, 4)
    (backwards,) = MISTAKES["Backwards"].code
    assert close_tensors(backwards(3, 4), before.mT)
    assert not close_tensors(backwards(3, 4), before)
    assert close_tensors(positions.shift(3, 4), before)


def test_its_lines_keep_their_numbers():
    (backwards,) = MISTAKES["Backwards"].code
    assert backwards.__code__.co_firstlineno == positions.shift.__code__.co_firstlineno
    assert backwards.__code__.co_filename == inspect.getsourcefile(positions)


@pytest.mark.parametrize(("name", "times"), [("Gone", "occurs 0 times"), ("Twice", "occurs ")])
def test_an_edit_that_fits_no_longer_says_so(name, times):
    with pytest.raises(StaleEdit, match=times) as moved:
        _ = MISTAKES[name].code
    for words in (f"the mistake {name} replaces", "positions.shift", "update the edit"):
        assert words in str(moved.value)


def test_a_mistake_that_fits_no_longer_is_passed_over():
    """A student may edit the machine while the app is open."""
    asked = (lambda student: student.found["shift"](3, 4),)
    student = Student(lambda offset, d_model: positions.shift(-offset, d_model))
    named = Diagnoser(MISTAKES.values(), (asked,), close_tensors)
    assert named(student) == "the matrix turns backwards"


def test_a_planted_layer_is_none_that_a_model_can_be_built_from():
    standard = find("attention", "standard")
    unscaled = mutations(
        (ScaledDotProduct, MultiHeadAttention),
        ("MultiHeadAttention",),
        Unscaled=("not divided", ("scores / math.sqrt(d_k)", "scores")),
    )
    (layer,) = unscaled["Unscaled"].code
    assert layer is not MultiHeadAttention
    assert find("attention", "standard") is standard is MultiHeadAttention


def test_more_functions_than_asked_for_are_refused():
    with pytest.raises(TypeError, match="2 functions were given, but the exercise asks for shift"):
        Student(positions.shift, positions.sinusoidal)
