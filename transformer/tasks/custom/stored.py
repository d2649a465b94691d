"""Your own text in a run's folder: cut, split and counted once for all later use.

    runs/NAME/
        pairs.tsv or text.txt   the text as it was given
        task.json               its words or tokens, the held-out examples, and what was left out

The training process does this. Code that shows a run, translates with it or saves its model needs only
task.json, which is small.
"""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from transformer.corpus.decoding import lines_of
from transformer.tasks.custom import FILES, pairs, text
from transformer.tasks.custom.counting import NgramCounts
from transformer.tasks.custom.pairs import FEWEST, PairsTask
from transformer.tasks.custom.pieces import characters
from transformer.tasks.custom.refused import Refused
from transformer.tasks.custom.text import TextTask, as_text
from transformer.tasks.task import NONE, Example
from transformer.tasks.words import MARKS, mark_of, text_of, tokens_of, words_of
from transformer.tokens import tokenizer_json
from transformer.tokens.bpe import BPE
from transformer.vocabulary import Vocabulary

FACTS = "task.json"
Custom = PairsTask | TextTask
TITLES = {"pairs": "Your own pairs", "text": "Your own text"}
WAYS = {
    ("pairs", "words"): (words_of, text_of),
    ("text", "words"): (tokens_of, text_of),
    ("text", "characters"): (characters, as_text),
}
FEW_LINES, FEW_CHARACTERS = 2000, 200_000  # prepared in 0.2 s, so errors are shown at once
SEEN = 1000  # number of first lines that distinguish a text from pairs
MANY_UNKNOWN = 0.05  # fraction of unknown held-out words above which other tokens are advised
EVERY = 50  # merges between two progress signals


class Unusable(ValueError):
    """A text that cannot be learned from, or a damaged task.json; the message says what to do."""


# ---- storing -------------------------------------------------------------------------------------
def small(text: str) -> bool:
    """Whether the text can be prepared so fast that a page can wait for it."""
    return len(text) <= FEW_CHARACTERS and text.count("\n") <= FEW_LINES


def check(task: str, text: str) -> None:
    """Raise `Unusable` where the first lines show that the other task is meant."""
    lines = [line for line in lines_of(text[:FEW_CHARACTERS]) if line.strip()][:SEEN]
    # An empty side of a pair is reported later; in a text, a tab at the end counts as a space.
    tabs = sum("\t" in (line if task == "pairs" else line.strip()) for line in lines)
    tabs_seen = f"{tabs or 'none'} of the {'first ' * (len(lines) == SEEN)}{len(lines):,} lines"
    if task == "pairs" and tabs < min(FEWEST, len(lines) / 2):
        raise Unusable(
            f"{tabs_seen} {'contains' if tabs < 2 else 'contain'} a tab, and a line without a tab is not a pair: "
            "write one pair per line, the source, a tab, the target. For a text without pairs, choose "
            f"“{TITLES['text']}”"
        )
    if task == "text" and len(lines) >= FEWEST and tabs > 0.9 * len(lines):
        raise Unusable(f"{tabs_seen} contain a tab, so they are pairs: choose “{TITLES['pairs']}”")


def build(
    task: str, contents: str, pieces: str, progress: Callable[[int], None] = lambda merges: None
) -> Custom:
    """Build the task of a text. Raises `Unusable` where too little of it can be used."""
    check(task, contents)
    try:
        make = pairs.build if task == "pairs" else text.build
        return make(contents, pieces, progress=progress)
    except ValueError as error:
        raise Unusable(str(error)) from error


def store(folder: Path, task: str, pieces: str) -> Custom:
    """Build the task of the text in a folder, and save what others need. Raises `Unusable` where the text cannot be
    used, or where the folder has a model of other tokens."""
    alive = folder / "events.jsonl"  # touched as a sign of progress before the first step

    def progress(merges: int) -> None:
        if merges % EVERY == 0:
            alive.touch()

    built = build(task, original_text(folder, task), pieces, progress)
    if _vocabularies(folder) not in (None, (built.source_words, built.target_words)):
        raise Unusable(
            f"{folder.name} was prepared by another version of the code, which split its text into other tokens: train "
            "a new run"
        )
    write(folder, built, pieces)
    return built


