"""What the tokens page shows, computed with the machine and shared by all visitors."""

import json

from lessons.figures.bpe_player import bpe_player, with_word
from lessons.figures.kit.figure import Figure
from lessons.host.shared import shared
from lessons.tokens import (
    BASES,
    ENDS,
    MOST_MERGES,
    OPENING,
    TIES,
    WORD,
    facts,
    prediction,
    words,
)
from lessons.tokens.worker import unpacked
from transformer.tokens.bpe import BPE, learn

__all__ = ["with_word"]  # the page calls it here


@shared
def learned(text: str, tie: str, base: str, end: str) -> BPE:
    """What byte-pair encoding learns from a text. ValueError for a text without a word."""
    return learn(text, MOST_MERGES, tie=tie, base=base, end=end)


@shared
def player(text: str, tie: str, base: str, end: str) -> Figure:
    """The figure of a text, without a word beside it."""
    return bpe_player(learned(text, tie, base, end), text)


@shared
def problem(text: str, tie: str, base: str, end: str) -> str:
    """Why nothing can be merged in this text, in a sentence; empty where something can."""
    return facts.too_short(text) or facts.nothing_to_merge(text, learned(text, tie, base, end))


def change(before: tuple[str, ...], now: tuple[str, ...]) -> str:
    """What was edited between two scenes, and at which merge history parts; empty if too much was."""
    return facts.change(before, now, learned(*before), learned(*now))


def opening() -> tuple[Figure, BPE]:
    """What the page opens with."""
    return player(OPENING, *_opens_with()), learned(OPENING, *_opens_with())


@shared
def uploaded(header: str, found: str) -> tuple[Figure, BPE]:
    """What a learner found in an uploaded text (`worker`), as it said it."""
    return unpacked(json.loads(header), json.loads(found))


@shared
def question() -> prediction.Prediction:
    """Which pair is merged first in the text that the page opens with?"""
    found = {tie: learned(OPENING, tie, *_opens_with()[1:]) for tie in TIES}
    return prediction.about(OPENING, found)


@shared
def notice() -> str:
    """What to look for, in numbers."""
    return words.notice(lambda text, tie: learned(text, tie, *_opens_with()[1:]))


def _opens_with() -> tuple[str, str, str]:
    """The tie rule, the base and the end of word that are set at first."""
    return next(iter(TIES)), next(iter(BASES)), next(iter(ENDS))


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    with_word(*opening(), WORD), question(), notice(), problem(OPENING, *_opens_with())
