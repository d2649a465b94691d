"""What the page on sequences asks, and what tells the answers."""

import re

from lessons.sequences import results
from tests.kit.questions import Asked


def questions():
    read, time, length = map(results.predict, ("read", "time", "length"))
    yield Asked(read, "read", "sequences-read", "and nothing else")
    told = re.escape(re.search(r"Measured: ([^,]+),", time.reason)[1].split(" ")[0])
    yield Asked(time, "time", "sequences-time", rf"GRU, default \S+ \S+ {told}\.?\d* · 10")
    yield Asked(
        length, "length", "sequences-length", "10 letters: a length", place="sequences-length=10"
    )
