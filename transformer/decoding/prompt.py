"""What the sentences of a batch begin with, which may be of unequal length, and what all searches refuse."""

from collections.abc import Sequence

import torch
from torch import Tensor

from transformer.vocabulary import PAD, START

NEVER = (PAD, START)  # no sentence has these inside


class Prompt:
    """What all prompts of a batch have is read at once; the rest of a longer one word for word, while
    the others already write. A sentence gets what it would get alone."""

    def __init__(self, source: Tensor, prompt: Tensor | None = None):
        """source (batch, source); prompt (batch, prompt), with PAD after the shorter ones."""
        batch = len(source)
        if prompt is None:
            prompt = torch.empty(batch, 0, dtype=torch.long, device=source.device)
        if len(prompt) != batch:
            raise ValueError(f"{len(prompt)} prompts for {batch} sentences: each needs one")
        self.tokens = prompt
        self.given = (prompt != PAD).sum(-1)  # (batch,) how long each is
        self.shortest = int(self.given.min()) if batch else 0
        self.behind = self.given - self.shortest  # (batch,) how many are still to be read
        self.more = int(self.behind.max()) if batch else 0
        start = torch.full((batch, 1), START, device=source.device)
        self.read = torch.cat((start, prompt[:, : self.shortest]), dim=1)  # (batch, 1 + shortest)

    def length(self, step: int) -> Tensor:
        """(batch,): how many tokens each has written with this step; < 1 while it reads."""
        return step + 1 - self.behind

    def next(self, step: int) -> Tensor:
        """(batch,): what the sentences that still read at this step are given."""
        position = min(self.shortest + step, self.tokens.shape[1] - 1)
        return self.tokens[:, position] if position >= 0 else self.given * PAD

    def written(self, tokens: Tensor) -> Tensor:
        """tokens (batch, …, step), with what was read among them → each from the end of its prompt on,
        PAD at the end."""
        if not self.more or not tokens.shape[-1]:
            return tokens
        steps = tokens.shape[-1]
        position = torch.arange(steps, device=tokens.device) + self.behind[:, None]  # (batch, step)
        position = position.view(len(tokens), *(1,) * (tokens.dim() - 2), steps).expand_as(tokens)
        return tokens.gather(-1, position.clamp_max(steps - 1)).masked_fill(position >= steps, PAD)


def refuse_part(**counts: int) -> None:
    """`ValueError` for 2.5, and for all else that counts nothing."""
    for name, count in counts.items():
        if not hasattr(count, "__index__"):
            raise ValueError(f"{name} is {count!r}: a whole number is needed")


def refuse_length(max_length: int, least: int = 1) -> None:
    refuse_part(max_length=max_length)
    if max_length < least:
        raise ValueError(f"max_length is {max_length}: at least {least} is needed")


def refuse_nothing_possible(
    best: Tensor, asked: Tensor, step: int, needed: Tensor | None = None
) -> None:
    """best (row, …): the greatest of log-probabilities; asked (row, …): where somebody goes on; `needed`
    (everywhere, if not given): who has nothing to show if that is impossible."""
    if (best.isnan() & asked).any():
        raise FloatingPointError(
            f"the scores for token {step + 1} are NaN, so none is the most probable: look for the "
            "layer that gives NaN, for example with transformer.probe.record"
        )
    if ((best == -torch.inf) & (asked if needed is None else asked & needed)).any():
        raise FloatingPointError(
            f"every possible token {step + 1} has probability 0 (its logarithm is −∞), so nothing can be "
            "written: look for a mask that hides all words, or for a row that gives none a chance"
        )


def forbid(log_p: Tensor, banned: Sequence[int]) -> Tensor:
    """log_p (…, vocabulary), in which the banned tokens become impossible; what the model handed out, which
    may be its own table, stays as it is."""
    size = log_p.shape[-1]
    for token in banned:
        refuse_part(banned=token)
        if not 0 <= token < size:
            raise ValueError(
                f"token {token} is banned, and the model knows tokens 0 to {size - 1}: take it out"
            )
    return log_p.index_fill(-1, torch.tensor(banned, dtype=torch.long).to(log_p.device), -torch.inf)
