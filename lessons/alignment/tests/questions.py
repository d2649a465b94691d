"""What the alignment page asks, and the text that gives away each answer."""

import re

from lessons.alignment import results
from tests.kit.questions import Asked


def questions():
    yield Asked(results.predict("step"), "step", "alignment-step", "192 dimensions")
    yield Asked(results.predict("map"), "map", "alignment-map", r"\.\d\d 1\.00 \.\d\d")
    shifted = results.predict("scored")
    early = re.search(r"in (\d+)%", shifted.reason)[1]
    yield Asked(shifted, "scored", "alignment-scored", rf"0\.{early}")
