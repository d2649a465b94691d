"""What a model predicts for a masked word, and for the question whether the second sentence comes next."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from transformer.objectives.masking import Segmented
from transformer.probe import record
from transformer.tasks.discourses import LABELS, NEXT
from transformer.vocabulary import PAD, SPECIALS
from transformer.weights import Trained


@dataclass(frozen=True)
class Hidden:
    """The results with one pass per masked word."""

    chances: Tensor  # (word, vocabulary): the probability of each word at the masked position
    looks: Tensor  # (word, layer, row, column): the weights, the mean over the heads


@torch.no_grad()
def hidden_one_by_one(
    trained: Trained, model: nn.Module, batch: Segmented, places: Sequence[int]
) -> Hidden:
    """Read the first row of a batch once per position, with [MASK] in that position. `model` is of the family
    of `trained`."""
    many = len(places)
    tokens = batch.tokens[:1].repeat(many, 1)  # (word, position)
    tokens[range(many), list(places)] = batch.mask[0, 0]
    (kind,) = trained.family.maps
    paths = kind.layers(model)
    with record(model, *(f"{path}.weights" for path in paths)) as trace:
        words, _ = model(tokens, batch.segments[:1].repeat(many, 1))
    looks = torch.stack([kind.weights(trace, path).mean(1) for path in paths], 1)
    return Hidden(words[range(many), list(places)].softmax(-1), looks)


@torch.no_grad()
def likely_next(trained: Trained, batch: Any) -> float:
    """Return the probability that the second sentence of the first row comes next, with nothing masked."""
    scores = trained.family.objective.run(trained.model, batch)[0]  # (label,)
    return scores.softmax(-1)[len(SPECIALS) + LABELS.index(NEXT)].item()


def count_masked_words(trained: Trained, rows: int = 2000) -> dict[str, int]:
    """Count the words of the first training pairs: how many there are, and how many of the selected words
    became [MASK], became another word, or stayed."""
    objective: Any = trained.family.objective
    batch = objective.batch(trained.task.train[:rows], trained.vocabularies)
    read, asked = objective.hidden(trained.model, batch, torch.Generator().manual_seed(0))
    chosen, masked = asked != PAD, read == batch.mask
    same = chosen & (read == batch.tokens)
    return {
        "rows": rows,
        "words": int((batch.tokens > batch.mask).sum()),
        "[MASK]": int((chosen & masked).sum()),
        "other": int((chosen & ~masked & ~same).sum()),
        "same": int(same.sum()),
    }