def _vocabularies(folder: Path) -> tuple | None:
    """Return the vocabularies of a text that is prepared; None for a text that is not."""
    try:
        task = read(folder)
        return task.source_words, task.target_words
    except Unusable:
        return None


def original_text(folder: Path, task: str) -> str:
    """Return the text of a run as it was given."""
    return (folder / FILES[task]).read_text(encoding="utf-8")


# ---- task.json ------------------------------------------------------------------------------------
def is_prepared(folder: Path, task: str) -> bool:
    """Whether the task is known: not for your own text before it is prepared."""
    return task not in FILES or (folder / FACTS).exists()


def empty(task: str) -> Custom:
    """Return a task of which only the name is known."""
    make = PairsTask if task == "pairs" else TextTask
    return make(task, TITLES[task], (), lambda: ((), ()), str.split, " ".join, Refused())


def write(folder: Path, task: Custom, pieces: str) -> None:
    """Write task.json as a whole or not at all."""
    facts = {
        "task": task.name,
        "pieces": pieces,
        "examples": task.examples,
        "trained": len(task.train),
        "held_out": [(e.source, e.target) for e in task.held_out],
        "source_words": task.source_words,
        "target_words": task.target_words,
        "refused": task.refused,
        "refused_lines": task.refused.lines,
        "tokenizers": [_tokenizer(way) for way in (task.read, task.write)],
    }
    if isinstance(task, TextTask):
        facts["counted"] = task.ngram_counts.needed_for([e.target for e in task.held_out])
    part = (folder / FACTS).with_suffix(".part")
    part.write_text(json.dumps(facts, ensure_ascii=False), encoding="utf-8")
    os.replace(part, folder / FACTS)


def read(folder: Path) -> Custom:
    """Return the task of a prepared text. Everything except the training examples comes from task.json; these
    are cut from the text again when they are requested. Raises `Unusable` where the file is damaged."""
    return _read(folder, _task)


def _task(folder: Path, facts: dict[str, Any]) -> Custom:
    kind, pieces = facts["task"], facts["pieces"]
    if kind not in FILES:
        raise ValueError(f"task is {kind!r}, which is not valid")
    cut, join = _bpe(facts["tokenizers"]) if pieces == "bpe" else WAYS[kind, pieces]
    make = PairsTask if kind == "pairs" else TextTask
    task = make(
        kind,
        TITLES[kind],
        _texts(facts["examples"]),
        lambda: build(kind, original_text(folder, kind), pieces)._split,
        cut,
        join,
        _refused(facts),
    )
    vocabularies = {side: _texts(facts[side]) for side in ("source_words", "target_words")}
    for words in vocabularies.values():
        Vocabulary(words)  # checks that each is unique and not a special token
    # Fill the task's cached properties, so that it does not compute them from its examples.
    vars(task).update(vocabularies, held_out=tuple(_example(e) for e in facts["held_out"]))
    if not task.held_out:
        raise ValueError("held_out is empty")
    if kind == "text":
        vars(task)["ngram_counts"] = NgramCounts.read(facts["counted"], task.target_words)
    return task


def _tokenizer(way: Callable) -> dict | None:
    """Return the tokenizer.json of the BPE to which this method belongs, without its training corpus."""
    bpe = getattr(way, "__self__", None)
    return tokenizer_json.contents(replace(bpe, corpus={})) if isinstance(bpe, BPE) else None


def _bpe(tokenizers: list[dict]) -> tuple[Callable, Callable]:
    """Return the functions that cut a sentence and join tokens, using the tokenizers of the two sides."""
    source, target = (BPE.read(json.dumps(file).encode()) for file in tokenizers)
    return source.tokens, target.text


