"""Two layers in one trained model, step by step: the value at each probe, and the first step at which they
differ.

Both read the same sentence and the same words of its answer, with the parameters of the same model where
shapes allow. Then the first probe with different values is at the line that makes the difference.
"""

import ast
import linecache
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from transformer.diagnosis.first_difference import all_close
from transformer.diagnosis.source_line import ROOT, begins, short
from transformer.measure.answer import greedy_answer, record_pass
from transformer.probe import Trace
from transformer.vocabulary import END
from transformer.weights import Trained

# For each kind, the parts of a model that it changes; their probes are compared.
PARTS = {
    "attention": ("self_attention", "cross_attention"),
    "mask": ("self_attention",),
    "feed_forward": ("feed_forward",),
    "residual": ("attention_residual", "self_residual", "feed_forward_residual"),
    "norm": ("attention_residual", "self_residual", "feed_forward_residual"),
    "position": ("source_embedding", "target_embedding"),
}
PROBE = "transformer/probe.py"  # called by every compared line


@dataclass(frozen=True)
class Listing:
    """A line, and the function around it as in its file now."""

    file: str
    line: int
    begins: int  # the number of the first of the lines
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """The value at one probe, and the line that passed it.

    `listings` begin with a method of the layer's own class if the line calls one from another file; the line
    itself is in the last listing.
    """

    name: str  # "scores"
    axes: str  # "head query key"; the batch is one sentence
    values: np.ndarray
    listings: tuple[Listing, ...]

    @property
    def at(self) -> tuple[str, int]:
        """Return the file and line to read."""
        return self.listings[0].file, self.listings[0].line


@dataclass(frozen=True)
class StepComparison:
    """One step in both layers; None where a layer has no such probe, or a value of another shape."""

    name: str
    first: Step | None
    second: Step | None
    difference: float | None  # the largest difference; None where they cannot be compared

    @classmethod
    def of(cls, name: str, first: Step | None, second: Step | None) -> "StepComparison":
        return cls(name, first, second, _largest_difference(first, second))

    @property
    def same(self) -> bool:
        """Return whether both are equal up to rounding."""
        if self.first is None or self.second is None or self.difference is None:
            return False
        return all_close(torch.tensor(self.second.values), torch.tensor(self.first.values))


def layer_paths(model: nn.Module, kind: str) -> list[str]:
    """Return the parts of a model that use a layer of this kind, from input to output."""
    ends = PARTS.get(kind, ())
    return [name for name, _ in model.named_modules() if name.split(".")[-1] in ends]


def answer_tokens(trained: Trained, ids: Sequence[int]) -> list[int]:
    """Return the model's answer to the sentence, without END; both layers then read the same words."""
    return [token for token in greedy_answer(trained, ids) if token != END]


def record_answer(trained: Trained, ids: Sequence[int], inside: Sequence[int]) -> Trace:
    """Return the recording of one pass: the model reads the sentence and these words of an answer."""
    return record_pass(trained, ids, [inside])


def steps(model: nn.Module, trace: Trace, path: str) -> tuple[Step, ...]:
    """Return the values at the probes of the module at this path, in the order in which they ran."""
    recorded, layer = [], model.get_submodule(path)
    for probe, line in trace.lines.items():
        owner, _, name = probe.rpartition(".")
        if owner == path and trace[probe]:
            seen: Tensor = trace[probe][-1]
            values = seen[0] if trace.axes[probe].startswith("batch ") else seen
            axes = trace.axes[probe].removeprefix("batch ")
            numbers = values.float().numpy()
            calls = _called(layer, line.file, line.code)
            lines = [*([calls] if calls else []), (line.file, line.number)]
            listings = tuple(listing(*line) for line in lines)
            recorded.append(Step(name, axes, numbers, listings))
    return tuple(recorded)


def _called(layer: nn.Module, file: str, code: str) -> tuple[str, int] | None:
    """Return the first method that a line calls and that is defined in another file of this project."""
    for name in re.findall(r"self\.(\w+)\(", code):
        thing = getattr(layer, name, None)
        method = type(thing).forward if isinstance(thing, nn.Module) else thing
        path, number = begins(method)
        if (here := short(path)).startswith("transformer/") and here not in (file, PROBE):
            return here, number
    return None


def compare_steps(first: Sequence[Step], second: Sequence[Step]) -> tuple[StepComparison, ...]:
    """Return the comparison of each step, in the order of the first layer; steps of only the second come last."""
    named = {step.name: step for step in second}
    pairs = [StepComparison.of(step.name, step, named.pop(step.name, None)) for step in first]
    return tuple(pairs + [StepComparison.of(name, None, step) for name, step in named.items()])


def difference(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return second − first; 0 where both are the same infinity."""
    with np.errstate(invalid="ignore"):
        return np.where(first == second, np.float32(0), second - first).astype(np.float32)


def _largest_difference(first: Step | None, second: Step | None) -> float | None:
    if first is None or second is None or first.values.shape != second.values.shape:
        return None
    away = np.abs(difference(first.values, second.values))
    return float(np.nan_to_num(away, nan=np.inf).max(initial=0.0))


def first_difference(comparisons: Sequence[StepComparison]) -> int | None:
    """Return the index of the first step that differs; None where all are equal."""
    return next(
        (number for number, comparison in enumerate(comparisons) if not comparison.same), None
    )


def listing(file: str, line: int) -> Listing:
    """Return the function around a line of a file, as it is now."""
    path = ROOT / file
    if not path.is_file():  # a notebook's cell
        text = linecache.getline(file, line).rstrip()
        return Listing(file, line, line, (text,))
    text = path.read_text(encoding="utf-8")
    here = text.splitlines()[line - 1 : line]
    try:
        inside = [
            node
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.FunctionDef)
            and line in range(node.lineno, (node.end_lineno or 0) + 1)
        ]
    except SyntaxError:  # the file was just edited
        return Listing(file, line, line, tuple(here))
    if not inside:
        return Listing(file, line, line, tuple(here))
    function = max(inside, key=lambda node: node.lineno)
    lines = text.splitlines()[function.lineno - 1 : function.end_lineno]
    return Listing(file, line, function.lineno, tuple(lines))


def same_weights(first: nn.Module, second: nn.Module) -> tuple[int, int]:
    """Return how many parameters of the second model equal those of the first at the same place, and the
    total."""
    here = dict(first.named_parameters())
    theirs = dict(second.named_parameters())
    shared = sum(
        p.numel()
        for name, p in theirs.items()
        if name in here and here[name].shape == p.shape and torch.equal(here[name], p)
    )
    return shared, sum(p.numel() for p in theirs.values())
