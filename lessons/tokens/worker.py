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
from lessons.tokens.facts import merge_problem
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
            text,
            MOST_MERGES,
            tie=tie,
            base=base,
            end=end,
            progress=_progress_reporter(COUNTED, LEARNED),
        )
    except corpus.Unreadable as error:
        return {"problem": f"This text cannot be used: {error}."}
    except ValueError as error:  # no word in it
        return {"problem": str(error)}
    if problem := merge_problem(text, learned):
        return {"problem": problem}
    figure = bpe_player(learned, text, progress=_progress_reporter(LEARNED, 1.0))
    return {"figure": figure.header, "learned": pack(learned), "remarks": remarks}


def run_safely(*arguments) -> dict:
    """Return the result of `main`, or an error in a student's edited code as a sentence."""
    try:
        return main(*arguments)
    except Exception as error:
        return {"problem": faults.explain(error).sentence}


def pack(learned: BPE) -> dict:
    """Return the data for encoding words as JSON, without the corpus."""
    merges = [[*merge.pair, merge.count, merge.ties] for merge in learned.merges]
    options = [learned.tie, learned.base, learned.end]
    return {"merges": merges, "vocabulary": learned.vocabulary, "options": options}


def unpack(header: dict, data: dict) -> tuple[Figure, BPE]:
    """Return the figure and the tokenizer from a worker's last line."""
    merges = tuple(Merge((a, b), count, (), ties) for a, b, count, ties in data["merges"])
    learned = BPE(merges, tuple(data["vocabulary"]), *data["options"])
    return Figure("bpe_player", header, {}), learned


def _progress_reporter(begin: float, end: float):
    """Return a function that takes the number of merges and regularly reports the progress."""
    last = time.monotonic()

    def report(done: int) -> None:
        nonlocal last
        if time.monotonic() - last > EVERY:
            last = time.monotonic()
            write_line({"share": begin + (end - begin) * min(1.0, done / MOST_STEPS)})

    return report


def write_line(line: dict) -> None:
    """Write one line to the parent process."""
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    with suppress(AttributeError, OSError):  # Windows has no nice
        os.nice(NICE)
    with suppress(BrokenPipeError):  # the app has ended or no longer reads
        write_line(run_safely(sys.stdin.buffer.read(), *sys.argv[1:4]))
