"""A language model's next-word probability after a prefix, next to the frequency in its training data."""

from dataclasses import dataclass

import torch

from transformer.vocabulary import START
from transformer.weights import Trained


@dataclass(frozen=True)
class Probed:
    """`count` of `rows` training sentences with this prefix continue with the word; `said` is the model's
    probability."""

    count: int
    rows: int
    said: float


@torch.no_grad()
def probed(trained: Trained, begins: str, word: str) -> Probed:
    """Measure the next word after the prefix `begins`, which may be empty. Raises `ValueError` where no
    sentence has this prefix."""
    words, known = tuple(begins.split()), trained.target_vocabulary
    n = len(words)
    rows = (one.target for one in trained.task.train)
    follows = [row[n] for row in rows if row[:n] == words and len(row) > n]
    if not follows:
        raise ValueError(
            f"no training sentence begins with “{begins}”, so there are no frequencies to compare the model with"
        )
    row = torch.tensor([[START, *known.encode(words)]])
    (next_word,) = known.encode([word])
    said = trained.model(row)[0, -1].softmax(-1)[next_word].item()
    return Probed(follows.count(word), len(follows), said)
