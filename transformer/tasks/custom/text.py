"""A text to go on with: each line is an example without a source, and what is learned is the next piece.

Lines come from any text: a novel, a log. A long line is cut between words. What cannot be used is
counted with its reason, never fatal. No held-out line occurs in training.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from transformer.tasks import english_french
from transformer.tasks.custom.pairs import MERGES, MOST_HELD_OUT, SHARE, lines_of
from transformer.tasks.custom.pieces import PiecesTask, characters
from transformer.tasks.custom.refused import Refused
from transformer.tasks.task import NONE, Example, Split
from transformer.tasks.words import text_of, words_of
from transformer.tokens import bpe

PIECES = ("characters", "bpe", "words")
LONGEST = 80  # characters of one line
MOST = 20_000  # lines; of more, as many are taken by lot
FEWEST = 20


@dataclass(frozen=True)
class TextTask(PiecesTask):
    """Lines of a text, to be continued. Nothing is translated, so the source is empty."""

    family = "decoder_only"

    @cached_property
    def target_words(self) -> tuple[str, ...]:
        return self.known("target")

    @property
    def unit(self) -> str:
        """What a piece of this text is called."""
        if self.read is characters:
            return "character"
        return "word" if self.read is words_of else "piece"


def language_model(seed: int = 0) -> TextTask:
    """Next character, in the English sentences of our own grammar; drawn when first asked for."""

    def make() -> Split:
        # Made, not asked for: until Python 3.12 two threads could wait for each other's cached property.
        train, held_out = english_french.build(seed).make()
        lines = [" ".join(e.source) for e in (*train, *held_out)]
        # Apart by lot: what translation holds out is of another kind than what it trains on.
        random.Random(seed).shuffle(lines)
        examples = tuple(example(characters(line)) for line in lines)
        return examples[MOST_HELD_OUT:], examples[:MOST_HELD_OUT]

    shown = english_french.EXAMPLES
    return TextTask("language_model", "Next character", shown, make, characters, as_text, Refused())


def build(
    text: str,
    pieces: str = "characters",
    seed: int = 0,
    progress: Callable[[int], None] = lambda merges: None,
) -> TextTask:
    """A task from any text. Raises `ValueError` where too little can be used, with the count of what
    could not. `progress` is told how many merges were learned."""
    if pieces not in PIECES:
        raise ValueError(f"pieces is '{pieces}'; choose one of {', '.join(PIECES)}")
    lines, refused = read_lines(text)
    enough(lines, refused)
    if len(lines) > MOST:
        refused[f"more than {MOST:,} lines: as many were taken by lot"] = len(lines) - MOST
    chosen = random.Random(seed).sample(lines, min(MOST, len(lines)))  # in another order
    apart = min(MOST_HELD_OUT, max(1, round(SHARE * len(chosen))))
    held_out, train = chosen[:apart], chosen[apart:]
    read: Callable[[str], list[str]] = words_of if pieces == "words" else characters
    write: Callable[[list[str]], str] = text_of if pieces == "words" else as_text
    if pieces == "bpe":  # learned from what is trained on, as the weights are
        learned = bpe.learn("\n".join(train), MERGES, progress=progress)
        read, write = learned.tokens, learned.text
    split = (
        tuple(example(read(line)) for line in train),
        tuple(example(read(line)) for line in held_out),
    )
    task = TextTask("text", "Your own text", tuple(lines[:5]), lambda: split, read, write, refused)
    if len(task.target_words) < 2:
        raise ValueError(
            f"hardly any {task.unit} of this text comes more than once{refused.told()}, so there is "
            "nothing to learn: give a longer text of different words"
        )
    return task


def read_lines(text: str) -> tuple[list[str], Refused]:
    """The usable lines in their order, each once; and what was refused. Two lines that differ only in
    capitals or spaces are the same: else one of them could be held out."""
    lines: dict[tuple[str, ...], str] = {}
    refused = Refused()
    for number, long in enumerate(lines_of(text), start=1):
        clean = " ".join("".join(c if c.isprintable() else " " for c in long).split())
        if not clean and long.strip():
            refused.line(number, "nothing that can be printed", "")
        for line in shorter(clean):
            words = tuple(words_of(line))
            if words in lines:
                refused.line(number, "the same line as before", line)
            elif words:
                lines[words] = line
    return list(lines.values()), refused


def shorter(line: str) -> list[str]:
    """A line whose words have one space between them, as lines of at most `LONGEST` characters, cut
    between words where that is possible."""
    found, start = [], 0
    while (
        len(line) - start > LONGEST
    ):  # by places: to cut off what is done would copy the rest each time
        space = line.rfind(" ", start + 1, start + LONGEST + 1)
        end = space if space > 0 else start + LONGEST
        found.append(line[start:end])
        start = end + (line[end] == " ")
    return [*found, line[start:]] if line[start:] else found


def enough(lines: list[str], refused: Refused) -> None:
    """`ValueError` with the numbers where the lines cannot teach anything."""
    if len(lines) < FEWEST:
        raise ValueError(
            f"there {'is' if len(lines) == 1 else 'are'} {len(lines)} different line"
            f"{'s' * (len(lines) != 1)} of text{refused.told()}. At least {FEWEST} are needed; a long "
            f"line counts as one for every {LONGEST} characters"
        )
    used = set().union(*lines)
    if len(used) == 1:
        raise ValueError(
            f"every line is made of “{used.pop()}” alone, so there is nothing to learn: give a text "
            "of different characters"
        )


def example(pieces: Iterable[str]) -> Example:
    """A line; nothing is given with it."""
    line = tuple(pieces)
    return Example((), line, (NONE,) * len(line))


def as_text(pieces: list[str]) -> str:
    """Characters → text, ␣ as a space."""
    return "".join(pieces).replace("␣", " ")
