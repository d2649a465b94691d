"""A question as phones receive it."""

import html
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Question:
    """A question, its options, the number of the correct option, and the reason for each option, as HTML."""

    key: str  # the lesson and the part that ask it, or "transfer-…"
    text: str
    options: tuple[str, ...]
    right: int
    reasons: tuple[str, ...]


def plain(markup: str) -> str:
    """Return the text of a piece of HTML."""
    return html.unescape(re.sub(r"<[^>]+>", "", markup))
