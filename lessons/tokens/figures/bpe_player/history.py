"""The corpus after each merge, for a player that shows them all, updated incrementally.

`BPE.at(k)` splits the whole corpus again for one k. This module replays the merges once with the
learner's own counts (`transformer.tokens.learning.Pairs`); tests check that both agree.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nlargest

from transformer.tokens.bpe import BPE
from transformer.tokens.learning import SHOWN, Pair, Pairs
from transformer.tokens.text import FIRST


@dataclass(frozen=True)
class Step:
    """The corpus after some merges."""

    tokens: int  # its length
    pairs: list[tuple[Pair, int]]  # the most frequent pairs; ties for rank 1 in the rule's order
    different: int  # number of different pairs


def history(learned: BPE, last: int, most: int) -> Iterator[Step]:
    """Yield the states after 0, 1, … `last` merges, each with its `most` most frequent pairs."""
    names = list(learned.vocabulary[: len(learned.vocabulary) - len(learned.merges)])
    number = {name: place for place, name in enumerate(names)}
    pairs = Pairs(learned.corpus, names, learned.base, learned.end)
    tokens = sum(len(word) * times for word, times in zip(pairs.words, pairs.times, strict=True))
    for done in range(last + 1):
        yield _step(learned, done, pairs, names, tokens, most)
        if done == last:
            return
        merge = learned.merges[done]
        pair = "".join(chr(number[part] + FIRST) for part in merge.pair)
        changed = set(pairs.where[pair])
        tokens -= _length(pairs, changed)
        pairs.join(pair, chr(len(names) + FIRST))
        tokens += _length(pairs, changed)
        number[merge.token] = len(names)
        names.append(merge.token)


def _step(learned: BPE, done: int, pairs: Pairs, names: list[str], tokens: int, most: int) -> Step:
    top = [
        ((names[ord(pair[0]) - FIRST], names[ord(pair[1]) - FIRST]), count)
        for pair, count in nlargest(most + SHOWN, pairs.count.items(), key=lambda item: item[1])
    ]
    if done < len(learned.merges):  # pairs that tie for rank 1 come in the rule's order
        merge = learned.merges[done]
        first = [(pair, merge.count) for pair in merge.tied]
        top = first + [item for item in top if item not in first]
    return Step(tokens, top[:most], len(pairs.count))


def _length(pairs: Pairs, numbers: set[int]) -> int:
    return sum(len(pairs.words[n]) * pairs.times[n] for n in numbers)
