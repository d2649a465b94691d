"""Translate texts: a trained model's answers to many sentences."""

from collections.abc import Sequence

import torch

from transformer.decoding.beam import beam
from transformer.decoding.greedy import greedy
from transformer.decoding.next_token import writes
from transformer.decoding.prompt import refuse_length
from transformer.decoding.step import last
from transformer.vocabulary import PAD
from transformer.weights.trained import Trained

TOGETHER = 64  # sentences that are decoded in one batch
LONGEST = 64  # tokens of an answer, for models whose config has no limit (recurrent ones)


def translate(
    trained: Trained,
    sentences: Sequence[str],
    beams: int = 1,
    alpha: float = 0.0,
    max_length: int | None = None,
) -> list[str]:
    """An answer to each sentence, in the given order: greedy, or the best of a search with `beams`
    hypotheses, ordered by total / |y|^α.

    An answer ends after `max_length` tokens, even if the model has not written END. The default is
    `config.max_length`, the model's own limit, or 64 for a model without one. Sentences of similar length are
    decoded together, so that batches contain little PAD; each gets the same answer as it would alone. Unknown
    words are read as the unknown token. Raises `ValueError` for a sentence without words, for a `max_length`
    below 1, and for a model that reads no sentence or writes none.
    """
    if isinstance(sentences, str):
        raise ValueError(
            f"translate() was given a string, but it needs a list of sentences: write [{sentences!r}]."
        )
    if not (trained.reads and writes(trained.model)):
        kind = "reads no sentence" if writes(trained.model) else "writes nothing"
        raise ValueError(f"{trained.name} {kind}, so it cannot translate.")
    if max_length is None:
        max_length = getattr(getattr(trained.model, "config", None), "max_length", LONGEST)
    refuse_length(max_length)
    read = [trained.source_vocabulary.encode(trained.task.split(text)) for text in sentences]
    if empty := [n for n, ids in enumerate(read, start=1) if not ids]:
        raise ValueError(f"sentence {empty[0]} of {len(read)} has no words. Remove it.")
    answers = [""] * len(read)
    in_order = sorted(range(len(read)), key=lambda n: len(read[n]))
    for first in range(0, len(read), TOGETHER):
        chosen = in_order[first : first + TOGETHER]
        longest = len(read[chosen[-1]])
        padded = [read[n] + [PAD] * (longest - len(read[n])) for n in chosen]
        source = torch.tensor(padded)  # (sentence, word)
        if beams == 1:
            tokens = greedy(trained.model, source, max_length)  # (sentence, token)
        else:
            search = beam(trained.model, source, beams, max_length, alpha=alpha)
            tokens = last(search).answers().tokens[:, 0]  # (sentence, token): the best of each
        for n, row in zip(chosen, tokens, strict=True):
            answers[n] = trained.task.join(trained.target_vocabulary.decode(row))
    return answers
