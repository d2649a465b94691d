"""What a model of the next word says after a few words, beside what stands there in its training rows."""

from dataclasses import dataclass

import torch

from transformer.vocabulary import START
from transformer.weights import Trained


@dataclass(frozen=True)
class Probed:
    """`count` of `rows` training rows that begin so go on with the word; `said`: how probable the model holds it."""

    count: int
    rows: int
    said: float


@torch.no_grad()
def probed(trained: Trained, begins: str, word: str) -> Probed:
    """The next word of a row after the words `begins`, which may be none. Raises `ValueError` where no row begins so."""
    words, known = tuple(begins.split()), trained.target_vocabulary
    n = len(words)
    rows = (one.target for one in trained.task.train)
    follows = [row[n] for row in rows if row[:n] == words and len(row) > n]
    if not follows:
        raise ValueError(
            f"no training row begins with “{begins}”: there is nothing to hold against the model"
        )
    row = torch.tensor([[START, *known.encode(words)]])
    (next_word,) = known.encode([word])
    said = trained.model(row)[0, -1].softmax(-1)[next_word].item()
    return Probed(follows.count(word), len(follows), said)
