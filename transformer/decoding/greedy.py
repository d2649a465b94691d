"""From scores to a sentence."""

import torch
from torch import Tensor

from transformer.vocabulary import END, PAD, START


@torch.no_grad()
def greedy(model, source: Tensor, max_length: int = 64, prompt: Tensor | None = None) -> Tensor:
    """The most probable next token, again and again, until every sentence has ended.

    source (batch, source) → tokens (batch, ≤ max_length), without START; END closes each sentence
    and PAD follows it. With a prompt (batch, prompt) it goes on from there, and returns what comes
    after it. Keys and values of earlier steps are remembered, so a step costs one token.
    """
    memory, cache = model.encode(source), model.new_cache()
    token = torch.full((len(source), 1), START, device=source.device)
    if prompt is not None:
        token = torch.cat((token, prompt), dim=1)  # read at once: (batch, 1 + prompt)
    ended = torch.zeros(len(source), dtype=torch.bool, device=source.device)
    tokens = []
    for _ in range(max_length):
        logits = model.decode(token, memory, source, cache)  # (batch, 1, vocabulary)
        token = logits[:, -1].argmax(-1, keepdim=True)  # (batch, 1)
        token[ended] = PAD
        tokens.append(token)
        ended |= token.squeeze(1) == END
        if ended.all():
            break
    return torch.cat(tokens, dim=1)
