"""The corpus after each merge, for a player that shows them all: what changed, not all anew.

`BPE.at(k)` cuts the whole corpus again for one k. Here the merges are replayed once, with the counts
that the learner itself keeps (`transformer.tokens.learning.Pairs`); tests hold the two together.
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
    pairs: list[
        tuple[Pair, int]
    ]  # the most frequent ones; ties for the first place in rule's order
    different: int  # how many different pairs it has


def history(learned: BPE, last: int, most: int) -> Iterator[Step]:
    """The states after 0, 1, … `last` merges, each with its `most` most frequent pairs."""
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
    if done < len(learned.merges):  # those that tie for the first place come in the rule's order
        merge = learned.merges[done]
        first = [(pair, merge.count) for pair in merge.tied]
        top = first + [item for item in top if item not in first]
    return Step(tokens, top[:most], len(pairs.count))


def _length(pairs: Pairs, numbers: set[int]) -> int:
    return sum(len(pairs.words[n]) * pairs.times[n] for n in numbers)
