"""How the encoder represents *it*: which English pronoun fits its vector best, and whether that agrees with
the gender that the French translation needs."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import torch

from transformer.objectives.batch import Batch
from transformer.tasks import Example
from transformer.weights import Trained

SENTENCES = 300  # held-out sentences with an *it*
PRONOUNS = ("he", "she", "it")
GENDERS = {"il": "he", "elle": "she"}


@dataclass(frozen=True)
class AtIt:
    """Over `sentences` sentences: how often each English word fits the vector of *it* best, and how often
    *he* and *she* are in the order of the French pronoun. Chance is one half."""

    sentences: int
    best: dict[str, int]
    agrees: int


@torch.no_grad()
def measure_at_it(trained: Trained) -> AtIt:
    """Score the vector of *it* at the end of the encoder against the English table, in held-out sentences."""
    examples = [e for e in trained.task.held_out if french_pronoun(e)][:SENTENCES]
    batch = Batch.from_examples(examples, trained.source_vocabulary, trained.target_vocabulary)
    model: Any = trained.model
    memory = model.encode(batch.source)  # (batch, position, d_model)
    rows = torch.arange(len(examples))
    scores = memory[rows, batch.it] @ model.source_embedding.table.weight.T
    words = trained.source_vocabulary.words
    best = Counter(words[k] for k in scores.argmax(-1).tolist())
    he, she = (scores[:, k] for k in trained.source_vocabulary.encode(("he", "she")))
    nearer = ["he" if ahead else "she" for ahead in (he > she).tolist()]
    agrees = sum(
        GENDERS[french_pronoun(e)] == word for e, word in zip(examples, nearer, strict=True)
    )
    return AtIt(len(examples), dict(best), agrees)


def french_pronoun(example: Example) -> str:
    """Return the French pronoun that translates *it*; "" where the sentence has none."""
    if example.referent is None:
        return ""
    it = example.referent[0]
    aligned = (w for w, of in zip(example.target, example.alignment, strict=False) if of == it)
    return next((word for word in aligned if word in GENDERS), "")
