"""Words as labels: short, with visible spaces, and told apart where a word comes twice."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from transformer.vocabulary import SPECIALS
from transformer.vocabulary import UNKNOWN as UNKNOWN_TOKEN

UNKNOWN = "⟨?⟩"  # follows a word that the model does not know
GAP = SPECIALS[UNKNOWN_TOKEN]  # what the model reads there
SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def labels(words: list[str], unknown: list[bool] | None = None) -> list[dict[str, Any]]:
    """Words as labels: a repeated one carries its number, an unknown one a mark."""
    count, seen, found = Counter(words), Counter(), []
    for word, is_unknown in zip(words, unknown or [False] * len(words), strict=True):
        seen[word] += 1
        number = str(seen[word]).translate(SUBSCRIPT) if count[word] > 1 else ""
        mark = f" {UNKNOWN}" if is_unknown else ""
        found.append({"label": visible(word) + number + mark, "full": word, "unknown": is_unknown})
    return found


def side_labels(sides: Mapping[str, Sequence[str]], reading) -> dict[str, list[dict[str, Any]]]:
    """What stands on each side of a family's maps (`Objective.sides`), as labels. A word that the model does
    not know is labelled as it was typed; what the model itself has written or goes on with, as it reads it.
    """
    unknown_words = [
        word for word, new in zip(reading.words, reading.is_unknown, strict=True) if new
    ]
    found = {}
    for side, names in sides.items():
        unknown = [side != "target" and GAP in name for name in names]
        words = zip(as_typed(names, unknown_words), names, unknown, strict=True)
        found[side] = labels([typed if u else bracketed(name) for typed, name, u in words], unknown)
    return found


def as_typed(names: Sequence[str], unknown_words: Sequence[str]) -> list[str]:
    """What stands on a side, with the words that the model does not know as somebody typed them: `unknown_words`, in
    their order. As the model reads them, where these are not as many."""
    again = iter(
        unknown_words if sum(name.count(GAP) for name in names) == len(unknown_words) else ()
    )
    return [re.sub(GAP, lambda _: next(again, GAP), name) for name in names]


def bracketed(word: str) -> str:
    """A word of a vocabulary: special ones in brackets that nobody can type by accident."""
    return f"⟨{word[1:-1]}⟩" if word in SPECIALS else word


def visible(word: str, most: int = 18) -> str:
    """A word as somebody typed it: spaces are visible, and it is never too long."""
    return cut(word.replace(" ", "␣").replace("\n", "⏎").replace("\t", "⇥"), most)


def short(word: str, most: int = 18) -> str:
    """A word of a vocabulary, in short: special ones in brackets."""
    return cut(bracketed(word).replace(" ", "␣"), most)


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
