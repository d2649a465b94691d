"""Which encoder state decides a word: replace one state by that of a similar sentence, and see what the decoder
writes.

The second sentence differs in one word, and its translation has the other pronoun: “… because it was too tired”
and “… too wide”. Everything else stays: the other states, the decoder's initial state, and the words written so
far.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor

from transformer.objectives.batch import Batch
from transformer.probe import record
from transformer.vocabulary import START
from transformer.weights import Trained

LOOK = "decoder.attention.weights"
TIRED = "the animal did not cross the street because it was too tired"
WIDE = "the animal did not cross the street because it was too wide"
PRONOUNS = ("il", "elle")


@dataclass(frozen=True)
class Swapped:
    """At the step that writes the pronoun: the weight of each word, and the probability of “il” and “elle”,
    unchanged and with each word's state replaced."""

    words: list[str]  # of the sentence
    weights: Tensor  # (source,)
    before: Tensor  # (pronoun,): probabilities of `PRONOUNS`
    after: Tensor  # (source, pronoun)


@torch.no_grad()
def swap_states(trained: Trained, sentence: str = TIRED, twin: str = WIDE) -> Swapped:
    """Replace the state of each word in turn. Raises `ValueError` for sentences of different lengths."""
    model: Any = trained.model  # of the family `recurrent_attention`
    sides = [trained.source_vocabulary.encode(text.split()) for text in (sentence, twin)]
    if len(sides[0]) != len(sides[1]):
        raise ValueError(
            f"the sentences have {len(sides[0])} and {len(sides[1])} words: both must have the same length"
        )
    prefix, pronouns = _prefix(trained, sides[0]), trained.target_vocabulary.encode(PRONOUNS)
    own, other = (model.encode(torch.tensor([ids])) for ids in sides)
    count = len(sides[0])
    memory = own.memory.repeat(count + 1, 1, 1)  # nothing is replaced in the last row
    places = torch.arange(count)
    memory[places, places] = other.memory[0]
    past = replace(own.select(torch.zeros(count + 1, dtype=torch.long)), memory=memory)
    with record(model, LOOK) as trace:
        for word in model.target_embedding(torch.tensor(prefix)):
            vector, past = model.decoder(word.expand(count + 1, -1), past)
        shares = model.scores(vector[:, None])[:, 0].softmax(-1)[:, pronouns]  # (row, pronoun)
    return Swapped(sentence.split(), trace[LOOK][-1][-1], shares[-1], shares[:-1])


def _prefix(trained: Trained, ids: Sequence[int]) -> list[int]:
    """Return START and the words that the model writes before the pronoun."""
    from transformer.measure.answer import greedy_answer

    tokens = greedy_answer(trained, ids)
    pronouns = set(trained.target_vocabulary.encode(PRONOUNS))
    at = next((n for n, token in enumerate(tokens) if token in pronouns), None)
    if at is None:
        raise ValueError("the translation does not contain the pronoun “il” or “elle”")
    return [START, *tokens[:at]]


@torch.no_grad()
def attended_words(
    trained: Trained, groups: Iterable[str] = ("because", "it", "reason")
) -> dict[str, float]:
    """For held-out sentences with “because it”, return how often the largest weight, at the pronoun, is on
    *because*, on *it* and on the last word, the reason."""
    examples = [e for e in trained.task.held_out if e.referent and "because" in e.source]
    batch = Batch.from_examples(examples, trained.source_vocabulary, trained.target_vocabulary)
    with record(trained.model, LOOK) as trace:
        trained.model(batch.source, batch.target[:, :-1])
    maps = torch.stack(trace[LOOK], dim=1)  # (sentence, target, source)
    counts = dict.fromkeys(groups, 0)
    for example, rows in zip(examples, maps, strict=True):
        assert example.referent  # guaranteed by the choice of the examples
        it = example.referent[0]
        peak = int(rows[example.alignment.index(it)].argmax())
        place = {
            example.source.index("because"): "because",
            it: "it",
            len(example.source) - 1: "reason",
        }
        if peak in place:
            counts[place[peak]] += 1
    return {name: count / len(examples) for name, count in counts.items()} | {
        "count": len(examples)
    }
