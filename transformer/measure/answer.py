"""What a trained model answers to one sentence, and what happens inside while it reads its answer."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from transformer.decoding import greedy
from transformer.probe import Trace, record
from transformer.tasks import Example
from transformer.vocabulary import END, PAD


@torch.no_grad()
def written(trained, ids: Sequence[int], max_length: int = 64) -> list[int]:
    """The tokens that a model writes, greedily, END last if it ended: an answer to the sentence `ids`,
    or what comes after it where the model reads nothing else.

    `trained` is what `transformer.weights.load` returns. Raises ValueError where the model refuses
    the sentence: learned positions have an end.
    """
    given = torch.tensor([list(ids)])  # (1, word)
    if trained.reads:
        return greedy(trained.model, given, max_length)[0].tolist()
    nothing = torch.empty(1, 0, dtype=torch.long)
    return greedy(trained.model, nothing, max_length, prompt=given)[0].tolist()


@dataclass(frozen=True)
class Answer:
    """An answer, and the recorded forward pass in which the model reads it."""

    tokens: list[int]  # written, END last if it ended
    words: list[str]  # the same as words, without END
    trace: Trace

    @property
    def inside(self) -> list[int]:
        """The tokens without END."""
        return [token for token in self.tokens if token not in (END, PAD)]


@torch.no_grad()
def answer(trained, ids: Sequence[int]) -> Answer:
    """Let a model answer, or go on with, the sentence `ids`; then one forward pass over both."""
    vocabularies = trained.source_vocabulary, trained.target_vocabulary
    tokens = written(trained, ids)
    words = vocabularies[1].decode([token for token in tokens if token not in (END, PAD)])
    if trained.reads:
        example = Example(tuple(vocabularies[0].decode(ids)), tuple(words), ())
    else:
        example = Example((), (*vocabularies[1].decode(ids), *words), ())
    objective = trained.family.objective
    with record(trained.model) as trace:
        objective.run(trained.model, objective.batch([example], vocabularies))
    return Answer(tokens, list(words), trace)
