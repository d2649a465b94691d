"""What the page on sequences asks, and what tells the answers."""

from lessons.sequences import results
from tests.kit.questions import Asked


def questions():
    read, time, length, desk = map(results.predict, ("read", "time", "length", "desk"))
    yield Asked(read, "read", "sequences-read", "and nothing else")
    yield Asked(time, "time", "sequences-time", r"GRU, default \S+ \S+ \d[.\d]* · 10")
    yield Asked(
        length, "length", "sequences-length", "10 letters: a length", place="sequences-length=10"
    )
    yield Asked(desk, "desk", "sequences-desk", r"Without attention[^%]*\b85\.\d%")
    blind = "sequences-reader=Without+attention"  # all that was said before is seen
    yield Asked(desk, "desk", "sequences-desk", "welcome clara", address=blind)
