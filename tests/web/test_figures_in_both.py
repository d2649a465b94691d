"""The figures of the pages, with PyTorch and with the tab's PyTorch: the same headers, the same numbers to rounding.

The bounds are of the largest number of 1 and the number itself. Over all lessons the furthest was 3.4e-5, a gradient's
length in `two_layers`, and below 1.4e-5 in all others: float32 sums in another order, through a few layers.
"""

import json
import os
import subprocess
import sys

import pytest

from lessons import LESSONS
from tests.web import figures
from tests.web.apart import floats_of, furthest, told_apart
from tests.web.test_torch import ROOT, in_the_tab

BOUND = 1e-4
QUICK = ("attention", "scores", "masks", "positions", "machine", "embeddings", "tokens", "memory")
# What a clock of this machine says is no number of a model.
MEASURED = {"cost_table": "milliseconds"}
REST = [lesson.name for lesson in LESSONS if lesson.name not in QUICK]


def both(folder, lessons):
    """What each lesson's figures are: with PyTorch, and in the tab."""
    files = folder / "right.json", folder / "tab.json"
    one_thread = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, figures.__file__, files[0], *lessons]
    subprocess.run(command, env=one_thread, check=True, cwd=ROOT, capture_output=True)
    in_the_tab(figures.__file__, files[1], *lessons)
    right, found = (json.loads(file.read_text()) for file in files)
    return {lesson: (right[lesson], found[lesson]) for lesson in lessons}


def same(right, found):
    """A line for each difference."""
    yield from (
        f"{a}, in the tab {b}" for a, b in zip(right["said"], found["said"], strict=True) if a != b
    )
    kinds = [[one["kind"] for one in side["figures"]] for side in (right, found)]
    if kinds[0] != kinds[1]:
        yield f"figures {kinds[0]}, in the tab {kinds[1]}"
    for one, other in zip(right["figures"], found["figures"], strict=False):
        yield from (
            f"{one['kind']}{line}" for line in told_apart(one["header"], other["header"], BOUND)
        )
        for array in one["header"]["arrays"]:
            if MEASURED.get(one["kind"], " ") not in array["name"]:
                start, end = array["offset"], array["offset"] + size(array["shape"])
                gap = furthest(floats_of(one)[start:end], floats_of(other)[start:end])
                if gap > BOUND:
                    yield f"{one['kind']}.{array['name']}: {gap:.1e} away"


def size(shape):
    count = 1
    for n in shape:
        count *= n
    return count


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    return both(tmp_path_factory.mktemp("figures"), QUICK)


@pytest.mark.parametrize("lesson", QUICK)
def test_a_lesson_opens_and_answers_as_with_pytorch(quick, lesson):
    right, found = quick[lesson]
    assert right["figures"], lesson
    assert all("Error" not in line for line in right["said"]), right["said"]
    assert not list(same(right, found))


@pytest.mark.slow
@pytest.mark.parametrize("lesson", REST)
def test_the_dearer_lessons_too(tmp_path, lesson):
    right, found = both(tmp_path, [lesson])[lesson]
    assert not list(same(right, found))


def test_another_number_is_seen():
    def made(value, label):
        floats = "AACAPw==" if value == 1 else "AAAAQA=="
        array = {"name": "a", "shape": [1], "offset": 0}
        return {
            "said": [],
            "figures": [
                {"kind": "k", "header": {"arrays": [array], "label": label}, "floats": floats}
            ],
        }

    assert not list(same(made(1, "x"), made(1, "x")))
    assert len(list(same(made(1, "x"), made(2, "y")))) == 2
