"""Predict first: a question whose right answer is computed from the machine, never written down."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Prediction:
    """A question, its options, the right one, and what to say to each choice (markdown)."""

    question: str
    options: tuple[str, ...]
    right: str
    replies: dict[str, str]
    sentence: str  # what "Show it" shows: a sentence, or the part of a page


def with_reason(question: str, options, right: str, why: str, sentence: str) -> Prediction:
    """A question whose answers all get the same reason, after a yes or a no."""
    replies = {option: f"{'Yes.' if option == right else 'No.'} {why}" for option in options}
    return Prediction(question, tuple(options), right, replies, sentence)
