"""How byte-pair encoding learns: count the pairs of neighbours, merge the most frequent one, repeat.

Recounting all pairs after each merge is simple and slow (200 times slower on a megabyte). Here only the
neighbours of the merged pair are counted, in each *different* word once, times its frequency.
"""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from operator import add

from transformer.tokens.text import (
    BARRIER,
    BARRIER_CHARACTER,
    BASES,
    ENDS,
    FIRST,
    alphabet,
    check_whole,
    count_words,
    symbols,
)

TIES = ("first_seen", "largest_pair", "smallest_ids")
SHOWN = 20  # maximum number of tied pairs stored with a merge

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Merge:
    """One step of learning: the merged pair, and the other pairs with the same count."""

    pair: Pair
    count: int  # how often the pair occurred in the corpus when it was merged
    tied: tuple[Pair, ...]  # the chosen pair, then the others in the order of the rule; at most 20
    ties: int  # how many pairs had that count, the chosen one included; 1: no tie

    @property
    def token(self) -> str:
        return self.pair[0] + self.pair[1]


def learning(
    text: str | Mapping[str, int],
    *,
    tie: str = "first_seen",
    base: str = "characters",
    end: str = "own",
    minimum: int = 2,
) -> Iterator[Merge]:
    """Yield one merge after the other, until no pair occurs `minimum` times (Sennrich et al. 2016, 3.2).

    `text` is a text, or its words with their counts. `tie` chooses among several pairs with the same highest
    count. "first_seen" takes the one that comes first in the current text, and "largest_pair" the last one in
    alphabetical order (subword-nmt). "smallest_ids" takes the one whose tokens have the smallest numbers, the
    left token first (Hugging Face tokenizers). ValueError for a text without a word.
    """
    check_options(tie, base, end, minimum)
    return learning_from(count_words(text, base, end), tie, base, end, minimum)


def check_options(tie: str, base: str, end: str, minimum: int = 2) -> None:
    """Raise ValueError for a name that does not exist, and for a minimum below 1."""
    for what, value, choices in (("tie", tie, TIES), ("base", base, BASES), ("end", end, ENDS)):
        if value not in choices:
            raise ValueError(f"{what}={value!r} is not valid: choose one of {', '.join(choices)}.")
    check_whole("minimum", minimum)
    if minimum < 1:
        raise ValueError(
            f"minimum={minimum} is not allowed: a pair must occur at least once to be merged."
        )


def learning_from(
    words: Mapping[str, int], tie: str, base: str, end: str, minimum: int
) -> Iterator[Merge]:
    """Do the same as `learning` for counted words. The cost of each step is proportional to what it changes."""
    names = alphabet(words, base, end)
    pairs = Pairs(words, names, base, end)
    order = {
        "first_seen": pairs.first_seen,
        "largest_pair": lambda pair: (names[ord(pair[0]) - FIRST], names[ord(pair[1]) - FIRST]),
        "smallest_ids": lambda pair: (-ord(pair[0]), -ord(pair[1])),
    }
    queue = Queue(pairs.count, minimum, order[tie])

    @cache
    def pair_of(pair: str) -> Pair:
        return names[ord(pair[0]) - FIRST], names[ord(pair[1]) - FIRST]

    while top := queue.top():
        first = pair_of(top[0])
        tied = (first,) if len(top) == 1 else tuple(map(pair_of, top))
        yield Merge(first, queue.highest, tied, queue.ties)
        token = chr(len(names) + FIRST)
        names.append(first[0] + first[1])
        queue.change(top[0], *pairs.join(top[0], token))


