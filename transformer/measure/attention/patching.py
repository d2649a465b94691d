"""Activation patching: what one value inside a model does to its answer, measured by writing it in.

Two sentences of equal length, one word apart, that the model answers differently. While it reads the
one (`base`), a single value is replaced by the one from the other (`donor`): what one head found, or what
one layer has made of one word. Then everything after it runs as always. The question is the same each
time: by how much does "why this word and not that one" change, the difference of their two logits?
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from transformer.measure.answer import must_write, written
from transformer.probe import Trace, record, replace
from transformer.vocabulary import END, START
from transformer.weights import Trained


@dataclass(frozen=True)
class Site:
    """A place to write into: entry `index` of the axis after the batch. That is one head of what a
    layer's heads found, or one word of a residual."""

    probe: str
    index: int


@dataclass(frozen=True)
class Question:
    """Two inputs of a model, row 0 the base and row 1 the donor, each (2, position); what is asked is
    the logit of token `this` minus that of `that`, for the word after the last one read."""

    inputs: tuple[Tensor, ...]
    this: int
    that: int

    @property
    def turned(self) -> "Question":
        """The same with base and donor exchanged."""
        return Question(tuple(one.flip(0) for one in self.inputs), self.this, self.that)

    def of(self, logits: Tensor) -> Tensor:
        """logits (batch, target, vocabulary) → (batch,)"""
        return logits[:, -1, self.this] - logits[:, -1, self.that]


@dataclass(frozen=True)
class Effect:
    """What writing one value did. `unchanged`: the value that stood there was the same already."""

    site: Site
    after: float  # the logit difference with the value written in
    writes: int  # the token that the model then finds the most probable
    change: float  # after − before
    unchanged: bool


def question(trained: Trained, base: Sequence[int], donor: Sequence[int]) -> Question:
    """What a model answers to `base` and to `donor` (tokens), up to the first word in which the two
    answers differ. Raises `ValueError` where there is nothing to compare."""
    if len(base) != len(donor):
        raise ValueError(
            f"the sentences have {len(base)} and {len(donor)} words: a value can be carried over only "
            "to the same place, so give two of equal length"
        )
    must_write(trained.model)
    answers = [written(trained, ids) for ids in (base, donor)]
    same = 0
    while same < min(map(len, answers)) and answers[0][same] == answers[1][same]:
        same += 1
    if same == min(map(len, answers)) or END in (answers[0][same], answers[1][same]):
        raise ValueError(
            "the model gives both sentences the same answer, as far as it goes, so there is no "
            "difference to explain: change a word that changes the answer"
        )
    begun, both = answers[0][:same], (list(base), list(donor))
    inputs: tuple[Tensor, ...]
    if trained.reads:
        inputs = torch.tensor(both), torch.tensor([[START, *begun]] * 2)
    else:
        inputs = (torch.tensor([[START, *ids, *begun] for ids in both]),)
    return Question(inputs, answers[0][same], answers[1][same])


def sites(model: nn.Module, inputs: tuple[Tensor, ...]) -> dict[str, list[Site]]:
    """Where values can be written: "heads" (what each head found, at all words), and "words" (what the
    embedding and then each sub-layer has made of each word)."""
    with torch.no_grad(), record(model) as trace:
        model(*(one[:1] for one in inputs))
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
    """Whether this is the sum after a feed-forward that is left out: what was there before, once more."""
    left, found, _ = name.partition("feed_forward_residual.sum")
    output = f"{left}feed_forward.output"
    return bool(found) and output in trace.names() and not trace.one(output).any()


@torch.no_grad()
def effects(
    model: nn.Module, asked: Question, places: Sequence[Site]
) -> tuple[float, float, list[Effect]]:
    """The logit difference of base and donor, and what each place does when the donor's value is
    written there alone. All in one pass, a row each; row 0 is left as it is."""
    with record(model) as donor:
        given = float(asked.of(model(*(one[1:] for one in asked.inputs)))[0])
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
        many = tuple(one[:1].expand(len(places) + 1, -1) for one in asked.inputs)
        logits = model(*many)  # (1 + place, target, vocabulary)
    before, *after = asked.of(logits).tolist()
    best = logits[1:, -1].argmax(-1).tolist()
    found = [
        Effect(site, value, token, 0.0 if unchanged[site] else value - before, unchanged[site])
        for site, value, token in zip(places, after, best, strict=True)
    ]
    return before, given, found


def written_back(model: nn.Module, asked: Question, probe: str) -> tuple[Tensor, Tensor]:
    """The logits of the base as it is, and with the value of a probe written back unchanged: equal in
    every bit, or the writing itself would be what is measured."""
    base = tuple(one[:1] for one in asked.inputs)
    with torch.no_grad(), record(model, probe) as trace:
        plain = model(*base)
    with torch.no_grad(), replace(model, {probe: lambda value: trace.one(probe).clone()}):
        return plain, model(*base)
