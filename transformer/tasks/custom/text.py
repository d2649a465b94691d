"""A text to continue: each line is an example without a source, and the model learns to predict the next
token.

The lines come from any text: a novel, a log. A long line is cut between words. Unusable lines are skipped and
counted with their reason. No held-out line occurs in training.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from transformer.corpus.decoding import lines_of
from transformer.tasks.custom.pairs import MERGES, MOST_HELD_OUT, SHARE
from transformer.tasks.custom.pieces import PiecesTask, characters
from transformer.tasks.custom.refused import Refused
from transformer.tasks.task import NONE, Example
from transformer.tasks.words import lower_words, text_of, tokens_of, words_of
from transformer.tokens import bpe

PIECES = ("characters", "bpe", "words")
LONGEST = 80  # characters of one line
MOST = 20_000  # lines; of more, this many are sampled
FEWEST = 20


@dataclass(frozen=True)
class TextTask(PiecesTask):
    """Lines of a text, to be continued. The source is empty, because nothing is translated."""

    family = "decoder_only"

    @cached_property
    def target_words(self) -> tuple[str, ...]:
        return self.learned_tokens("target")

    @property
    def unit(self) -> str:
        """What a token of this text is called."""
        if self.read is characters:
            return "character"
        return "word" if self.read is tokens_of else "token"

    def split(self, text: str) -> list[str]:
        """A typed beginning → tokens. A capital or a mark that the text did not have is left out."""
        tokens, vocabulary = super().split(text), set(self.target_words)
        if self.read is not tokens_of:
            return tokens
        return [
            word
            for token in tokens
            for word in ([token] if token in vocabulary else lower_words([token]))
        ]


def build(
    text: str,
    pieces: str = "characters",
    seed: int = 0,
    progress: Callable[[int], None] = lambda merges: None,
) -> TextTask:
    """Build a task from any text. Raises `ValueError` where too little can be used, with the counts of
    refused lines. `progress` is called with the number of learned merges."""
    if pieces not in PIECES:
        raise ValueError(f"pieces is '{pieces}'; choose one of {', '.join(PIECES)}")
    lines, refused = read_lines(text)
    enough(lines, refused)
    if len(lines) > MOST:
        refused[f"more than {MOST:,} lines: {MOST:,} of them were sampled"] = len(lines) - MOST
    chosen = random.Random(seed).sample(lines, min(MOST, len(lines)))  # in another order
    apart = min(MOST_HELD_OUT, max(1, round(SHARE * len(chosen))))
    held_out, train = chosen[:apart], chosen[apart:]
    read: Callable[[str], list[str]] = tokens_of if pieces == "words" else characters
    write: Callable[[list[str]], str] = text_of if pieces == "words" else as_text
    if pieces == "bpe":  # learned only from the training set, like the parameters
        learned = bpe.learn("\n".join(train), MERGES, progress=progress)
        read, write = learned.tokens, learned.text
    split = (
        tuple(example(read(line)) for line in train),
        tuple(example(read(line)) for line in held_out),
    )
    task = TextTask("text", "Your own text", tuple(lines[:5]), lambda: split, read, write, refused)
    if len(task.target_words) < 2:
        raise ValueError(
            f"hardly any {task.unit} in this text occurs more than once{refused.summary()}, so there is "
            "nothing to learn: provide a longer text"
        )
    return task


def read_lines(text: str) -> tuple[list[str], Refused]:
    """Return the usable lines in order, without duplicates, and the refused lines. Two lines that differ only
    in capitals or spaces count as duplicates; otherwise one of them could be held out."""
    lines: dict[tuple[str, ...], str] = {}
    refused = Refused()
    for number, long in enumerate(lines_of(text), start=1):
        clean = " ".join("".join(c if c.isprintable() else " " for c in long).split())
        if not clean and long.strip():
            refused.line(number, "no printable character", "")
        for line in shorter(clean):
            words = tuple(words_of(line))
            if words in lines:
                refused.line(number, "a duplicate line", line)
            elif words:
                lines[words] = line
    return list(lines.values()), refused


def shorter(line: str) -> list[str]:
    """Cut a line, with one space between words, into lines of at most `LONGEST` characters, between words
    where possible."""
    lines, start = [], 0
    # By positions, because slicing would copy the rest each time.
    while len(line) - start > LONGEST:
        space = line.rfind(" ", start + 1, start + LONGEST + 1)
        end = space if space > 0 else start + LONGEST
        lines.append(line[start:end])
        start = end + (line[end] == " ")
    return [*lines, line[start:]] if line[start:] else lines


def enough(lines: list[str], refused: Refused) -> None:
    """Raise `ValueError` with the numbers where the lines cannot be learned from."""
    if len(lines) < FEWEST:
        raise ValueError(
            f"number of different lines of text: {len(lines)}{refused.summary()}. At least {FEWEST} are needed; a "
            f"long line counts as one line for every {LONGEST} characters"
        )
    used = set().union(*lines)
    if len(used) == 1:
        raise ValueError(
            f"every line contains only “{used.pop()}”, so there is nothing to learn: provide a text "
            "with different characters"
        )


def example(pieces: Iterable[str]) -> Example:
    """Return a line as an example without a source."""
    line = tuple(pieces)
    return Example((), line, (NONE,) * len(line))


def as_text(pieces: list[str]) -> str:
    """Characters → text, ␣ as a space."""
    return "".join(pieces).replace("␣", " ")
