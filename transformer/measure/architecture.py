"""A model as a tree of boxes, built from one forward pass: which module called which, and what each returned.

This file does not know about encoders or decoders. A box is a module that ran, or a probe. It lies inside the
box of the module that called it, and boxes are ordered by the time of their first output.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from torch import Tensor, nn

from transformer.measure.answer import batch_of, greedy_answer, side_labels_of
from transformer.probe import Probe, SourceLine, calling_line, probes
from transformer.vocabulary import END, PAD
from transformer.weights import Trained

PROBE = Probe.__name__  # by name, because an edit creates a second class


@dataclass(eq=False)
class Box:
    """A module or a probe that ran. `children` is empty where nothing inside it was recorded."""

    path: str  # in the model, "encoder.layers.0"
    kind: str  # its class, "EncoderLayer"
    owner: str = ""  # the class of the module that contains it
    line: SourceLine | None = None  # that called it
    axes: str = ""  # of its output, where a probe names them
    probe: str = ""  # the probe that saw the same value
    values: list[Tensor] = field(default_factory=list)  # one per run
    reads: list[Box] = field(default_factory=list)  # the boxes whose outputs it reads
    side: str = ""  # the field of the batch that it reads, "source"
    around: str = ""  # the module that called it and is not in the tree, such as a residual
    children: list[Box] = field(default_factory=list)
    left: int = -1  # the time of its first output

    def walk(self) -> Iterator[Box]:
        """Yield this box and all boxes inside it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def numbers(self) -> int:
        """The number of values in its output."""
        return sum(value.numel() for value in self.values)

    def value(self) -> tuple[Tensor, str]:
        """Return its output and the axes, without the batch axis of size 1. A module that ran several times has
        one row per run."""
        axes = self.axes.split()
        batched = axes[:1] == ["batch"] or (not axes and self.values[0].dim() > 1)
        rows = [output[0] if batched else output for output in self.values]
        axes = axes[1:] if batched else axes
        if len(rows) == 1 or len({row.shape for row in rows}) > 1:
            return rows[-1], " ".join(axes)
        return torch.stack(rows), " ".join(["time", *axes] if axes else [])


@dataclass(frozen=True)
class Lane:
    """A chain of boxes that starts at one input of the model and follows what is computed from it."""

    side: str  # a field of the family's batch: "source", "target"
    size: int  # the number of words
    names: list[str]  # the words, as the family names them
    boxes: list[Box]


@dataclass(frozen=True)
class Pass:
    """One forward pass of a model."""

    kind: str  # the model's class
    lanes: list[Lane]
    result: Tensor  # (row, vocabulary): a score for each word, or each label
    unwatched: dict[
        str, str
    ]  # attention layers whose weights pass through no probe, and what to do


class Watch:
    """Hooks on a copy of the model, so that the original stays unchanged."""

    def __init__(self, model: nn.Module, inputs: dict[str, Tensor]):
        shared = {id(tensor): tensor for tensor in (*model.parameters(), *model.buffers())}
        self.model = copy.deepcopy(model, shared)  # the parameters are shared, not copied
        self.root = Box("", type(model).__name__)
        self.open, self.count = [self.root], 0
        self.origin: dict[
            int, tuple[Tensor, Box]
        ] = {}  # by id; kept alive, so that no id is reused
        self.sides = {v.untyped_storage().data_ptr(): n for n, v in inputs.items() if v.numel()}
        for path, module in self.model.named_modules():
            if path:
                module.register_forward_pre_hook(self.enters(path), with_kwargs=True)
                module.register_forward_hook(self.leaves, with_kwargs=True)

    def enters(self, path: str) -> Callable[[nn.Module, tuple, dict], None]:
        def hook(module: nn.Module, inputs: tuple, named: dict) -> None:
            inside = self.open[-1].children
            box = next((child for child in inside if child.path == path), None)
            if box is None:
                owner = self.model.get_submodule(path.rpartition(".")[0])
                box = Box(path, type(module).__name__, type(owner).__name__, calling_line(__file__))
                inside.append(box)
            for tensor in (t for t in (*inputs, *named.values()) if isinstance(t, Tensor)):
                if id(tensor) in self.origin and not box.values:
                    box.reads.append(self.origin[id(tensor)][1])
                if side := self.sides.get(tensor.untyped_storage().data_ptr()):
                    box.side = side
            self.open.append(box)

        return hook

    def leaves(self, module: nn.Module, inputs: tuple, named: dict, output: Any) -> None:
        box = self.open.pop()
        value = output if isinstance(output, Tensor) else _first_tensor(output)
        parent = self.open[-1]
        is_probe = box.kind == PROBE
        if value is None or (not is_probe and any(value is tensor for tensor in inputs)):
            parent.children.remove(box)  # inactive dropout is an identity
            return
        if is_probe:
            box.axes, box.probe = module.extra_repr(), box.path
            _, named_by = self.origin.get(id(value), (None, None))
            # It names the output of that box.
            if named_by in parent.children and named_by is not box:
                named_by.axes, named_by.probe = box.axes, box.path
                parent.children.remove(box)
                return
        elif (inner := self.origin.get(id(value), (None, None))[1]) in box.children:
            box.axes, box.probe = inner.axes, inner.probe
        box.values.append(value.detach().clone())
        if box.left < 0:
            box.left, self.count = self.count, self.count + 1
        self.origin[id(value)] = (value, box)


