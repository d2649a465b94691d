"""Tokens that were added by hand, such as "<|end|>": matched in a text before anything else, and never cut.

Tokenizers learned here have no such tokens; they come with files of Hugging Face `tokenizers`.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from transformer.tokens.text import Refused

Part = tuple[str, bool]  # a text, and whether it is an added token


@dataclass(frozen=True)
class Added:
    """One added token. Its number is that of its text in the vocabulary."""

    text: str
    special: bool  # a control token, which some programs leave out in decoding
    normalized: bool  # such tokens are matched last, in the remaining text


class Finder:
    """Splits a text at added tokens; of several that start at the same position, the longest matches."""

    def __init__(self, added: Iterable[Added]):
        kinds = (
            [token.text for token in added if token.normalized == kind] for kind in (False, True)
        )
        self._kinds = [_Kind(texts) for texts in kinds if texts]

    def parts(self, text: str) -> list[Part]:
        """Return the parts of the text in order; no part is empty."""
        parts = [(text, False)]
        for kind in self._kinds:
            parts = [
                part for text, is_token in parts for part in kind.parts(text, is_token) if part[0]
            ]
        return parts


class _Kind:
    """Strings to search for: the positions of their first letters, the longest string first. A regular
    expression would try up to twenty thousand of them one by one."""

    def __init__(self, texts: list[str]):
        self.texts, lengths = frozenset(texts), defaultdict(set)
        for text in texts:
            lengths[text[0]].add(len(text))
        self.lengths = {first: sorted(sizes, reverse=True) for first, sizes in lengths.items()}
        self.begins = re.compile(f"[{re.escape(''.join(lengths))}]")

    def parts(self, text: str, is_token: bool) -> Iterator[Part]:
        done = place = 0
        while not is_token and (begin := self.begins.search(text, place)):
            here = begin.start()
            ends = (text[here : here + length] for length in self.lengths[text[here]])
            if match := next((end for end in ends if end in self.texts), ""):
                yield text[done:here], False
                yield match, True
                done = here + len(match)
            place = here + max(1, len(match))
        yield text[done:], is_token


def as_json(token: Added, number: int) -> dict:
    """Return one added token as in a tokenizer.json."""
    elsewhere = {"single_word": False, "lstrip": False, "rstrip": False}
    kind = {"normalized": token.normalized, "special": token.special}
    return {"id": number, "content": token.text, **elsewhere, **kind}


def added_from(tokens: Iterable[dict]) -> tuple[Added, ...]:
    """Return the added tokens of a tokenizer.json. Raises `Refused` where decoding would lose part of a text."""
    added = []
    for token in tokens:
        text = token["content"]
        if not isinstance(text, str):
            raise TypeError("an added token is not a string")
        for what, refused in (
            ("is empty", not text),
            ("matches only as a separate word (single_word)", token.get("single_word")),
            ("removes the white space on its left (lstrip)", token.get("lstrip")),
            ("removes the white space on its right (rstrip)", token.get("rstrip")),
        ):
            if refused:
                raise Refused(
                    f"The added token {text!r} {what}; this kind of token cannot be read here."
                )
        added.append(Added(text, bool(token.get("special")), bool(token.get("normalized"))))
    return tuple(added)
