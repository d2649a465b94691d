"""A new exercise needs its table, a stub and an edit for each mistake; all else follows."""

import pytest
import torch
from torch import Tensor

from lessons.kit.checking import Check, Failed
from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.mistakes import mutations
from lessons.kit.spec import Attempt, Spec, exercise, near, runs, shaped, tensor_of

X = fixed_tensor(2, 3, start=9)
HINTS = ("one", "two", "three")


def relu(x: Tensor) -> Tensor:
    return x.clamp(min=0)


def double(x: Tensor) -> Tensor:
    return 2 * x


def never_below_zero(relu: Attempt) -> None:
    if (least := relu(X).min().item()) < 0:
        raise Failed(f"the least number is {least:.2g}", "0")


def real_numbers(attempt: Attempt) -> None:
    near(*attempt.both_answers(X))


EXERCISE = exercise(
    __file__,
    "relu and double are there",
    HINTS,
    Spec(
        relu,
        [(X,), (3 * X,)],
        Check("relu keeps the shape", shaped, HINTS),
        Check("nothing is negative", never_below_zero, HINTS),
        Check("equals the real one", real_numbers, HINTS),
        trained=True,
    ),
    Spec(
        double,
        [(X,)],
        Check("double runs", runs, HINTS),
        Check("twice as much", real_numbers, HINTS),
        answer=tensor_of(lambda x: x.shape),
        further=True,
    ),
    mistakes=mutations(
        (relu, double),
        NoBend=("the line has no bend", ("x.clamp(min=0)", "x")),
        Halved=("it was halved", ("2 * x", "x / 2")),
    ),
    reveals="the real ones",
)
WRITTEN = {
    "relu": "def relu(x):\n    return (x + x.abs()) / 2\n",
    "double": "def double(x):\n    return x + x\n",
}


@pytest.fixture
def checked(tmp_path, monkeypatch):
    """What the checks say of these functions, those that are not given being right."""
    file = tmp_path / "exercise.py"
    monkeypatch.setattr(EXERCISE.student, "exercise", file)

    def checked(**bodies: str):
        file.write_text("\n".join((WRITTEN | bodies).values()), encoding="utf-8")
        return EXERCISE.check()

    return checked


def test_right_functions_pass_and_what_goes_further_may_wait(checked):
    assert checked().passed
    result = checked(double="def double(x):\n    raise NotImplementedError\n")
    assert result.passed and result.later == ("double",)


@pytest.mark.parametrize(
    ("name", "body", "failed", "saw", "likely"),
    [
        ("relu", "", "relu and double are there", "there is no function relu", ""),
        ("relu", "pass", "relu keeps the shape", "relu returned nothing; it needs a return", ""),
        ("relu", "return x[0]", "relu keeps the shape", "shape (3,)", ""),
        ("relu", "return x", "nothing is negative", "the least number is", "the line has no bend"),
        ("relu", "return x.clamp(min=0) / 3", "equals the real one", "number ", ""),
        ("double", "return [x]", "double runs", "double returned a list", ""),
        ("double", "return x * 0.5", "twice as much", "number ", "it was halved"),
        ("double", "x *= 2; return x", "the inputs stay unchanged", "double changes", ""),
        ("relu", "return x.detach().clamp(min=0)", "it learns: gradients flow back", "no grad", ""),
    ],
)
def test_the_rest_follows_from_the_table(checked, name, body, failed, saw, likely):
    result = checked(**{name: f"def {name}(x):\n    {body}\n" if body else ""})
    assert (result.failed, result.likely) == (failed, likely)
    assert result.saw.startswith(saw)
    assert "exercise.py" in result.look_at


def test_a_notebook_calls_the_functions_by_their_names(checked):
    checked()
    student = EXERCISE.student()
    student.find()
    assert torch.equal(student.relu(X), student.ask("relu", X))
    with pytest.raises(Failed, match="relu returned a list"):
        EXERCISE.student(lambda x: [x]).relu(X)