def _first_tensor(output: Any) -> Tensor | None:
    parts = output if isinstance(output, (tuple, list)) else ()
    return next((part for part in parts if isinstance(part, Tensor)), None)


def _unwrapped(box: Box) -> list[Box]:
    """Return the boxes without wrappers. A module that only calls another module, as a residual calls its
    sub-layer, is replaced by the boxes inside it."""
    inside = [inner for child in box.children for inner in _unwrapped(child)]
    box.children = sorted(
        (child for child in inside if child.left >= 0), key=lambda child: child.left
    )
    wraps = any(not child.path.startswith(f"{box.path}.") for child in box.children)
    if not box.path or not wraps:
        return [box]
    for child in box.children:
        child.around = child.around or box.path
    return box.children


@torch.no_grad()
def passed(
    model: nn.Module,
    inputs: dict[str, Tensor],
    sides: dict[str, list[str]],
    run: Callable[[nn.Module], Tensor],
) -> Pass:
    """Return the boxes of one pass, `run(model)`, over one sentence. `inputs` holds the inputs, (1, word, …)
    each, and `sides` names the words on each side."""
    watch = Watch(model, inputs)
    result = run(watch.model)
    (root,) = _unwrapped(watch.root)
    there = set(root.walk())
    for box in there:  # a residual returns the output of its last box
        box.reads = [origin if origin in there else origin.children[-1] for origin in box.reads]
    lanes: list[Lane] = []
    for box in root.children:
        begun = {inside: lane for lane in lanes for outer in lane.boxes for inside in outer.walk()}
        read_in = [begun[origin] for origin in box.reads if origin in begun] or lanes[-1:]
        if not lanes or (box.side and box.side not in {lane.side for lane in lanes}):
            size = inputs[box.side].shape[1] if box.side else 0
            lanes.append(Lane(box.side, size, sides.get(box.side, []), [box]))
        else:
            read_in[0].boxes.append(box)
    return Pass(root.kind, lanes, result[0].reshape(-1, result.shape[-1]), {})


def read(trained: Trained, ids: Sequence[int]) -> Pass:
    """Record how a trained model reads the sentence `ids` and, if it generates text, its own answer."""
    answer = [token for token in greedy_answer(trained, ids) if token not in (END, PAD)]
    batch = batch_of(trained, ids, [answer])
    sides = side_labels_of(trained, batch)
    inputs = {side: batch.read(side) for side in sides if hasattr(batch, side)}
    run = trained.family.objective.run
    recorded = passed(trained.model, inputs, sides, lambda copied: run(copied, batch))
    return replace(recorded, unwatched=unwatched(trained))


def unwatched(trained: Trained) -> dict[str, str]:
    """Return the attention layers of the family's maps whose weights pass through no probe → the missing probe."""
    modules, seen = dict(trained.model.named_modules()), probes(trained.model)
    paths = {m.path.format(n) for m in trained.family.maps for n in range(len(modules))}
    return {p: f"{p}.weights" for p in sorted(paths & modules.keys()) if f"{p}.weights" not in seen}


def candidates(result: Tensor, most: int = 5) -> tuple[Tensor, Tensor]:
    """Return the most probable words of each row and their probabilities, both (row, ≤ most)."""
    probability = result.softmax(-1)  # (row, vocabulary)
    shares, words = probability.topk(min(most, result.shape[-1]), dim=-1)
    return words, shares