def _example(sides: list) -> Example:
    source, target = map(_texts, sides)
    return Example(source, target, (NONE,) * len(target))


def _refused(facts: dict[str, Any]) -> Refused:
    refused = Refused()
    refused.update({str(why): int(count) for why, count in facts["refused"].items()})
    refused.lines = [(int(n), str(why), str(line)) for n, why, line in facts["refused_lines"]]
    return refused


def _texts(values: list) -> tuple[str, ...]:
    """Check that this is a list of strings."""
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise TypeError("a list of strings is required")
    return tuple(values)


def _read(folder: Path, use: Callable[[Path, dict], Any]) -> Any:
    """Use the content of task.json; turn any problem with the file into a readable message."""
    try:
        return use(folder, json.loads((folder / FACTS).read_text(encoding="utf-8")))
    except FileNotFoundError as error:
        raise Unusable(
            f"the text of {folder.name} has not been prepared: train the run, or run python -m "
            f"transformer.tasks.custom.stored runs/{folder.name}"
        ) from error
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise Unusable(
            f"{FACTS} of {folder.name} is damaged ({type(error).__name__}: {str(error)[:200]}). To rebuild "
            f"it from the text, run python -m transformer.tasks.custom.stored runs/{folder.name}"
        ) from error


# ---- the report -----------------------------------------------------------------------------------
@dataclass(frozen=True)
class Report:
    """How much of a text is used and how much is not. All of it is plain text, to be shown as such."""

    used: str
    unknown: str  # "" where every held-out token is in the vocabulary
    left_out: tuple[str, ...]  # "12 × no pair of source and target"
    lines: tuple[tuple[int, str, str], ...]  # the first of them: number, reason, text
    marks: str = ""  # what the marks in the target tokens mean, where there are any

    def __str__(self) -> str:
        """Format for a notebook or a terminal."""
        lines = [f"  line {number} ({why}): {line}" for number, why, line in self.lines]
        left_out = f"left out: {', '.join(self.left_out) or 'nothing'}"
        return "\n".join(
            text for text in (self.used, self.unknown, self.marks, left_out, *lines) if text
        )


def report(folder: Path) -> Report:
    """Report how much of a run's text is used. Raises `Unusable` where task.json is damaged."""
    return _read(
        folder, lambda folder, facts: report_of(_task(folder, facts), int(facts["trained"]))
    )


def report_of(task: Custom, learned: int | None = None) -> Report:
    """Report how much of a text is used."""
    count, held_out = len(task.train) if learned is None else learned, task.held_out
    what = "pairs" if task.name == "pairs" else "lines"
    used = f"{count + len(held_out):,} {what} are used: {count:,} for training, {len(held_out):,} held out"
    words_of_side = set(task.source_words), set(task.target_words)
    is_known = [
        word in side
        for e in held_out
        for side, words in zip(words_of_side, (e.source, e.target), strict=True)
        for word in words
    ]
    share, unknown = is_known.count(False) / max(1, len(is_known)), ""
    if share:
        unknown = (
            f"{share:.1%} of the held-out tokens are unknown, because they were rare in training"
        )
    if share > MANY_UNKNOWN:
        unknown += ". Learned tokens (BPE) cover nearly all of them"
    left_out = tuple(f"{count:,} × {why}" for why, count in task.refused.items())
    marks = MARKS if task.write is text_of and any(map(mark_of, task.target_words)) else ""
    return Report(used, unknown, left_out, tuple(sorted(task.refused.lines)), marks)


# `python -m transformer.tasks.custom.stored FOLDER` prepares the text again.
if __name__ == "__main__":
    import sys

    folder = Path(sys.argv[1])
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    if card["task"] not in FILES:
        sys.exit(f"stored: {folder.name} learns {card['task']}, which needs no text")
    try:
        print(report_of(store(folder, card["task"], card["pieces"])))
    except Unusable as error:
        sys.exit(f"stored: {error}")
