"""Predict first: which pair is merged first? The answer is counted by the learner."""

from collections import Counter
from collections.abc import Mapping

from lessons.kit.prediction import Prediction
from lessons.tokens import TIES
from lessons.tokens.facts import pair
from transformer.tokens.bpe import BPE

SLIDE = ("e", "s")  # what a slide takes for the most frequent pair
TIE = "several pairs: they tie"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def about(text: str, learned: Mapping[str, BPE]) -> Prediction:
    """The question about `text`; `learned` holds what each tie rule learns from it."""
    first = {tie: found.merges[0] for tie, found in learned.items()}
    merge = next(iter(first.values()))
    choices = {found.pair: TIES[tie] for tie, found in first.items()}
    begins = (text.split()[0][0], text.split()[0][1])  # what one sees first
    offered = dict.fromkeys((SLIDE, *choices, begins))
    right = TIE if merge.ties > 1 else pair(merge.pair)
    tied = ", ".join(map(pair, merge.tied))
    counted = f"{number(merge.ties).capitalize()} pairs occur {merge.count} times each: {tied}."
    rules = "; ".join(f"“{rule}” takes {pair(chosen)}" for chosen, rule in choices.items())
    replies = {TIE: f"{'Yes' if right == TIE else 'No'}. {counted} A rule must decide: {rules}."}
    for chosen in offered:
        replies[pair(chosen)] = _reply(chosen, merge, choices, right)
    question = (
        f"“{counted_words(text)}”: the first step of byte-pair encoding merges the most frequent pair. "
        "Which one is it? Count before you look."
    )
    return Prediction(question, (*map(pair, offered), TIE), right, replies, text)


def _reply(chosen, merge, choices, right: str) -> str:
    if right == pair(chosen):
        return f"Yes. It occurs {merge.count} times, more often than any other."
    if chosen not in merge.tied:
        most = ", ".join(map(pair, merge.tied))
        return f"No. {pair(chosen)} occurs less often than {most}: {merge.count} times."
    others = ", ".join(pair(other) for other in merge.tied if other != chosen)
    said = f"It occurs {merge.count} times, but so do {others}. "
    said += f"It is one choice of {number(merge.ties)}. "
    if chosen in choices:
        said += f"It is what the rule “{choices[chosen]}” takes. "
    return f"Not alone. {said}“The most frequent pair” does not say which."


def counted_words(text: str) -> str:
    """ "low low lower" as "low × 2, lower": a text whose words repeat, in few words."""
    words = Counter(text.split())
    if len(words) == words.total():
        return text
    return ", ".join(f"{word} × {count}" if count > 1 else word for word, count in words.items())


def number(count: int) -> str:
    """4 as "four"."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)
