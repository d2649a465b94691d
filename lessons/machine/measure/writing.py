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
    def predicted(self) -> list[int]:
        """Return the most probable word after each step."""
        return self.words[:, 0].tolist()


def record_way(trained: Trained, name: str, ids: Sequence[int], tokens: Sequence[int]) -> Way:
    """Return the recording of a model that reads a sentence and these words of an answer."""
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
    passes = [record_way(trained, FREE, ids, answer[:-1])]  # the last one is never read
    return passes if right is None else [*passes, record_way(trained, FORCED, ids, right)]


def last_attention(
    trained: Trained, way: Way, rows: str, columns: str
) -> tuple[str, Tensor] | None:
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
    """Return the concatenated queries or keys of all heads of a layer, (word, heads · d_k); None without such a
    probe."""
    if probe not in way.trace.axes:
        return None
    return way.trace.one(probe)[0].transpose(0, 1).flatten(1)


def edit_distance(predicted: Sequence[int], right: Sequence[int]) -> int:
    """Return the edit distance: how many words must be inserted, deleted or replaced (Levenshtein)."""
    before = list(range(len(right) + 1))
    for i, word in enumerate(predicted, start=1):
        row = [i]
        for j, right_word in enumerate(right, start=1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (word != right_word)))
        before = row
    return before[-1]


def count_errors(trained: Trained, source: Sequence[str], right: Sequence[str]) -> tuple[int, int]:
    """Return the number of errors in free running, and under teacher forcing, in one sentence."""
    target = trained.target_vocabulary.encode(right)
    free, forced = ways(trained, trained.source_vocabulary.encode(source), target)
    return edit_distance(free.predicted, [*target, END]), edit_distance(
        forced.predicted, [*target, END]
    )


@torch.no_grad()
def count_errors_in_all(trained: Trained, examples: Sequence[Example]) -> list[tuple[int, int]]:
    """Return the result of `count_errors` for many sentences, which the model reads in one batch."""
    batch = Batch.from_examples(examples, trained.source_vocabulary, trained.target_vocabulary)
    free = greedy(trained.model, batch.source)  # (sentence, word)
    forced = trained.model(batch.source, batch.target[:, :-1]).argmax(-1)  # (sentence, word)
    counts = []
    for right, free_words, forced_words in zip(batch.target[:, 1:], free, forced, strict=True):
        real = right != PAD
        words = right[real].tolist()
        counts.append(
            (
                edit_distance(free_words[free_words != PAD].tolist(), words),
                edit_distance(forced_words[real].tolist(), words),
            )
        )
    return counts
