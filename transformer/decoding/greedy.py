"""The most probable next token, again and again."""

from collections.abc import Sequence

import torch
from torch import Tensor

from transformer.decoding.next_token import begin
from transformer.vocabulary import END, PAD, START

NEVER = (PAD, START)  # no sentence has these inside


@torch.no_grad()
def greedy(
    model,
    source: Tensor,
    max_length: int = 64,
    prompt: Tensor | None = None,
    end: int = END,
    banned: Sequence[int] = NEVER,
) -> Tensor:
    """source (batch, source) → tokens (batch, ≤ max_length), without START; `end` closes each sentence
    and PAD follows it.

    With a prompt (batch, prompt) it goes on from there, and returns what comes after it. Prompts may
    be of unequal length, with PAD after the shorter ones: a row gets the words that it would get
    alone. Tokens that are `banned` are never written. Raises `FloatingPointError` where the model's
    scores are NaN.
    """
    batch = len(source)
    if prompt is None:
        prompt = torch.empty(batch, 0, dtype=torch.long, device=source.device)
    given = (prompt != PAD).sum(-1)  # (batch,) how long each prompt is
    shortest, longest = (int(given.min()), int(given.max())) if batch else (0, 0)
    state, forbidden = begin(model, source), torch.tensor(banned, dtype=torch.long)
    token = torch.full((batch, 1), START, device=source.device)
    token = torch.cat((token, prompt[:, :shortest]), dim=1)  # what all have is read at once
    done = torch.full((batch,), max_length < 1, device=source.device)
    tokens = []  # from position `shortest` on, the rest of longer prompts among them
    for place in range(shortest, longest + max_length):
        if done.all():
            break
        log_p = state.log_probabilities(token)  # (batch, vocabulary)
        log_p[:, forbidden.to(log_p.device)] = -torch.inf
        best, choice = log_p.max(-1)  # (batch,)
        if (best.isnan() & ~done).any():
            raise FloatingPointError(
                f"the scores for token {place + 1} are NaN, so none is the most probable: look for the "
                "layer that gives NaN, for example with transformer.probe.record"
            )
        reading = place < given  # rows whose prompt goes on read it, whatever they would write
        if place < longest:
            choice = torch.where(reading, prompt[:, place], choice)
        choice = choice.masked_fill(done, PAD)
        done |= ~reading & ((choice == end) | (place + 1 >= given + max_length))
        token = choice[:, None]  # (batch, 1)
        tokens.append(choice)
    if not tokens:
        return prompt.new_empty(batch, 0)
    written = torch.stack(tokens, dim=1)  # (batch, place)
    if longest > shortest:  # each row from the end of its own prompt on
        place = torch.arange(written.shape[1], device=source.device) + (given - shortest)[:, None]
        inside = place < written.shape[1]
        written = written.gather(1, place.clamp_max(written.shape[1] - 1)).where(inside, PAD)
        written = written[:, : int((written != PAD).sum(-1).max())]
    return written
