"""Questions of the machine page, and the patterns that would give away their answers."""

import re

from lessons.machine import results
from tests.kit.questions import Asked


def questions():
    model = results.predict("model")
    differ = re.search(r"“it” by (\d+\.\d\d)", model.reason)[1]
    yield Asked(model, "model", "machine-model", rf"\b{differ}\b")
    yield Asked(
        results.predict("writing"), "writing", "machine-writing", r"Words to correct: .*?\d"
    )
