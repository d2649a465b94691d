"""Notebooks' cells in the tab's PyTorch: none fails, and what they print is the same but for the last digits."""

import json
import os
import re
import subprocess
import sys

import pytest

from lessons import LESSONS
from tests.web import cells
from tests.web.test_torch import ROOT, in_the_tab

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
    one_thread = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    subprocess.run(
        [sys.executable, cells.__file__, files[0], lesson], env=one_thread, check=True, cwd=ROOT, capture_output=True
    )  # fmt: skip
    in_the_tab(cells.__file__, files[1], lesson)
    right, found = (json.loads(file.read_text())[lesson] for file in files)
    wrong, lines = [], 0
    for one, other in zip(right, found, strict=True):
        if one["error"] != other["error"]:
            wrong.append(f"{other['error']} in {other['source'][:80]!r}")
        printed = one["printed"].splitlines(), other["printed"].splitlines()
        lines += len(printed[0])
        wrong += [
            f"{a!r}, in the tab {b!r}" for a, b in zip(*printed, strict=False) if not alike(a, b)
        ]
    assert len(wrong) <= lines * ROUNDED.get(lesson, 0), "\n".join(wrong)


# The share of a lesson's printed lines in which rounding shows in words or in the form of a number. Where a notebook
# trains for hundreds of steps, rounding grows from step to step: its losses and shares differ by a few of a hundred.
TRAINED = dict.fromkeys(("training",), 0.12)
ROUNDED = dict.fromkeys(("attention", "masks", "memory", "alignment", "scores"), 0.02) | TRAINED
