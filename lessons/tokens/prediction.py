"""Question of the page: which pair is merged first? The tokenizer counts the answer."""

from collections import Counter
from collections.abc import Mapping, Sequence

from lessons.kit.prediction import Prediction
from lessons.tokens import TIES
from lessons.tokens.facts import pair_text
from transformer.tokens.bpe import BPE

SLIDE = ("e", "s")  # the most frequent pair according to a slide
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def about(text: str, learned: Mapping[str, BPE]) -> Prediction:
    """Return the question about `text`; `learned` holds the merges of each tie rule."""
    first = {tie: tokenizer.merges[0] for tie, tokenizer in learned.items()}
    merge = next(iter(first.values()))
    choices = {tokenizer.pair: TIES[tie] for tie, tokenizer in first.items()}
    begins = (text.split()[0][0], text.split()[0][1])  # the pair that comes first in the text
    offered = dict.fromkeys((SLIDE, *choices, begins))
    fewer = next_tied_pairs(next(iter(learned.values())), merge.count)
    right = tie_option(merge.tied) if merge.ties > 1 else pair_text(merge.pair)
    replies = {pair_text(chosen): _reply(chosen, merge, choices, right) for chosen in offered}
    if merge.ties > 1:
        rules = "; ".join(f"“{rule}” takes {pair_text(chosen)}" for chosen, rule in choices.items())
        replies[right] = (
            f"Yes. {number_word(merge.ties).capitalize()} pairs occur {merge.count} times each: "
            f"{', '.join(map(pair_text, merge.tied))}. A tie rule must decide: {rules}."
        )
    if fewer:
        replies[tie_option(fewer)] = (
            f"No. These pairs occur less often than {frequent_pairs_text(merge)}."
        )
    question = (
        f"The text is “{counted_words(text)}”. The first step of byte-pair encoding merges the most frequent pair. "
        "Which pair of neighbours occurs most often? Count before you answer."
    )
    return Prediction(question, tuple(replies), right, replies, text)


def tie_option(pairs: Sequence[tuple[str, str]]) -> str:
    """Return several pairs as one option."""
    *others, last = map(pair_text, pairs)
    return f"{', '.join(others)} and {last}, equally often"


def next_tied_pairs(learned: BPE, count: int) -> list[tuple[str, str]]:
    """Return the most frequent tied pairs that occur less often than `count`, or an empty list."""
    groups: dict[int, list[tuple[str, str]]] = {}
    for two, times in learned.at(0).pairs:
        groups.setdefault(times, []).append(two)
    return next((tied for times, tied in groups.items() if times < count and len(tied) > 1), [])


def _reply(chosen, merge, choices, right: str) -> str:
    if right == pair_text(chosen):
        return (
            f"Yes. {pair_text(chosen)} occurs {merge.count} times, more often than any other pair."
        )
    if chosen not in merge.tied:
        return f"No. {pair_text(chosen)} occurs less often than {frequent_pairs_text(merge)}."
    others = ", ".join(pair_text(other) for other in merge.tied if other != chosen)
    reply = f"No. {pair_text(chosen)} occurs {merge.count} times, but so do {others}. "
    reply += f"{pair_text(chosen)} is one of {number_word(merge.ties)} choices. "
    if chosen in choices:
        reply += f"The rule “{choices[chosen]}” takes this pair. "
    return f"{reply}“The most frequent pair” does not say which one to take."


def frequent_pairs_text(merge) -> str:
    """Return the most frequent pairs with their count."""
    return f"{', '.join(map(pair_text, merge.tied))} ({merge.count} times)"


def counted_words(text: str) -> str:
    """Return each word once with its count: “low low lower” → “low × 2, lower”."""
    words = Counter(text.split())
    if len(words) == words.total():
        return text
    return ", ".join(f"{word} × {count}" if count > 1 else word for word, count in words.items())


def number_word(count: int) -> str:
    """Return a small number as a word: 4 → “four”."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)
