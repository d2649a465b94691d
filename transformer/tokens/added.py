"""Tokens that were added by hand, as "<|end|>": found in a text before anything else, never cut.

Nothing that is learned here has such tokens; they come with files of Hugging Face `tokenizers`.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
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
        kinds = ([one.text for one in added if one.normalized == kind] for kind in (False, True))
        self._kinds = [_Kind(texts) for texts in kinds if texts]

    def parts(self, text: str) -> list[Part]:
        """The text in order; no part is empty."""
        found = [(text, False)]
        for kind in self._kinds:
            found = [
                part for text, is_token in found for part in kind.parts(text, is_token) if part[0]
            ]
        return found


class _Kind:
    """Texts that are looked for: where a letter stands with which one begins, the longest first. A
    pattern of all of them would be tried one by one; there may be twenty thousand."""

    def __init__(self, texts: list[str]):
        self.texts, lengths = frozenset(texts), defaultdict(set)
        for text in texts:
            lengths[text[0]].add(len(text))
        self.lengths = {first: sorted(found, reverse=True) for first, found in lengths.items()}
        self.begins = re.compile(f"[{re.escape(''.join(lengths))}]")

    def parts(self, text: str, is_token: bool) -> Iterator[Part]:
        done = place = 0
        while not is_token and (begin := self.begins.search(text, place)):
            here = begin.start()
            ends = (text[here : here + length] for length in self.lengths[text[here]])
            if found := next((one for one in ends if one in self.texts), ""):
                yield text[done:here], False
                yield found, True
                done = here + len(found)
            place = here + max(1, len(found))
        yield text[done:], is_token


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
