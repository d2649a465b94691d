"""Sampling the next token: temperature, top-k, top-p (nucleus sampling)."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from transformer.decoding.complete import Complete
from transformer.decoding.next_token import Model, start_decoding
from transformer.decoding.prompt import (
    NEVER,
    Prompt,
    forbid,
    refuse_length,
    refuse_nothing_possible,
    refuse_part,
)
from transformer.decoding.step import Answers, Fate, Path, Step
from transformer.vocabulary import END

ROUNDING = 1e-6  # relative: the error of a sum of float32 probabilities


@dataclass(frozen=True)
class Settings:
    """Changes to a distribution before sampling, in Hugging Face's order: temperature, top-k, top-p. The
    remaining probabilities are renormalized."""

    temperature: float = 1.0  # divides log p: < 1 sharpens, > 1 flattens
    top_k: int | None = None  # keep only the k most probable tokens
    # keep the fewest tokens whose probabilities sum to at least p
    top_p: float = 1.0

    def __post_init__(self) -> None:
        if not (0 < self.temperature < math.inf):
            raise ValueError(
                f"temperature is {self.temperature}, but it must be greater than 0. "
                "To get the most probable token each time, use greedy or top_k=1."
            )
        refuse_part(top_k=1 if self.top_k is None else self.top_k)
        if self.top_k is not None and self.top_k < 1:
            raise ValueError(
                f"top_k is {self.top_k}, but it must be at least 1 (None keeps all tokens)."
            )
        if not 0 < self.top_p <= 1:
            raise ValueError(
                f"top_p is {self.top_p}, but 0 < top_p ≤ 1 is required (1 keeps all tokens)."
            )

    @property
    def top_p_threshold(self) -> float:
        """Return the sum of the tokens before a token from which on top-p prunes it. It is p minus the
        rounding error: 0.3 + 0.2 + 0.2 reaches p = 0.7, although the computed sum is slightly smaller."""
        return self.top_p * (1 - ROUNDING)

    def distribution(self, log_p: Tensor) -> "Distribution":
        """log_p (…, vocabulary), scores up to a constant → the distribution to sample from."""
        best, token = log_p.double().sort(dim=-1, descending=True, stable=True)
        tempered = ((best - best[..., :1]) / self.temperature).softmax(-1)  # (…, candidate)
        in_k = torch.arange(best.shape[-1], device=best.device) < (self.top_k or best.shape[-1])
        left = tempered * in_k
        left = left / left.sum(-1, keepdim=True)
        before = left.cumsum(-1) - left  # the sum over the more probable tokens
        in_p = (before < self.top_p_threshold) | (self.top_p == 1)
        left = left * in_p
        return Distribution(token, tempered, before, left / left.sum(-1, keepdim=True))


@dataclass(frozen=True)
class Distribution:
    """A distribution to sample from, the most probable candidate first; probabilities in float64."""

    token: Tensor  # (…, candidate) token ids
    tempered: Tensor  # (…, candidate) after the temperature only
    before: Tensor  # (…, candidate) after top-k: the sum over the candidates before it, for top-p
    probability: Tensor  # (…, candidate) probability of being sampled; 0: pruned

    def draw(self, u: Tensor) -> Tensor:
        """u (…), uniform in [0, 1) → (…) the column whose interval of the cumulative sum contains u."""
        line = self.probability.cumsum(-1)
        column = torch.searchsorted(line, (u * line[..., -1])[..., None], right=True)[..., 0]
        survivors = (self.probability > 0).sum(-1)
        return torch.minimum(column, survivors - 1).clamp_min(0)  # in spite of rounding

    def by_token(self) -> Tensor:
        """The probability of each token, ordered by id: (…, vocabulary)."""
        return torch.zeros_like(self.probability).scatter(-1, self.token, self.probability)


def uniform(shape: Sequence[int], generator: torch.Generator, device: torch.device) -> Tensor:
    """Random numbers in [0, 1), the same on every device."""
    return torch.rand(shape, generator=generator, dtype=torch.float64).to(device)


@dataclass(frozen=True, eq=False)
class SampleStep(Step):
    """A step of `sample`: every token of the vocabulary is a candidate of the single hypothesis."""

    settings: Settings
    distribution: Distribution  # its columns are the candidates
    u: Tensor  # (sentence,) the random number
    complete: Complete = field(repr=False)
    prompt: Prompt = field(repr=False)
    end: int
    done: Tensor  # (sentence,) bool: the sentence is finished

    def answers(self) -> Answers:
        return self.complete.answers(self.path, self.prompt, self.end)

    def reason(self, sentence: int, column: int) -> str:
        fate, k, p = (
            Fate(int(self.fate[sentence, column])),
            self.settings.top_k,
            self.settings.top_p,
        )
        if self.length[sentence] < 1:
            return "the prompt is still being read"
        if fate in (Fate.KEPT, Fate.ASIDE):
            return "sampled" if fate == Fate.KEPT else "sampled: the last"
        if fate == Fate.LEFT:
            return "not sampled"
        if self.total[sentence, column] == -torch.inf:
            return "not possible: probability 0"
        if k is not None and column >= k:
            return f"rank {column + 1}, pruned at k = {k}"
        if (
            before := self.distribution.before[sentence, column].item()
        ) >= self.settings.top_p_threshold:
            return f"pruned: tokens before it sum to {before:.3g} ≥ p = {p:g}"
        return "too improbable to be sampled"


def sample(
    model: Model,
    source: Tensor,
    max_length: int = 64,
    prompt: Tensor | None = None,
    *,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float = 1.0,
    seed: int | torch.Generator = 0,
    end: int = END,
    banned: Sequence[int] = NEVER,
) -> Iterator[SampleStep]:
    """source (batch, source) → a generator of steps; `last(sample(…)).answers()` holds the text that was
    sampled for each sentence. Among equally probable tokens, top-k keeps the lower ids.

    The same seed gives the same texts; a generator continues from its state. `total` is the model's own
    log p, without temperature, top-k and top-p; `distribution` is the one that was sampled. Prompts work
    as in `greedy`.
    """
    refuse_length(max_length)
    settings = Settings(temperature, top_k, top_p)
    generator = seed if isinstance(seed, torch.Generator) else torch.Generator().manual_seed(seed)
    return _steps(
        model, source, Prompt(source, prompt), max_length, settings, generator, end, banned
    )


@torch.no_grad()
def _steps(
    model: Model,
    source: Tensor,
    prompt: Prompt,
    max_length: int,
    settings: Settings,
    generator: torch.Generator,
    end: int,
    banned: Sequence[int],
) -> Iterator[SampleStep]:
    batch, path = len(source), Path()
    if not batch:
        return
    state, read = start_decoding(model, source), prompt.read
    total = torch.zeros(batch, 1, device=source.device)
    done = torch.zeros(batch, dtype=torch.bool, device=source.device)
    complete = Complete.none(batch, 1, source.device)
    for number in range(prompt.more + max_length):
        log_p = forbid(state.log_probabilities(read), banned)  # (sentence, vocabulary)
        length = prompt.length(number)
        writes = length > 0
        refuse_nothing_possible(log_p.amax(-1), writes & ~done, number)
        p, u = settings.distribution(log_p), uniform((batch,), generator, source.device)
        drawn = p.draw(u)[:, None]  # (sentence, 1)
        log_probability = log_p.gather(1, p.token)
        candidates = (total + log_probability).masked_fill(done[:, None], -torch.inf)
        token = p.token.gather(1, drawn)
        last = (writes & ~done & ((token[:, 0] == end) | (length >= max_length)))[:, None]
        fate = (p.probability > 0).long() * Fate.LEFT
        fate = fate.scatter(1, drawn, torch.where(last, int(Fate.ASIDE), int(Fate.KEPT)))
        fate = fate.masked_fill((done | ~writes)[:, None], Fate.CUT)
        if number < prompt.more:
            token = torch.where(writes[:, None], token, prompt.next(number)[:, None])
        total = (total + log_p.gather(1, token)).masked_fill(~writes[:, None], 0)
        nowhere = torch.zeros_like(token)
        path.extend(token, nowhere, nowhere)  # only the sampled hypothesis continues
        finished = Complete(total, total, torch.full_like(token, number), nowhere)
        complete = complete.replaced(finished, last)
        done = done | last[:, 0]
        seen = (log_p[:, None], torch.zeros_like(p.token), p.token, log_probability, candidates)
        yield SampleStep(
            number, *seen, fate, drawn, length, path, settings, p, u, complete, prompt, end, done
        )
        if done.all():
            return
        read = token
