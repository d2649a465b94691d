"""A model's results for a premise and a hypothesis: the probability of each label, and what each word attends
to."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.measure.answer import answer
from transformer.probe import record
from transformer.tasks.entailment import LABELS, THINGS, deciding, label
from transformer.weights import Trained

PARTS = ("who", "does", "what")  # the words of a clause, and of a hypothesis


@dataclass(frozen=True)
class Judgement:
    """`probability` of each of `LABELS`; `weights` (hypothesis, premise), for a model with attention."""

    probability: Tensor
    weights: Tensor | None


def judge_pair(trained: Trained, ids: Sequence[int]) -> Judgement:
    """Return the result of one pass over a premise, a “.” and a hypothesis."""
    recorded = answer(trained, ids)
    scores = recorded.trace.one("logits")[0, trained.target_vocabulary.encode(LABELS)]
    weights = [m.weights(recorded.trace, m.path)[0, 0] for m in trained.family.maps]
    return Judgement(scores.softmax(-1), weights[0] if weights else None)


def label_by_grammar(premise: Sequence[str], hypothesis: Sequence[str]) -> tuple[int | None, str]:
    """Return what the grammar says about typed words: which word of the premise decides (None if none does),
    and the label ("" where one of the two sentences has unknown words)."""
    if (place := deciding(premise, hypothesis)) is None:
        return None, ""
    thing, hypothesis_thing = premise[place], hypothesis[-1]
    return place, label(thing, hypothesis_thing) if {thing, hypothesis_thing} <= {*THINGS} else ""


@torch.no_grad()
def by_part(trained: Trained) -> Tensor:
    """Return (word, place): the mean weight that each word of a hypothesis, one of `PARTS`, puts on each of `PARTS` of
    the deciding clause, and elsewhere, over the held-out pairs."""
    (drawn,), path = trained.family.maps, trained.family.maps[0].path
    batch = trained.family.objective.batch(trained.task.held_out, trained.vocabularies)
    with record(trained.model, f"{path}.weights") as trace:
        trained.family.objective.run(trained.model, batch)
    weights = drawn.weights(trace, path)[:, 0]  # (pair, word, premise)
    places = batch.deciding[:, None] - torch.arange(len(PARTS)).flip(0)  # (pair, part)
    clause = weights.gather(2, places[:, None].expand(-1, len(PARTS), -1)).mean(0)  # (word, part)
    return torch.cat((clause, 1 - clause.sum(-1, keepdim=True)), dim=-1)
