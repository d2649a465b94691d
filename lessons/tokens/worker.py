"""Learn from an uploaded text in a separate process: `python -m lessons.tokens.worker TIE BASE END`.

The worker reads the file from standard input and writes one JSON object per line to standard output:
{"share": 0.42} while it works, then {"problem": a sentence} or {"figure": …, "learned": …, "remarks": […]}. It writes
nothing to disk, so a stopped process leaves nothing behind.
"""

import json
import os
import sys
import time
from contextlib import suppress

from lessons.figures.kit.figure import Figure
from lessons.host import faults
from lessons.tokens import MOST_MERGES
from lessons.tokens.facts import nothing_to_merge
from lessons.tokens.figures.bpe_player import MOST_STEPS, bpe_player
from transformer import corpus
from transformer.tokens.bpe import BPE, learn
from transformer.tokens.learning import Merge

EVERY = 0.2  # seconds between two lines of progress
NICE = 10  # lower priority than the pages
COUNTED, LEARNED = 0.3, 0.6  # progress after counting the words, after learning the merges


def main(data: bytes, tie: str, base: str, end: str) -> dict:
    """Return the content of the last line."""
    try:
        text = corpus.plain("you uploaded", data, remarks := [])
        learned = learn(
            text, MOST_MERGES, tie=tie, base=base, end=end, progress=_reports(COUNTED, LEARNED)
        )
    except corpus.Unreadable as error:
        return {"problem": f"This text cannot be used: {error}."}
    except ValueError as error:  # no word in it
        return {"problem": str(error)}
    if problem := nothing_to_merge(text, learned):
        return {"problem": problem}
    figure = bpe_player(learned, text, progress=_reports(LEARNED, 1.0))
    return {"figure": figure.header, "learned": packed(learned), "remarks": remarks}


def attempt(*given) -> dict:
    """Call `main`; report an error in a student's edited code as a sentence."""
    try:
        return main(*given)
    except Exception as error:
        return {"problem": faults.explain(error).sentence}


def packed(learned: BPE) -> dict:
    """Return the data for encoding words as JSON, without the corpus."""
    merges = [[*merge.pair, merge.count, merge.ties] for merge in learned.merges]
    options = [learned.tie, learned.base, learned.end]
    return {"merges": merges, "vocabulary": learned.vocabulary, "options": options}


def unpacked(header: dict, found: dict) -> tuple[Figure, BPE]:
    """Return the figure and the tokenizer from a worker's last line."""
    merges = tuple(Merge((a, b), count, (), ties) for a, b, count, ties in found["merges"])
    learned = BPE(merges, tuple(found["vocabulary"]), *found["options"])
    return Figure("bpe_player", header, {}), learned


def _reports(begin: float, end: float):
    """Return a function that takes the number of merges and regularly reports the progress."""
    said = time.monotonic()

    def report(done: int) -> None:
        nonlocal said
        if time.monotonic() - said > EVERY:
            said = time.monotonic()
            say({"share": begin + (end - begin) * min(1.0, done / MOST_STEPS)})

    return report


def say(line: dict) -> None:
    """Write one line to the parent process."""
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    with suppress(AttributeError, OSError):  # Windows has no nice
        os.nice(NICE)
    with suppress(BrokenPipeError):  # the app has ended or no longer reads
        say(attempt(sys.stdin.buffer.read(), *sys.argv[1:4]))
