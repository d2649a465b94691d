"""Words as labels: short, with visible spaces, and distinguishable if a word occurs twice."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from transformer.vocabulary import SPECIALS
from transformer.vocabulary import UNKNOWN as UNKNOWN_TOKEN

UNKNOWN = "⟨?⟩"  # follows a word that the model does not know
GAP = SPECIALS[UNKNOWN_TOKEN]  # what the model reads there
SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def labels(
    words: list[str], unknown: list[bool] | None = None, language: str = ""
) -> list[dict[str, Any]]:
    """Return words as labels: a repeated word carries its number, an unknown word a mark.

    `language` is the language of the words, if it is known; special words have none.
    """
    count, occurrences, labelled = Counter(words), Counter(), []
    for word, is_unknown in zip(words, unknown or [False] * len(words), strict=True):
        occurrences[word] += 1
        number = str(occurrences[word]).translate(SUBSCRIPT) if count[word] > 1 else ""
        mark = f" {UNKNOWN}" if is_unknown else ""
        label = {"label": visible(word) + number + mark, "full": word, "unknown": is_unknown}
        spoken = {"lang": language} if language and not is_special(word) else {}
        labelled.append(label | spoken)
    return labelled


def side_labels(sides: Mapping[str, Sequence[str]], encoded) -> dict[str, list[dict[str, Any]]]:
    """Return the labels on each side of a family's maps (`Objective.side_labels`). An unknown word
    is labelled as it was typed; the model's own output or continuation, as the model reads it.
    """
    unknown_words = [
        word for word, new in zip(encoded.words, encoded.is_unknown, strict=True) if new
    ]
    by_side = {}
    for side, names in sides.items():
        unknown = [side != "target" and GAP in name for name in names]
        words = zip(as_typed(names, unknown_words), names, unknown, strict=True)
        language = encoded.languages[side == "target"]
        by_side[side] = labels(
            [typed if u else bracketed(name) for typed, name, u in words], unknown, language
        )
    return by_side


def data_words(*sides: tuple[Iterable[str], str]) -> dict[str, list[str]]:
    """Return words for a header's `data` that have no labels there, each list with its language. A browser does not
    translate them (`data_words.js`)."""
    by_language: dict[str, set[str]] = {}
    for words, language in sides:
        for word in words:
            by_language.setdefault("" if is_special(word) else language, set()).add(word)
    return {language: sorted(words) for language, words in by_language.items()}


def is_special(word: str) -> bool:
    """Return whether the word is in the brackets of `bracketed`."""
    return word.startswith("⟨")


def as_typed(names: Sequence[str], unknown_words: Sequence[str]) -> list[str]:
    """Return the words on a side, with unknown words as the user typed them: `unknown_words`, in
    their order. If their number differs, as the model reads them."""
    again = iter(
        unknown_words if sum(name.count(GAP) for name in names) == len(unknown_words) else ()
    )
    return [re.sub(GAP, lambda _: next(again, GAP), name) for name in names]


def bracketed(word: str) -> str:
    """Return a word of a vocabulary: special words in brackets that are never typed by accident."""
    return f"⟨{word[1:-1]}⟩" if word in SPECIALS else word


def visible(word: str, most: int = 18) -> str:
    """Return a typed word with visible spaces, and never too long."""
    return truncated(word.replace(" ", "␣").replace("\n", "⏎").replace("\t", "⇥"), most)


def short(word: str, most: int = 18) -> str:
    """Return a short form of a word of a vocabulary: special words in brackets."""
    return truncated(bracketed(word).replace(" ", "␣"), most)


def truncated(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
