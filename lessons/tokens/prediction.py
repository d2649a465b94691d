"""Question of the page: which pair is merged first? The tokenizer counts the answer."""

from collections import Counter
from collections.abc import Mapping, Sequence

from lessons.kit.prediction import Prediction
from lessons.tokens import TIES
from lessons.tokens.facts import pair
from transformer.tokens.bpe import BPE

SLIDE = ("e", "s")  # the most frequent pair according to a slide
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def about(text: str, learned: Mapping[str, BPE]) -> Prediction:
    """Build the question about `text`; `learned` holds the merges of each tie rule."""
    first = {tie: found.merges[0] for tie, found in learned.items()}
    merge = next(iter(first.values()))
    choices = {found.pair: TIES[tie] for tie, found in first.items()}
    begins = (text.split()[0][0], text.split()[0][1])  # the pair that comes first in the text
    offered = dict.fromkeys((SLIDE, *choices, begins))
    fewer = behind(next(iter(learned.values())), merge.count)
    right = tie(merge.tied) if merge.ties > 1 else pair(merge.pair)
    replies = {pair(chosen): _reply(chosen, merge, choices, right) for chosen in offered}
    if merge.ties > 1:
        rules = "; ".join(f"“{rule}” takes {pair(chosen)}" for chosen, rule in choices.items())
        replies[right] = (
            f"Yes. {number(merge.ties).capitalize()} pairs occur {merge.count} times each: "
            f"{', '.join(map(pair, merge.tied))}. A tie rule must decide: {rules}."
        )
    if fewer:
        replies[tie(fewer)] = f"No. These pairs occur less often than {frequent(merge)}."
    question = (
        f"The text is “{counted_words(text)}”. The first step of byte-pair encoding merges the most frequent pair. "
        "Which pair of neighbours occurs most often? Count before you answer."
    )
    return Prediction(question, tuple(replies), right, replies, text)


def tie(pairs: Sequence[tuple[str, str]]) -> str:
    """Return several pairs as one option."""
    *others, last = map(pair, pairs)
    return f"{', '.join(others)} and {last}, equally often"


def behind(learned: BPE, count: int) -> list[tuple[str, str]]:
    """Return the most frequent tied pairs that occur less often than `count`, or an empty list."""
    groups: dict[int, list[tuple[str, str]]] = {}
    for two, times in learned.at(0).pairs:
        groups.setdefault(times, []).append(two)
    return next((tied for times, tied in groups.items() if times < count and len(tied) > 1), [])


def _reply(chosen, merge, choices, right: str) -> str:
    if right == pair(chosen):
        return f"Yes. {pair(chosen)} occurs {merge.count} times, more often than any other pair."
    if chosen not in merge.tied:
        return f"No. {pair(chosen)} occurs less often than {frequent(merge)}."
    others = ", ".join(pair(other) for other in merge.tied if other != chosen)
    reply = f"No. {pair(chosen)} occurs {merge.count} times, but so do {others}. "
    reply += f"{pair(chosen)} is one of {number(merge.ties)} choices. "
    if chosen in choices:
        reply += f"The rule “{choices[chosen]}” takes this pair. "
    return f"{reply}“The most frequent pair” does not say which one to take."


def frequent(merge) -> str:
    """Return the most frequent pairs with their count."""
    return f"{', '.join(map(pair, merge.tied))} ({merge.count} times)"


def counted_words(text: str) -> str:
    """Write each word once with its count: “low low lower” → “low × 2, lower”."""
    words = Counter(text.split())
    if len(words) == words.total():
        return text
    return ", ".join(f"{word} × {count}" if count > 1 else word for word, count in words.items())


def number(count: int) -> str:
    """Spell a small number: 4 → “four”."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)
