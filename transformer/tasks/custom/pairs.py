"""Your own pairs: lines of "source⇥target", as in Anki decks, or of "number⇥source⇥number⇥target" as in
Tatoeba exports. More columns are ignored.

A line that cannot be used is skipped and counted with its reason. Pairs with the same source stay on the same
side of the split, so that no held-out sentence occurs in training.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from transformer.corpus.decoding import lines_of
from transformer.tasks.custom.pieces import PiecesTask
from transformer.tasks.custom.refused import Refused
from transformer.tasks.task import NONE, Example
from transformer.tasks.words import lower_words, text_of, tokens_of, words_of
from transformer.tokens import bpe

PIECES = ("words", "bpe")
LONGEST = 40  # tokens of one sentence
MOST = 50_000  # pairs; of more, this many are sampled
MOST_LINES = 4 * MOST  # that are read, in two seconds of CPU time
FEWEST = 20
SHARE, MOST_HELD_OUT = 0.1, 1000
MERGES = 2000

Pair = tuple[str, str]


@dataclass(frozen=True)
class PairsTask(PiecesTask):
    """Sentences cut into words or learned tokens. The alignment is not known."""

    translates = True

    def words(self, target: Iterable[str]) -> list[str]:
        return lower_words(target) if self.read is words_of else words_of(self.join(target))

    @cached_property
    def source_words(self) -> tuple[str, ...]:
        return self.learned_tokens("source")

    @cached_property
    def target_words(self) -> tuple[str, ...]:
        return self.learned_tokens("target")


def build(
    text: str,
    pieces: str = "words",
    seed: int = 0,
    progress: Callable[[int], None] = lambda merges: None,
) -> PairsTask:
    """Build a task from a text of pairs. Raises `ValueError` where too little can be used, with the counts of
    refused lines. `progress` is called with the number of learned merges."""
    if pieces not in PIECES:
        raise ValueError(f"pieces is '{pieces}'; choose one of {', '.join(PIECES)}")
    pairs, refused = read_pairs(text, seed)
    enough(pairs, refused)
    chosen = list(pairs)
    if len(chosen) > MOST:
        refused[f"more than {MOST:,} pairs: {MOST:,} of them were sampled"] = len(chosen) - MOST
        chosen = random.Random(seed).sample(chosen, MOST)
    train, held_out = parted(chosen, seed)
    read: Callable[[str], list[str]] = words_of
    write: Callable[[list[str]], str] = text_of
    cut_target = tokens_of  # which say how the target is written
    if pieces == "bpe":  # learned only from the training set, like the parameters
        sides = ("\n".join(pair[side] for pair in train) for side in (0, 1))
        source, target = (bpe.learn(side, MERGES, progress=progress) for side in sides)
        read, cut_target, write = source.tokens, target.tokens, target.text

    def examples(part: list[Pair]) -> tuple[Example, ...]:
        made = []
        for a, b in part:
            cut = tuple(read(a)), tuple(cut_target(b))
            if max(map(len, cut)) <= LONGEST:
                made.append(Example(*cut, (NONE,) * len(cut[1])))
            else:
                refused.line(pairs[a, b], f"more than {LONGEST} tokens", f"{a}\t{b}")
        return tuple(made)

    split = examples(train), examples(held_out)
    if not all(split):
        raise ValueError(
            f"nearly every sentence contains more than {LONGEST} tokens{refused.summary()}: provide shorter sentences"
        )
    shown = tuple(dict(chosen))[:5]
    task = PairsTask("pairs", "Your own pairs", shown, lambda: split, read, write, refused)
    for side, words in (("source", task.source_words), ("target", task.target_words)):
        if len(words) < 2:
            raise ValueError(
                f"words that occur more than once in the {side} sentences: {', '.join(words) or 'none'}. All "
                "other words would be out of vocabulary: provide more pairs, or use learned tokens (BPE)"
            )
    return task


def read_pairs(text: str, seed: int = 0) -> tuple[dict[Pair, int], Refused]:
    """Return the usable pairs in order, without duplicates, with their line numbers; and the refused lines."""
    pairs: dict[Pair, int] = {}
    refused, lines = Refused(), list(enumerate(lines_of(text), start=1))
    if len(lines) > MOST_LINES:  # sampled, because such files are often sorted by length
        refused[f"more than {MOST_LINES:,} lines: {MOST_LINES:,} of them were sampled"] = (
            len(lines) - MOST_LINES
        )
        lines = sorted(random.Random(seed).sample(lines, MOST_LINES))
    for number, line in lines:
        if not line.strip():
            continue
        sides = [side.strip() for side in _columns(line)]
        if len(sides) < 2:
            refused.line(number, "no pair of source and target", line)
        elif not all(sides):
            refused.line(number, "one side is empty", line)
        elif max(map(len, sides)) > 10 * LONGEST:
            refused.line(number, f"longer than {10 * LONGEST} characters", line)
        elif (pair := (sides[0], sides[1])) in pairs:
            refused.line(number, "a duplicate pair", line)
        else:
            pairs[pair] = number
    return pairs, refused


def _columns(line: str) -> list[str]:
    """Return source and target; in Tatoeba exports each has a number before it."""
    columns = line.split("\t")
    if len(columns) >= 4 and columns[0].strip().isdigit() and columns[2].strip().isdigit():
        return columns[1:4:2]
    return columns[:2]


def enough(pairs: Iterable[Pair], refused: Refused) -> None:
    """Raise `ValueError` with the numbers where the pairs cannot be learned from."""
    sources = len({source for source, _ in pairs})
    if sources < FEWEST:
        raise ValueError(
            f"number of different source sentences: {sources}{refused.summary()}. At least {FEWEST} are needed, one "
            "pair per line: the source, a tab, the target"
        )
    if len({target for _, target in pairs}) == 1:
        raise ValueError(
            "every line has the same target, so there is nothing to learn: provide different targets"
        )


def parted(pairs: list[Pair], seed: int) -> tuple[list[Pair], list[Pair]]:
    """Split into training and held-out pairs; all pairs with the same source are on the same side."""
    begins = [tuple(words_of(source)) for source, _ in pairs]
    sources = list(dict.fromkeys(begins))
    random.Random(seed).shuffle(sources)
    kept = set(sources[: min(MOST_HELD_OUT, max(1, round(SHARE * len(sources))))])
    train = [pair for pair, begin in zip(pairs, begins, strict=True) if begin not in kept]
    return train, [pair for pair, begin in zip(pairs, begins, strict=True) if begin in kept]
