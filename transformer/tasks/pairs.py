"""Your own pairs: lines of "source⇥target", as Tatoeba and Anki write them. More columns are ignored.

A line that cannot be used is counted with its reason, never fatal. Pairs with the same source stay
on the same side of the split, so that a held-out sentence was never read in training.
"""

import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from transformer import bpe
from transformer.batch import NONE
from transformer.tasks.task import Example, Split, Task

PIECES = ("words", "bpe")
LONGEST = 40  # pieces of one sentence
MOST = 50_000  # pairs; of more, as many are taken by lot
FEWEST = 20
SHARE, MOST_HELD_OUT = 0.1, 1000
MERGES = 2000


@dataclass(frozen=True)
class PairsTask(Task):
    """Sentences cut into words or learned pieces. Which word renders which is not known."""

    read: Callable[[str], list[str]]  # source text → pieces
    write: Callable[[list[str]], str]  # target pieces → text
    refused: dict[str, int]  # why lines were not used → how many

    def split(self, text: str) -> list[str]:
        return self.read(text)

    def join(self, words) -> str:
        return self.write(list(words))

    @property
    def source_words(self) -> tuple[str, ...]:
        return self._seen("source")

    @property
    def target_words(self) -> tuple[str, ...]:
        return self._seen("target")

    def _seen(self, side: str) -> tuple[str, ...]:
        """Every piece of training. Words that occur once are left out, so that the model meets
        <unknown> in training too; learned pieces are all known."""
        count = Counter(word for e in self.train for word in getattr(e, side))
        return tuple(sorted(w for w, n in count.items() if n > 1 or self.read is not words_of))


def build(text: str, pieces: str = "words", seed: int = 0) -> PairsTask:
    """A task from a text of pairs. Raises `ValueError` where too little can be used, with the count
    of what could not."""
    if pieces not in PIECES:
        raise ValueError(f"pieces is '{pieces}'; choose one of {', '.join(PIECES)}")
    pairs, refused = read_pairs(text)
    if len(pairs) > MOST:
        random.Random(seed).shuffle(pairs)
        refused[f"more than {MOST:,} pairs: as many were taken by lot"] = len(pairs) - MOST
        pairs = pairs[:MOST]
    enough(pairs, refused)
    if pieces == "words":
        read, cut_target, write = words_of, words_of, text_of
    else:
        source, target = (bpe.learn("\n".join(p[side] for p in pairs), MERGES) for side in (0, 1))
        read, cut_target, write = source.tokens, target.tokens, target.text
    examples = [Example(tuple(read(a)), tuple(cut_target(b)), ()) for a, b in pairs]
    fitting = [e for e in examples if max(len(e.source), len(e.target)) <= LONGEST]
    if len(fitting) < len(examples):
        refused[f"more than {LONGEST} pieces"] = len(examples) - len(fitting)
    split = parted([replace(e, alignment=(NONE,) * len(e.target)) for e in fitting], seed)
    shown = tuple(dict(pairs))[:5]
    return PairsTask("pairs", "Your own pairs", shown, lambda: split, read, write, refused)


def read_pairs(text: str) -> tuple[list[tuple[str, str]], dict[str, int]]:
    """The usable pairs in their order, each once; and why other lines were refused, counted."""
    pairs: dict[tuple[str, str], None] = {}
    refused: Counter[str] = Counter()
    for line in text.splitlines():
        if not line.strip():
            continue
        sides = [side.strip() for side in line.split("\t")[:2]]
        if len(sides) < 2:
            refused["no tab between source and target"] += 1
        elif not all(sides):
            refused["one side is empty"] += 1
        elif max(map(len, sides)) > 10 * LONGEST:
            refused[f"longer than {10 * LONGEST} characters"] += 1
        elif tuple(sides) in pairs:
            refused["the same pair as before"] += 1
        else:
            pairs[sides[0], sides[1]] = None
    return list(pairs), dict(refused)


def enough(pairs: list[tuple[str, str]], refused: dict[str, int]) -> None:
    """`ValueError` with the numbers where the pairs cannot teach anything."""
    left_out = "".join(f"; {count:,} × {why}" for why, count in refused.items())
    sources = len({source for source, _ in pairs})
    if sources < FEWEST:
        raise ValueError(
            f"there {'is' if sources == 1 else 'are'} {sources} different source sentence"
            f"{'s' * (sources != 1)}{left_out}. At least {FEWEST} are needed, one pair a line: the "
            "source, a tab, the target"
        )
    if len({target for _, target in pairs}) == 1:
        raise ValueError(
            "every line has the same target, so there is nothing to learn: give different ones"
        )


def parted(examples: list[Example], seed: int) -> Split:
    """Training and held-out examples; all pairs of one source on the same side."""
    if not examples:
        raise ValueError(f"every sentence has more than {LONGEST} pieces: give shorter ones")
    sources = list(dict.fromkeys(e.source for e in examples))
    random.Random(seed).shuffle(sources)
    kept = set(sources[: min(MOST_HELD_OUT, max(1, round(SHARE * len(sources))))])
    train = tuple(e for e in examples if e.source not in kept)
    return train, tuple(e for e in examples if e.source in kept)


def words_of(text: str) -> list[str]:
    """Lower-case words and, by themselves, the signs between them; an apostrophe ends its word."""
    return re.findall(r"\w+['’]?|[^\w\s]", text.lower())


def text_of(words: list[str]) -> str:
    """Words → readable text: no space after an apostrophe or before a closing sign."""
    text = " ".join(words)
    return re.sub(r"(?<=['’]) | (?=[.,)\]…])", "", text)
