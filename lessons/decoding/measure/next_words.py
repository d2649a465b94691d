"""How a model continues a text: the next-word distribution, ten thousand samples from it, and whole sampled
texts."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from lessons.decoding.measure.chi_square import Fit, fit
from transformer.decoding import last, sample
from transformer.decoding.sample import Distribution, Settings, uniform
from transformer.measure.answer import room
from transformer.vocabulary import END
from transformer.weights import Trained

__all__ = ["Samples", "Settings", "Text", "draw_samples", "next_word", "sample_texts"]


def source_and_prompt(
    trained: Trained, ids: Sequence[int], rows: int = 1
) -> tuple[Tensor, Tensor | None]:
    """Return source and prompt of `rows` equal rows: a translation model answers `ids`, a language model
    continues them."""
    rows_of_ids = torch.tensor([list(ids)] * rows)  # (row, token)
    return (rows_of_ids, None) if trained.reads else (rows_of_ids[:, :0], rows_of_ids)


def next_word(trained: Trained, ids: Sequence[int]) -> Tensor:
    """Return log p of each next token, (vocabulary,); −∞ for the special tokens that cannot occur inside a
    text."""
    source, prompt = source_and_prompt(trained, ids)
    step = next(sample(trained.model, source, 1, prompt))
    return step.log_probabilities[0, 0]


@dataclass(frozen=True)
class Samples:
    """Samples from one distribution next to its probabilities, the most probable token first."""

    distribution: Distribution
    counts: Tensor  # (candidate,) how often each was drawn
    fit: Fit  # how well they agree


def draw_samples(log_p: Tensor, settings: Settings, count: int, seed: int) -> Samples:
    """Sample `count` tokens from log_p (vocabulary,) in the way `sample` does."""
    distribution = settings.distribution(log_p)
    u = uniform((count,), torch.Generator().manual_seed(seed), log_p.device)
    counts = distribution.draw(u).bincount(minlength=len(log_p))
    return Samples(distribution, counts, fit(counts, distribution.probability))


@dataclass(frozen=True)
class Text:
    """A text that was generated after a prompt."""

    words: list[str]
    ended: bool  # with END; False where the length cut it off


def sample_texts(
    trained: Trained,
    ids: Sequence[int],
    settings: Settings,
    seed: int,
    count: int = 4,
    most: int = 60,
) -> list[Text]:
    """Sample `count` texts of at most `most` tokens that continue `ids` (or translate them), up to the limit of
    learned positions."""
    most = room(trained, 0 if trained.reads else len(ids), most)
    if most < 1:
        return [Text([], ended=False)] * count
    source, prompt = source_and_prompt(trained, ids, count)
    steps = sample(
        *(trained.model, source, most, prompt),
        temperature=settings.temperature,
        top_k=settings.top_k,
        top_p=settings.top_p,
        seed=seed,
    )
    rows = last(steps).answers().tokens[:, 0].tolist()
    return [Text(trained.target_vocabulary.decode(row), END in row) for row in rows]
