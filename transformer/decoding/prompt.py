"""Prompts of unequal length in one batch, and the checks that all searches share."""

from collections.abc import Sequence

import torch
from torch import Tensor

from transformer.vocabulary import PAD, START

NEVER = (PAD, START)  # never inside a sentence


class Prompt:
    """Reads the common length of all prompts at once, and the rest of longer ones token by token, while the
    other sentences are already written. Each sentence gives the same result as alone."""

    def __init__(self, source: Tensor, prompt: Tensor | None = None):
        """source (batch, source); prompt (batch, prompt), with PAD after the shorter ones."""
        batch = len(source)
        if prompt is None:
            prompt = torch.empty(batch, 0, dtype=torch.long, device=source.device)
        if len(prompt) != batch:
            raise ValueError(
                f"{len(prompt)} prompts were given, but the number of sentences is {batch}: "
                "provide one prompt per sentence."
            )
        self.tokens = prompt
        self.given = (prompt != PAD).sum(-1)  # (batch,) length of each
        self.shortest = int(self.given.min()) if batch else 0
        self.behind = self.given - self.shortest  # (batch,) how many are still to be read
        self.more = int(self.behind.max()) if batch else 0
        start = torch.full((batch, 1), START, device=source.device)
        self.read = torch.cat((start, prompt[:, : self.shortest]), dim=1)  # (batch, 1 + shortest)

    def length(self, step: int) -> Tensor:
        """(batch,): the number of tokens written after this step; < 1 while the prompt is read."""
        return step + 1 - self.behind

    def next(self, step: int) -> Tensor:
        """(batch,): the next prompt token, for sentences that still read at this step."""
        position = min(self.shortest + step, self.tokens.shape[1] - 1)
        return self.tokens[:, position] if position >= 0 else self.given * PAD

    def without_prompt(self, tokens: Tensor) -> Tensor:
        """Return tokens (batch, …, step) without those of the prompts: each row begins after its prompt and is padded
        at the end."""
        if not self.more or not tokens.shape[-1]:
            return tokens
        steps = tokens.shape[-1]
        position = torch.arange(steps, device=tokens.device) + self.behind[:, None]  # (batch, step)
        position = position.view(len(tokens), *(1,) * (tokens.dim() - 2), steps).expand_as(tokens)
        return tokens.gather(-1, position.clamp_max(steps - 1)).masked_fill(position >= steps, PAD)


def refuse_part(**counts: int) -> None:
    """Raise `ValueError` for counts that are not whole numbers, such as 2.5."""
    for name, count in counts.items():
        if not hasattr(count, "__index__"):
            raise ValueError(f"{name} is {count!r}, but it must be a whole number.")


def refuse_length(max_length: int, least: int = 1) -> None:
    refuse_part(max_length=max_length)
    if max_length < least:
        raise ValueError(f"max_length is {max_length}, but it must be at least {least}.")


def refuse_nothing_possible(
    best: Tensor, continues: Tensor, step: int, needed: Tensor | None = None
) -> None:
    """best (row, …): the greatest log-probability; continues (row, …): where decoding goes on; `needed`
    (default: everywhere): where impossibility is an error, because nothing is finished."""
    if (best.isnan() & continues).any():
        raise FloatingPointError(
            f"the scores for token {step + 1} are NaN, so no token is the most probable. Find the layer that "
            "produces NaN, for example with transformer.probe.record."
        )
    if ((best == -torch.inf) & (continues if needed is None else continues & needed)).any():
        raise FloatingPointError(
            f"at step {step + 1}, every token has probability 0, so nothing can be generated. Look for a mask "
            "that excludes all words, or for a row without a possible token."
        )


def forbid(log_p: Tensor, banned: Sequence[int]) -> Tensor:
    """log_p (…, vocabulary) with the banned tokens made impossible; the input, which may be a view of the
    model's own tensor, is not changed."""
    size = log_p.shape[-1]
    for token in banned:
        refuse_part(banned=token)
        if not 0 <= token < size:
            raise ValueError(
                f"token {token} is banned, but the model’s IDs range from 0 to {size - 1}. "
                "Remove the token from `banned`."
            )
    return log_p.index_fill(-1, torch.tensor(banned, dtype=torch.long).to(log_p.device), -torch.inf)
