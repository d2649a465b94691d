"""A language model's next-word probability after a prefix, next to the frequency in its training data."""

from dataclasses import dataclass

import torch

from transformer.vocabulary import START
from transformer.weights import Trained


@dataclass(frozen=True)
class NextWord:
    """`count` of `rows` training sentences with this prefix continue with the word; `probability` is that of
    the model."""

    count: int
    rows: int
    probability: float


@torch.no_grad()
def probe_next_word(trained: Trained, begins: str, word: str) -> NextWord:
    """Measure the next word after the prefix `begins`, which may be empty. Raises `ValueError` where no
    sentence has this prefix."""
    words, vocabulary = tuple(begins.split()), trained.target_vocabulary
    n = len(words)
    rows = (example.target for example in trained.task.train)
    follows = [row[n] for row in rows if row[:n] == words and len(row) > n]
    if not follows:
        raise ValueError(
            f"no training sentence begins with “{begins}”, so there are no frequencies to compare the model with"
        )
    row = torch.tensor([[START, *vocabulary.encode(words)]])
    (next_word,) = vocabulary.encode([word])
    probability = trained.model(row)[0, -1].softmax(-1)[next_word].item()
    return NextWord(follows.count(word), len(follows), probability)
