"""Greedy decoding: choose the most probable next token in each step."""

from collections.abc import Sequence

import torch
from torch import Tensor

from transformer.decoding.next_token import Model, start_decoding
from transformer.decoding.prompt import (
    NEVER,
    Prompt,
    forbid,
    refuse_length,
    refuse_nothing_possible,
)
from transformer.registry import find, variant
from transformer.vocabulary import END, PAD

SHARE = 0.75  # if a smaller fraction of the sentences is unfinished, the finished ones are removed


@variant("decoding", "standard")
class Choice:
    """Choose the most probable next token of each row."""

    def __call__(self, log_p: Tensor) -> Tensor:
        return log_p.argmax(-1)  # (row, vocabulary) → (row,)


@torch.no_grad()
def greedy(
    model: Model,
    source: Tensor,
    max_length: int = 64,
    prompt: Tensor | None = None,
    end: int = END,
    banned: Sequence[int] = NEVER,
) -> Tensor:
    """source (batch, source) → tokens (batch, ≤ max_length), without START; `end` closes each sentence
    and PAD follows it.

    With a prompt (batch, prompt), decoding continues it and returns what comes after it. Prompts may have
    unequal lengths, with PAD after the shorter ones; each row gives the same tokens as it would alone.
    `banned` tokens are never written. If the model's config names another `decoding`, that method chooses.
    Raises `FloatingPointError` if the model's scores are NaN or make every token impossible. A beam of one
    hypothesis gives the same result and also returns its steps (beam.py).
    """
    refuse_length(max_length, least=0)  # a text may fill all positions of a model
    begun = Prompt(source, prompt)
    state, read = start_decoding(model, source), begun.read
    config = getattr(model, "config", None)
    choose = find("decoding", getattr(config, "decoding", "standard"))()
    done = torch.zeros(len(source), dtype=torch.bool, device=source.device)
    live = torch.arange(len(source), device=source.device)  # sentences still in the model
    tokens = []  # may include the rest of longer prompts
    for step in range(begun.more + max_length):
        if done.all():
            break
        log_p = forbid(state.log_probabilities(read), banned)  # (live, vocabulary)
        best, choice = log_p.amax(-1), choose(log_p)  # (live,)
        length = begun.length(step)[live]
        writes = length > 0  # the others still read their prompt, and their choice is ignored
        refuse_nothing_possible(best, writes & ~done[live], step)
        if step < begun.more:
            choice = torch.where(writes, choice, begun.next(step)[live])
        choice = choice.masked_fill(done[live], PAD)
        done[live] |= writes & ((choice == end) | (length >= max_length))
        tokens.append(torch.full_like(done, PAD, dtype=torch.long).index_copy(0, live, choice))
        left = (~done[live]).nonzero()[:, 0]
        if len(left) < SHARE * len(live):  # worth removing the finished sentences
            state.select(left)
            live, choice = live[left], choice[left]
        read = choice[:, None]  # (live, 1)
    if not tokens:
        return source.new_empty(len(source), 0)
    written = begun.without_prompt(torch.stack(tokens, dim=1))  # (batch, position)
    return written[:, : int((written != PAD).sum(-1).max())] if begun.more else written
