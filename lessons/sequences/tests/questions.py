"""What the page on sequences asks, and the text that gives away each answer."""

from urllib.parse import quote_plus

from lessons.sequences import DESKS, FORGETS, LONG, results
from tests.kit.questions import Asked


def questions():
    read, time, length, desk = map(results.predict, ("read", "time", "length", "desk"))
    yield Asked(read, "read", "sequences-read", "only the encoder’s last state")
    yield Asked(time, "time", "sequences-time", r"GRU, default \S+ \S+ \d[.\d]* · 10")
    longer = f"sequences-trained={quote_plus(LONG)}"
    yield Asked(
        length,
        "length",
        "sequences-length",
        r"one state \(6,000 steps\) 7",
        address=longer,
        wholly=True,
    )
    yield Asked(desk, "desk", "sequences-desk", r"One state, new[^%]*\d\d\.\d%")
    blind = f"sequences-reader={quote_plus(DESKS[FORGETS])}"  # all that was said before is seen
    yield Asked(desk, "desk", "sequences-desk", r"welcome (?!hugo)\w+", address=blind)
