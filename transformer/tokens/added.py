"""Tokens that were added by hand, as "<|end|>": found in a text before anything else, never cut.

Nothing that is learned here has such tokens; they come with files of Hugging Face `tokenizers`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from transformer.tokens.text import Refused

Part = tuple[str, bool]  # some text, and whether it is an added token


@dataclass(frozen=True)
class Added:
    """One of them. Its number is that of its text in the vocabulary."""

    text: str
    special: bool  # a sign to the model, which some programs leave out when they decode
    normalized: bool  # such tokens are looked for last, in what the others leave


class Finder:
    """Parts a text at added tokens: of several that begin at one place, the longest is found."""

    def __init__(self, added: Iterable[Added]):
        self._patterns = []
        for normalized in (False, True):
            texts = [one.text for one in added if one.normalized == normalized]
            if texts:
                longest_first = sorted(texts, key=len, reverse=True)
                self._patterns.append(re.compile(f"({'|'.join(map(re.escape, longest_first))})"))

    def parts(self, text: str) -> list[Part]:
        """The text in order; no part is empty."""
        found = [(text, False)]
        for pattern in self._patterns:
            found = [part for one in found for part in _parted(one, pattern)]
        return [(part, is_token) for part, is_token in found if part]


def _parted(part: Part, pattern: re.Pattern) -> list[Part]:
    text, is_token = part
    if is_token:
        return [part]
    return [(found, place % 2 == 1) for place, found in enumerate(pattern.split(text))]


def as_json(one: Added, number: int) -> dict:
    """One added token as a tokenizer.json has it."""
    elsewhere = {"single_word": False, "lstrip": False, "rstrip": False}
    kind = {"normalized": one.normalized, "special": one.special}
    return {"id": number, "content": one.text, **elsewhere, **kind}


def added_from(tokens: Iterable[dict]) -> tuple[Added, ...]:
    """The added tokens of a tokenizer.json. `Refused` where they lose something of a text."""
    found = []
    for token in tokens:
        text = token["content"]
        if not isinstance(text, str):
            raise TypeError("an added token is no text")
        for what, refused in (
            ("is empty", not text),
            ("is found only where it stands alone (single_word)", token.get("single_word")),
            ("takes the white space beside it along (lstrip)", token.get("lstrip")),
            ("takes the white space beside it along (rstrip)", token.get("rstrip")),
        ):
            if refused:
                raise Refused(f"The added token {text!r} {what}; that cannot be read here.")
        found.append(Added(text, bool(token.get("special")), bool(token.get("normalized"))))
    return tuple(found)
