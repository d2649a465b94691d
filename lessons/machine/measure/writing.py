"""A translation word by word: the input of each step, its attention, its output. Once with the words that the
model wrote itself (free running), once with the correct words (teacher forcing)."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.decoding import greedy
from transformer.measure.answer import greedy_answer, must_write, record_pass
from transformer.measure.architecture import candidates
from transformer.objectives.batch import Batch
from transformer.probe import Trace
from transformer.tasks import Example
from transformer.vocabulary import END, PAD, START
from transformer.weights import Trained

FREE, FORCED, LOGITS = "free", "forced", "logits"


@dataclass(frozen=True)
class Way:
    """One pass over the words that the decoder read. Because of the causal mask, row t is step t."""

    name: str
    read: list[int]  # START, then one word per step
    words: Tensor  # (step, candidate), the most probable first
    shares: Tensor  # (step, candidate)
    trace: Trace

    @property
    def said(self) -> list[int]:
        """The most probable word after each step."""
        return self.words[:, 0].tolist()


def way(trained: Trained, name: str, ids: Sequence[int], tokens: Sequence[int]) -> Way:
    """Record the model while it reads a sentence and these words of an answer."""
    trace = record_pass(trained, ids, [tokens])
    if LOGITS not in trace.axes:
        raise ValueError(
            f"this {type(trained.model).__name__} passes its logits through no probe: add "
            f'self.{LOGITS} = Probe("batch target vocabulary") where they are computed, and pass them through it'
        )
    begun = () if trained.reads else ids  # it continues them
    return Way(name, [START, *begun, *tokens], *candidates(trace.one(LOGITS)[0]), trace)


def ways(trained: Trained, ids: Sequence[int], right: Sequence[int] | None = None) -> list[Way]:
    """Return free running and, where the correct answer is known, teacher forcing."""
    must_write(trained.model)
    answer = greedy_answer(trained, ids)
    found = [way(trained, FREE, ids, answer[:-1])]  # the last one is never read
    return found if right is None else [*found, way(trained, FORCED, ids, right)]


def looks(trained: Trained, way: Way, rows: str, columns: str) -> tuple[str, Tensor] | None:
    """Return the probe of the last attention of that kind, and the weights of each step, (step, column),
    averaged over its heads. None where the family has no such attention, or no probe records it."""
    if (kind := trained.family.map(rows, columns)) is None:
        return None
    try:
        layer = kind.layers(trained.model)[-1]
    except ValueError:
        return None
    return f"{layer}.weights", kind.weights(way.trace, layer)[0].mean(0)


def side_by_side(way: Way, probe: str) -> Tensor | None:
    """Concatenate the queries or keys of all heads of a layer, (word, heads · d_k); None without such a probe."""
    if probe not in way.trace.axes:
        return None
    return way.trace.one(probe)[0].transpose(0, 1).flatten(1)


def mistakes(said: Sequence[int], right: Sequence[int]) -> int:
    """Return the edit distance: how many words must be inserted, deleted or replaced (Levenshtein)."""
    before = list(range(len(right) + 1))
    for i, one in enumerate(said, start=1):
        row = [i]
        for j, other in enumerate(right, start=1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (one != other)))
        before = row
    return before[-1]


def compared(trained: Trained, source: Sequence[str], right: Sequence[str]) -> tuple[int, int]:
    """Count the errors of free running, and those under teacher forcing, in one sentence."""
    target = trained.target_vocabulary.encode(right)
    free, forced = ways(trained, trained.source_vocabulary.encode(source), target)
    return mistakes(free.said, [*target, END]), mistakes(forced.said, [*target, END])


@torch.no_grad()
def compared_all(trained: Trained, examples: Sequence[Example]) -> list[tuple[int, int]]:
    """Apply `compared` to many sentences, which the model reads in one batch."""
    batch = Batch.from_examples(examples, trained.source_vocabulary, trained.target_vocabulary)
    free = greedy(trained.model, batch.source)  # (sentence, word)
    forced = trained.model(batch.source, batch.target[:, :-1]).argmax(-1)  # (sentence, word)
    found = []
    for right, one, other in zip(batch.target[:, 1:], free, forced, strict=True):
        real = right != PAD
        words = right[real].tolist()
        found.append(
            (mistakes(one[one != PAD].tolist(), words), mistakes(other[real].tolist(), words))
        )
    return found
