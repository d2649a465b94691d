"""Text in, text out: what a trained model answers to many sentences."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from transformer.decoding.beam import beam
from transformer.decoding.greedy import greedy
from transformer.decoding.next_token import writes
from transformer.decoding.step import last
from transformer.vocabulary import PAD

if TYPE_CHECKING:
    from transformer.weights import Trained

TOGETHER = 64  # sentences that are decoded side by side


def translate(
    trained: "Trained", sentences: Sequence[str], beams: int = 1, alpha: float = 0.0
) -> list[str]:
    """An answer to each sentence, in the order given: greedy, or the best of a search with `beams` hypotheses,
    ordered by total / |y|^α.

    Sentences of like length are decoded together, so that little of a batch is PAD; a model gives each the
    answer that it would get alone. A word that the model does not know is read as unknown. Raises `ValueError` for
    a sentence without words, and for a model that reads no sentence or writes none.
    """
    if isinstance(sentences, str):
        raise ValueError(f"translate needs a list of sentences: write [{sentences!r}]")
    if not (trained.reads and writes(trained.model)):
        kind = "reads no sentence" if writes(trained.model) else "writes nothing"
        raise ValueError(f"{trained.name} {kind}, so it answers none")
    read = [trained.source_vocabulary.encode(trained.task.split(text)) for text in sentences]
    if empty := [n for n, ids in enumerate(read, start=1) if not ids]:
        raise ValueError(f"sentence {empty[0]} of {len(read)} has no word: leave it out")
    answers = [""] * len(read)
    in_order = sorted(range(len(read)), key=lambda n: len(read[n]))
    for first in range(0, len(read), TOGETHER):
        chosen = in_order[first : first + TOGETHER]
        longest = len(read[chosen[-1]])
        padded = [read[n] + [PAD] * (longest - len(read[n])) for n in chosen]
        source = torch.tensor(padded)  # (sentence, word)
        if beams == 1:
            tokens = greedy(trained.model, source)  # (sentence, token)
        else:
            found = last(beam(trained.model, source, beams, alpha=alpha)).answers()
            tokens = found.tokens[:, 0]  # (sentence, token): the best of each
        for n, row in zip(chosen, tokens, strict=True):
            answers[n] = trained.task.join(trained.target_vocabulary.decode(row))
    return answers
