"""What the block page asks, and what tells the answers."""

import re

from lessons.block import results
from tests.kit.questions import Asked


def questions():
    by_hand, deep = map(results.predict, ("hand", "depth"))
    word_of_a_row = (
        r"1 feed-forward \D"  # of one that does not end the stream; numbers follow in the table
    )
    yield Asked(results.predict("stream"), "stream", "block-stream", word_of_a_row)
    yield Asked(by_hand, "norm", "block-hand", r"11\.1803", place="block-figure-hand=2/1/6")
    first = re.search(r"(\S+) in the first layer", deep.reason)[1]
    measured = rf"no residual {re.escape(first)}"  # its row of the table
    yield Asked(deep, "norm", "block-depth", measured, address="block-view=2+to+24+layers")
    yield Asked(results.predict("units"), "units", "block-units", "14 of 256 units")
