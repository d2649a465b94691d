"""Predict first: a question whose right answer is computed from the machine, never written down."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Prediction:
    """A question, its options, the right one, and what to say to each choice (markdown)."""

    question: str
    options: tuple[str, ...]
    right: str
    replies: Mapping[str, str]
    sentence: str  # what "Show it" shows: a sentence, a place in a figure; "" where all is shown

    @property
    def reason(self) -> str:
        """Why the right answer is right, for somebody who did not answer."""
        return self.replies[self.right].removeprefix("Yes. ")


def asked(question: str, reasons: Mapping[str, str], right: str, sentence: str) -> Prediction:
    """`reasons`: each option, and why it is right or what speaks against just this one."""
    replies = {o: f"{'Yes.' if o == right else 'No.'} {why}" for o, why in reasons.items()}
    return Prediction(question, tuple(reasons), right, replies, sentence)
