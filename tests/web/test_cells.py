"""Notebooks' cells in the tab's PyTorch: none fails, and what they print is the same but for the last digits."""

import json
import re
from itertools import zip_longest

import pytest

from lessons import LESSONS
from tests.web import cells
from tests.web.apart import in_the_tab, with_pytorch

pytestmark = pytest.mark.slow

# A row that was measured by a clock, or after a training of hundreds of steps, where rounding grows.
LOOSE = re.compile(
    r"number \d+ is|BELOW the floor|, fast |held-out|shuffled|milliseconds| ms\b|seconds|copied without|^gru |^attention |minutes"
)
NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?")


def alike(one, other):
    """Two printed lines: the same words, and numbers that are near; what is below 1e-5 is rounding in both."""
    if LOOSE.search(one):
        return True
    if NUMBER.sub("#", one) != NUMBER.sub("#", other) and " ".join(one.split()) != " ".join(
        other.split()
    ):
        return False
    pairs = zip(map(float, NUMBER.findall(one)), map(float, NUMBER.findall(other)), strict=False)
    return all(abs(a - b) <= 1e-5 + 2e-3 * abs(a) for a, b in pairs)


@pytest.mark.parametrize("lesson", [lesson.name for lesson in LESSONS])
def test_every_cell_runs_and_prints_the_same(lesson, tmp_path):
    files = tmp_path / "right.json", tmp_path / "tab.json"
    with_pytorch(cells.__file__, files[0], lesson)
    in_the_tab(cells.__file__, files[1], lesson)
    right, found = (json.loads(file.read_text())[lesson] for file in files)
    other, lines, failed = [], 0, []
    for one, mine in zip(right, found, strict=True):
        if one["error"] != mine["error"]:
            failed.append(f"{mine['error']} in {mine['source'][:80]!r}")
        printed = one["printed"].splitlines(), mine["printed"].splitlines()
        lines += len(printed[0])
        pairs = zip_longest(*printed, fillvalue="")
        other += [f"{a!r}, in the tab {b!r}" for a, b in pairs if not alike(a, b)]
    assert not failed, "\n".join(failed)
    assert len(other) <= lines * ROUNDED.get(lesson, FEW), "\n".join(other)


# The share of a lesson's printed lines in which rounding shows: in the form of a number, in a tie that a model decides
# the other way, on one processor here and on another there. Where a notebook trains for hundreds of steps it grows from
# step to step (22 of 252 lines).
FEW, ROUNDED = 0.03, {"training": 0.15}
