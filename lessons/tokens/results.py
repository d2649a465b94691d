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
from lessons.tokens.worker import unpack
from transformer.tokens.bpe import BPE, learn

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them

__all__ = ["with_word"]  # the page calls it here


@shared_cache
def tokenizer(text: str, tie: str, base: str, end: str) -> BPE:
    """Return the tokenizer learned from a text; raise ValueError if it has no word."""
    return learn(text, MOST_MERGES, tie=tie, base=base, end=end)


@shared_cache
def player(text: str, tie: str, base: str, end: str) -> Figure:
    """Return the figure of a text, without an encoded word."""
    return bpe_player(tokenizer(text, tie, base, end), text)


@shared_cache
def problem(text: str, tie: str, base: str, end: str) -> str:
    """Return why nothing can be merged in this text as a sentence, or an empty string."""
    return facts.text_problem(text) or facts.merge_problem(text, tokenizer(text, tie, base, end))


def change(before: tuple[str, ...], now: tuple[str, ...]) -> str:
    """Return an edit and the merge at which the lists diverge as text; empty if too much changed."""
    return facts.change(before, now, tokenizer(*before), tokenizer(*now))


def opening() -> tuple[Figure, BPE]:
    """Return the figure and tokenizer that the page opens with."""
    return player(OPENING, *_opens_with()), tokenizer(OPENING, *_opens_with())


@shared_cache
def uploaded(header: str, learned: str) -> tuple[Figure, BPE]:
    """Return the figure and the tokenizer that `worker` made from an uploaded text."""
    return unpack(json.loads(header), json.loads(learned))


@shared_cache
def question() -> prediction.Prediction:
    """Return the question which pair is merged first in the opening text."""
    tokenizers = {tie: tokenizer(OPENING, tie, *_opens_with()[1:]) for tie in TIES}
    return prediction.about(OPENING, tokenizers)


@shared_cache
def notice() -> str:
    """Return what to look for, with its numbers."""
    return words.notice(lambda text, tie: tokenizer(text, tie, *_opens_with()[1:]))


def _opens_with() -> tuple[str, str, str]:
    """Return the initial settings: tie rule, base and end of word."""
    return next(iter(TIES)), next(iter(BASES)), next(iter(ENDS))


def warm() -> None:
    """Compute the opening page in advance, so that the first visitor need not wait."""
    with_word(*opening(), WORD), question(), notice(), problem(OPENING, *_opens_with())
