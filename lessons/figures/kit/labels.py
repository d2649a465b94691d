"""Words as labels: short, with visible spaces, and told apart where a word comes twice."""

from collections import Counter
from typing import Any

from transformer.vocabulary import SPECIALS

UNKNOWN = "⟨?⟩"  # follows a word that the model does not know
SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def labels(words: list[str], unknown: list[bool] | None = None) -> list[dict[str, Any]]:
    """Words as labels: a repeated one carries its number, an unknown one a mark."""
    count, seen, found = Counter(words), Counter(), []
    for word, strange in zip(words, unknown or [False] * len(words), strict=True):
        seen[word] += 1
        number = str(seen[word]).translate(SUBSCRIPT) if count[word] > 1 else ""
        mark = f" {UNKNOWN}" if strange else ""
        found.append({"label": visible(word) + number + mark, "full": word, "unknown": strange})
    return found


def visible(word: str, most: int = 18) -> str:
    """A word as somebody typed it: spaces are visible, and it is never too long."""
    return cut(word.replace(" ", "␣").replace("\n", "⏎").replace("\t", "⇥"), most)


def short(word: str, most: int = 18) -> str:
    """A word of a vocabulary: special ones in brackets that nobody can type by accident."""
    return cut(f"⟨{word[1:-1]}⟩" if word in SPECIALS else word.replace(" ", "␣"), most)


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
