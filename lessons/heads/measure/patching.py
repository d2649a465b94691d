"""Activation patching: replace one value inside a model and measure how its answer changes.

The two sentences have equal length, differ in one word, and get different answers. While the model reads one of
them (`base`), a single value is replaced by the value from the other (`donor`): the output of one head, or one
word of the residual stream. All later steps run as usual. The measure is always the same: by how much the
difference between the logits of the two answer words changes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from transformer.measure.answer import greedy_answer, must_write
from transformer.probe import Trace, record, replace
from transformer.vocabulary import END, START
from transformer.weights import Trained


@dataclass(frozen=True)
class Site:
    """A value to replace: entry `index` of the axis after the batch, that is one head of a layer or one word of
    a residual."""

    probe: str
    index: int


@dataclass(frozen=True)
class Question:
    """Two inputs of a model, row 0 the base and row 1 the donor, each (2, position). The measure is the logit
    of token `this` minus that of `that`, for the word after the last one read."""

    inputs: tuple[Tensor, ...]
    this: int
    that: int

    @property
    def turned(self) -> "Question":
        """Return the same question with base and donor exchanged."""
        return Question(tuple(tokens.flip(0) for tokens in self.inputs), self.this, self.that)

    def of(self, logits: Tensor) -> Tensor:
        """logits (batch, target, vocabulary) → (batch,)"""
        return logits[:, -1, self.this] - logits[:, -1, self.that]


@dataclass(frozen=True)
class Effect:
    """The effect of replacing one value. `unchanged`: the new value was equal to the old one."""

    site: Site
    after: float  # the logit difference after the change
    writes: int  # the most probable token after the change
    change: float  # after − before
    unchanged: bool


def make_question(trained: Trained, base: Sequence[int], donor: Sequence[int]) -> Question:
    """Compare the answers to `base` and `donor` (tokens) up to the first word in which they differ. Raises
    `ValueError` where there is nothing to compare."""
    if len(base) != len(donor):
        raise ValueError(
            f"the sentences have {len(base)} and {len(donor)} words: a value can be copied only "
            "to the same position, so use two sentences of equal length"
        )
    must_write(trained.model)
    answers = [greedy_answer(trained, ids) for ids in (base, donor)]
    same = 0
    while same < min(map(len, answers)) and answers[0][same] == answers[1][same]:
        same += 1
    if same == min(map(len, answers)) or END in (answers[0][same], answers[1][same]):
        raise ValueError(
            "the model gives the same answer to both sentences (up to the end of the shorter answer), so there is no "
            "difference to explain: change a word that affects the answer"
        )
    begun, both = answers[0][:same], (list(base), list(donor))
    inputs: tuple[Tensor, ...]
    if trained.reads:
        inputs = torch.tensor(both), torch.tensor([[START, *begun]] * 2)
    else:
        inputs = (torch.tensor([[START, *ids, *begun] for ids in both]),)
    return Question(inputs, answers[0][same], answers[1][same])


def sites(model: nn.Module, inputs: tuple[Tensor, ...]) -> dict[str, list[Site]]:
    """Return the values that can be replaced: "heads" (the output of each head, at all words) and "words" (the
    residual stream after the embedding and after each sub-layer, for each word)."""
    with torch.no_grad(), record(model) as trace:
        model(*(tokens[:1] for tokens in inputs))
    ran = [
        name for name in trace.names() if len(trace[name]) == 1 and not _adds_nothing(name, trace)
    ]
    ends = {"heads": (".head_output",), "words": ("_embedding.sum", "_residual.sum")}
    return {
        kind: [
            Site(name, n)
            for name in ran
            if name.endswith(end)
            for n in range(trace.one(name).shape[1])
        ]
        for kind, end in ends.items()
    }


def _adds_nothing(name: str, trace: Trace) -> bool:
    """Return whether this is the sum after a feed-forward that is left out, and so equal to the value before it."""
    left, is_sum, _ = name.partition("feed_forward_residual.sum")
    output = f"{left}feed_forward.output"
    return bool(is_sum) and output in trace.names() and not trace.one(output).any()


@torch.no_grad()
def measure_effects(
    model: nn.Module, question: Question, places: Sequence[Site]
) -> tuple[float, float, list[Effect]]:
    """Return the logit difference of base and donor, and the effect of each site when only its value is
    replaced by the donor's. One pass with one row per site; row 0 is left unchanged."""
    with record(model) as donor:
        of_donor = float(question.of(model(*(tokens[1:] for tokens in question.inputs)))[0])
    unchanged: dict[Site, bool] = {}

    def writing(probe: str) -> Callable[[Tensor], Tensor]:
        there = [(row, site) for row, site in enumerate(places, start=1) if site.probe == probe]

        def write(value: Tensor) -> Tensor:  # (batch, head or word, …)
            new = value.clone()
            for row, site in there:
                new[row, site.index] = donor.one(probe)[0, site.index]
                unchanged[site] = torch.equal(new[row], value[row])
            return new

        return write

    with replace(model, {probe: writing(probe) for probe in {site.probe for site in places}}):
        many = tuple(tokens[:1].expand(len(places) + 1, -1) for tokens in question.inputs)
        logits = model(*many)  # (1 + place, target, vocabulary)
    before, *after = question.of(logits).tolist()
    best = logits[1:, -1].argmax(-1).tolist()
    results = [
        Effect(site, value, token, 0.0 if unchanged[site] else value - before, unchanged[site])
        for site, value, token in zip(places, after, best, strict=True)
    ]
    return before, of_donor, results


def logits_when_rewritten(
    model: nn.Module, question: Question, probe: str
) -> tuple[Tensor, Tensor]:
    """Return the logits of the base, and the logits after a probe's value is replaced by itself. Both must be
    equal in every bit, or the replacement itself would have an effect."""
    base = tuple(tokens[:1] for tokens in question.inputs)
    with torch.no_grad(), record(model, probe) as trace:
        plain = model(*base)
    with torch.no_grad(), replace(model, {probe: lambda value: trace.one(probe).clone()}):
        return plain, model(*base)