class Pairs:
    """How often each pair of neighbours occurs in the corpus, and in which words.

    A pair is a string of two characters, each of which stands for a token.
    """

    def __init__(self, words: Mapping[str, int], names: list[str], base: str, end: str):
        character = {name: chr(number + FIRST) for number, name in enumerate(names)}
        character[BARRIER] = BARRIER_CHARACTER
        self.words: list[str] = []
        self.times: list[int] = []  # how often the corpus has each word
        for word, times in words.items():
            spelled = "".join([character[symbol] for symbol in symbols(word, base, end)])
            for run in spelled.split(BARRIER_CHARACTER):
                self.words.append(run)
                self.times.append(times)
        self.count: dict[str, int] = defaultdict(int)
        self.where: dict[str, list[int]] = defaultdict(list)  # numbers of words, ascending
        for number, (word, times) in enumerate(zip(self.words, self.times, strict=True)):
            for pair in map(add, word, word[1:]):
                self.count[pair] += times
                self.where[pair].append(number)

    def join(self, pair: str, token: str) -> tuple[dict[str, int], dict[str, int]]:
        """Merge a pair everywhere. Return the pairs that lost occurrences, and the new pairs.

        All new pairs contain the new token; every other pair can only lose occurrences.
        """
        words, where = self.words, self.where
        lost: dict[str, int] = defaultdict(int)
        new_pairs: dict[str, int] = defaultdict(int)
        for number in dict.fromkeys(where.pop(pair)):  # each word once
            old, times = words[number], self.times[number]
            new = old.replace(pair, token)
            if len(new) == len(old):
                continue  # an earlier merge took the pair away
            words[number] = new
            at, end = new.find(token), len(new) - 1
            shift = 0  # position `at` in the new word was `at + shift` in the old one
            while at >= 0:
                if at > 0:
                    lost[old[at + shift - 1 : at + shift + 1]] += times
                    neighbours = new[at - 1 : at + 1]
                    new_pairs[neighbours] += times
                    where[neighbours].append(number)
                # Otherwise the next iteration counts it as its left neighbour.
                if at < end and new[at + 1] != token:
                    lost[old[at + shift + 1 : at + shift + 3]] += times
                    neighbours = new[at : at + 2]
                    new_pairs[neighbours] += times
                    where[neighbours].append(number)
                shift += 1
                at = new.find(token, at + 1)
        del self.count[pair]
        lost.pop(pair, None)  # in "aaa" the second "aa" is also lost
        for other, times in lost.items():
            self.count[other] -= times
            if not self.count[other]:
                del self.count[other], where[other]
        self.count.update(new_pairs)
        return lost, new_pairs

    def first_seen(self, pair: str) -> tuple[int, int]:
        """Return a key that is larger the earlier a pair first occurs.

        Keys from different times can be compared for pairs with the same count: a new pair as frequent as the
        merged one occurs in all of its places, so before all others.
        """
        number = next(number for number in self.where[pair] if pair in self.words[number])
        return -number, -self.words[number].index(pair)


class Queue:
    """The pairs with the highest count, in the order of the tie rule; all others wait.

    Counts never rise, and new pairs never exceed the pair from which they come. So the pairs with the highest
    count are sorted once, and a waiting pair is checked again when its old count is the highest.
    """

    def __init__(self, count: Mapping[str, int], minimum: int, order: Callable[[str], tuple]):
        self.count, self.minimum, self.order = count, minimum, order
        self.waiting: dict[int, list[str]] = {}
        self.counts: list[int] = []  # a heap of the counts in `waiting`, negative
        self.highest = 0
        self.sorted: list[tuple] = []  # (key, pair), the next one last
        self.keys: dict[str, tuple] = {}
        for pair, times in count.items():
            self._wait(pair, times)

    @property
    def ties(self) -> int:
        return len(self.sorted)

    def top(self) -> list[str]:
        """Return at most 20 pairs with the highest count, the chosen one first; empty if there are none."""
        while not self.sorted and self.counts:
            self.highest = -heappop(self.counts)
            for pair in self.waiting.pop(self.highest):
                if (times := self.count.get(pair, 0)) == self.highest:
                    self.keys[pair] = self.order(pair)
                else:
                    self._wait(pair, times)
            self.sorted = sorted((key, pair) for pair, key in self.keys.items())
        return [pair for _, pair in self.sorted[: -SHOWN - 1 : -1]]

    def change(self, joined: str, lost: Mapping[str, int], new: Mapping[str, int]) -> None:
        """Update the counts after a pair was merged: others have lost occurrences, or are new."""
        self._leave(joined)
        for pair in lost.keys() & self.keys.keys():
            self._leave(pair)
            self._wait(pair, self.count.get(pair, 0))
        for pair, times in new.items():
            if times == self.highest:
                self.keys[pair] = key = self.order(pair)
                insort(self.sorted, (key, pair))
            else:
                self._wait(pair, times)

    def _leave(self, pair: str) -> None:
        del self.sorted[bisect_left(self.sorted, (self.keys.pop(pair), pair))]

    def _wait(self, pair: str, times: int) -> None:
        if times < self.minimum:
            return
        if times not in self.waiting:
            self.waiting[times] = []
            heappush(self.counts, -times)
        self.waiting[times].append(pair)
