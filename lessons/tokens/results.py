"""Results for the page “Tokenization”, computed once and shared by all visitors."""

import json

from lessons.figures.kit.figure import Figure
from lessons.host.shared_cache import shared_cache
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
from lessons.tokens.figures.bpe_player import bpe_player, with_word
from lessons.tokens.worker import unpacked
from transformer.tokens.bpe import BPE, learn

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them

__all__ = ["with_word"]  # the page calls it here


@shared_cache
def learned(text: str, tie: str, base: str, end: str) -> BPE:
    """Learn byte-pair encoding from a text; raise ValueError if it has no word."""
    return learn(text, MOST_MERGES, tie=tie, base=base, end=end)


@shared_cache
def player(text: str, tie: str, base: str, end: str) -> Figure:
    """Draw the figure of a text, without an encoded word."""
    return bpe_player(learned(text, tie, base, end), text)


@shared_cache
def problem(text: str, tie: str, base: str, end: str) -> str:
    """Say in a sentence why nothing can be merged in this text, or return an empty string."""
    return facts.too_short(text) or facts.nothing_to_merge(text, learned(text, tie, base, end))


def change(before: tuple[str, ...], now: tuple[str, ...]) -> str:
    """Describe an edit and the merge at which the lists diverge; empty if too much changed."""
    return facts.change(before, now, learned(*before), learned(*now))


def opening() -> tuple[Figure, BPE]:
    """Return the figure and tokenizer that the page opens with."""
    return player(OPENING, *_opens_with()), learned(OPENING, *_opens_with())


@shared_cache
def uploaded(header: str, found: str) -> tuple[Figure, BPE]:
    """Unpack what `worker` learned from an uploaded text."""
    return unpacked(json.loads(header), json.loads(found))


@shared_cache
def question() -> prediction.Prediction:
    """Ask which pair is merged first in the opening text."""
    found = {tie: learned(OPENING, tie, *_opens_with()[1:]) for tie in TIES}
    return prediction.about(OPENING, found)


@shared_cache
def notice() -> str:
    """Return what to look for, with its numbers."""
    return words.notice(lambda text, tie: learned(text, tie, *_opens_with()[1:]))


def _opens_with() -> tuple[str, str, str]:
    """Return the initial settings: tie rule, base and end of word."""
    return next(iter(TIES)), next(iter(BASES)), next(iter(ENDS))


def warm() -> None:
    """Compute the opening page in advance, so that the first visitor need not wait."""
    with_word(*opening(), WORD), question(), notice(), problem(OPENING, *_opens_with())
