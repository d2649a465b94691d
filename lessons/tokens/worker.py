"""Learn from an uploaded text in a process of its own: `python -m lessons.tokens.worker TIE BASE END`.

The bytes of the file come in on standard input. On standard output there is one JSON object a line:
{"share": 0.42} while it works, then {"problem": a sentence} or {"figure": …, "learned": …}. Nothing is
written to a disk, so nothing is left behind when the process is stopped.
"""

import json
import os
import sys
import time
from contextlib import suppress

from lessons.figures.bpe_player import MOST_STEPS, bpe_player
from lessons.figures.kit.figure import Figure
from lessons.host import faults
from lessons.tokens import MOST_MERGES
from lessons.tokens.facts import nothing_to_merge
from transformer.tokens.bpe import BPE, learn, read_text
from transformer.tokens.learning import Merge

EVERY = 0.2  # seconds between two lines of progress
NICE = 10  # pages come first
COUNTED, LEARNED = 0.3, 0.6  # how much of the work is done once words are counted, merges learned


def main(data: bytes, tie: str, base: str, end: str) -> dict:
    """What the last line says."""
    try:
        text = read_text(data)
        learned = learn(
            text, MOST_MERGES, tie=tie, base=base, end=end, progress=_reports(COUNTED, LEARNED)
        )
    except ValueError as error:  # not UTF-8, or no word in it
        return {"problem": str(error)}
    if problem := nothing_to_merge(text, learned):
        return {"problem": problem}
    figure = bpe_player(learned, text, progress=_reports(LEARNED, 1.0))
    return {"figure": figure.header, "learned": packed(learned)}


def attempt(*given) -> dict:
    """`main`, or what is wrong with the code that a student has just edited, in a sentence."""
    try:
        return main(*given)
    except Exception as error:
        return {"problem": faults.explain(error).sentence}


def packed(learned: BPE) -> dict:
    """What encoding a word needs, as JSON; the corpus stays here."""
    merges = [[*merge.pair, merge.count, merge.ties] for merge in learned.merges]
    options = [learned.tie, learned.base, learned.end]
    return {"merges": merges, "vocabulary": learned.vocabulary, "options": options}


def unpacked(header: dict, found: dict) -> tuple[Figure, BPE]:
    """The figure and the learner of a worker's last line."""
    merges = tuple(Merge((a, b), count, (), ties) for a, b, count, ties in found["merges"])
    learned = BPE(merges, tuple(found["vocabulary"]), *found["options"])
    return Figure("bpe_player", header, {}), learned


def _reports(begin: float, end: float):
    """A function that is told the number of merges and now and then says the share of all work."""
    said = time.monotonic()

    def report(done: int) -> None:
        nonlocal said
        if time.monotonic() - said > EVERY:
            said = time.monotonic()
            say({"share": begin + (end - begin) * min(1.0, done / MOST_STEPS)})

    return report


def say(line: dict) -> None:
    """One line to whoever started this process."""
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    with suppress(AttributeError, OSError):  # Windows has no nice
        os.nice(NICE)
    with suppress(BrokenPipeError):  # the app has ended, or nobody waits any more
        say(attempt(sys.stdin.buffer.read(), *sys.argv[1:4]))
