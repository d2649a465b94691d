"""What gives an answer away: words and numbers of the right option that can be read while its question is open."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

TOKEN = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?%?|\.\d+|[^\W\d_]+(?:['’-][^\W\d_]+)*")
NUMBER = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?%?(?!\w)|(?<![\w.])\.\d+")
# Words that say nothing by themselves.
EVERYDAY = frozenset(
    TOKEN.findall(
        "a an the of to in on at by for and or not no it its is are was be as from with than that this one two all "
        "both more most other only same what which who when where how does do did then them they there their so if "
        "but has have every each any about nearly almost"
    )
)
NEAR = 8  # words of a phrase may stand so many words apart
SHARE = re.compile(r"0?\.\d\d|\d?\d%")  # one of a hundred possible numbers
MANY = 12  # where so many different shares stand, any is there by chance


@dataclass(frozen=True)
class Open:
    """A question that waits: what it asks, its options, and what can be read around it."""

    question: str
    options: tuple[str, ...]
    visible: str


def tokens(text: str) -> list[str]:
    """Words and numbers, in lower case."""
    return [word.lower().replace("’", "'") for word in TOKEN.findall(text)]


def own_words(option: str, others: Sequence[str], question: str) -> list[str]:
    """The words of an option that neither the others nor the question have."""
    common_words = EVERYDAY.union(tokens(question), *map(tokens, others))
    return [word for word in dict.fromkeys(tokens(option)) if word not in common_words]


def can_be_read(option: str, words: Sequence[str], text: list[str]) -> bool:
    """Whether all own words of an option stand in the text within one phrase; a single one of a longer option
    beside its neighbour there."""
    phrase = tokens(option)
    if len(words) == 1 < len(phrase):
        pairs = set(zip(text, text[1:], strict=False))
        return any(
            words[0] in pair and pair in pairs for pair in zip(phrase, phrase[1:], strict=False)
        )
    width = len(words) + NEAR
    starts = [place for place, word in enumerate(text) if word in words]
    return any(set(words) <= set(text[start : start + width]) for start in starts)


def telling_numbers(reply: str, question: str) -> list[str]:
    """Numbers of a reply with at least two digits that are neither round nor in the question.

    The level of a confidence interval ("95% interval") is no result.
    """
    reply = re.sub(r"\d+% interval", "interval", reply)
    question_numbers = set(NUMBER.findall(question))
    numbers = [number for number in NUMBER.findall(reply) if number not in question_numbers]
    digits = {number: re.sub(r"\D", "", number).strip("0") for number in numbers}
    return [number for number in digits if len(digits[number]) > 1 and re.search(r"[.,%]", number)]


def spellings(number: str) -> set[str]:
    """34% may stand there as 0.34 or .34."""
    if number.endswith("%"):
        share = f"{float(number[:-1].replace(',', '')) / 100:.4f}".rstrip("0")
        return {number, share, share.removeprefix("0")}
    return {number, number.removeprefix("0")} if number.startswith("0.") else {number}


def giveaways(waiting: Open, right: str, reply: str) -> list[str]:
    """What of the right option, or of the numbers that prove it, can be read before an answer."""
    text = tokens(waiting.visible)
    seen = {}
    for option in waiting.options:
        others = [other for other in waiting.options if other != option]
        if words := own_words(option, others, waiting.question):
            seen[option] = can_be_read(option, words, text)
    others = [shown for option, shown in seen.items() if option != right]
    findings = []
    if seen.get(right) and (sum(others) < len(others) / 2 or not others):
        findings.append(right)
    numbers = set(NUMBER.findall(waiting.visible))
    if len(shares := set(filter(SHARE.fullmatch, numbers))) >= MANY:
        numbers -= shares
    question = " ".join([waiting.question, *waiting.options])
    return findings + [n for n in telling_numbers(reply, question) if spellings(n) & numbers]
