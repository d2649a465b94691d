"""Prediction questions: the correct answer is computed from the model, never written down."""

import re
from collections.abc import Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from html import escape
from io import StringIO
from typing import Any


@dataclass(frozen=True)
class Prediction:
    """A question, its options, the correct one, and the reply to each option (markdown)."""

    question: str
    options: tuple[str, ...]
    right: str
    replies: Mapping[str, str]
    sentence: str  # what "Show it" shows: a sentence, a place in a figure, or "" for all

    @property
    def reason(self) -> str:
        """Why the correct option is correct, for readers who did not answer."""
        return self.replies[self.right].removeprefix("Yes. ")


def from_reasons(
    question: str, reasons: Mapping[str, str], right: str, sentence: str
) -> Prediction:
    """`reasons`: each option, and why it is correct or wrong."""
    replies = {o: f"{'Yes.' if o == right else 'No.'} {why}" for o, why in reasons.items()}
    return Prediction(question, tuple(reasons), right, replies, sentence)


# ---- in a notebook: folds of plain HTML, which "Run All" does not open and which need no script ----
class ask:
    """A question in a notebook: each option opens its reply."""

    def __init__(self, prediction: Prediction):
        self.prediction = prediction

    def _repr_html_(self) -> str:
        prediction = self.prediction
        folds = (
            _fold(to_html(option), to_html(prediction.replies[option]))
            for option in prediction.options
        )
        return f"<div><p>{to_html(prediction.question)}</p>{''.join(folds)}</div>"

    def __repr__(self) -> str:
        listed = (f"- {option}" for option in self.prediction.options)
        return "\n".join([self.prediction.question, *listed, "Click an option to see its reply."])


class covered:
    """The answer to a question, folded: `covered(figure)`, or `with covered():` around printed output."""

    def __init__(self, figure: Any = None):
        self.figure, self._printed = figure, StringIO()
        self._caught = redirect_stdout(self._printed)

    def __enter__(self) -> "covered":
        self._caught.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        from IPython.display import display

        self._caught.__exit__(*error)
        display(self)

    def _repr_html_(self) -> str:
        shown = self.figure._repr_html_() if self.figure else f"<pre>{escape(repr(self))}</pre>"
        return _fold("Predict, then see", shown)

    def __repr__(self) -> str:
        return "(a figure)" if self.figure else self._printed.getvalue().rstrip("\n")


def _fold(title: str, inside: str) -> str:
    return f'<details style="margin:.3em 0"><summary style="cursor:pointer">{title}</summary>{inside}</details>'


def to_html(markdown: str) -> str:
    """Convert the markdown of questions and replies: bold, italic, code, and signs escaped with a \\."""
    text = re.sub(
        r"\\(\W)", lambda sign: f"&#{ord(sign[1])};", escape(markdown).replace("\\&", "&")
    )
    for mark, tag in ((r"\*\*", "b"), (r"\*", "i"), ("`", "code")):
        text = re.sub(f"{mark}(.+?){mark}", rf"<{tag}>\1</{tag}>", text)
    return text
