"""A question as phones receive it: HTML made from the markdown of a prediction, never from what was typed."""

import html
import re
from dataclasses import dataclass

from lessons.kit.prediction import Prediction, to_html


@dataclass(frozen=True)
class Question:
    """A question, its options, the number of the correct option, and the reason for each option, as HTML."""

    key: str  # the lesson and the part that ask it, or "transfer-…"
    text: str
    options: tuple[str, ...]
    right: int
    reasons: tuple[str, ...]

    @classmethod
    def of_prediction(cls, key: str, prediction: Prediction) -> "Question":
        """Return the question of a page."""
        options = prediction.options
        reasons = tuple(to_html(prediction.replies[option]) for option in options)
        text, shown = to_html(prediction.question), tuple(map(to_html, options))
        return cls(key, text, shown, options.index(prediction.right), reasons)


def plain(markup: str) -> str:
    """Return the text of a piece of HTML."""
    return html.unescape(re.sub(r"<[^>]+>", "", markup))
