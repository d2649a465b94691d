"""An exercise that is a layer: the student's class, loaded with the reference's parameters."""

import linecache
from collections.abc import Iterable
from functools import partial
from itertools import groupby, product
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from lessons.kit import checking, compare, rules
from lessons.kit.checking import Failed
from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.spec import CLOSE
from transformer.diagnosis.first_difference import all_close
from transformer.diagnosis.returned import returned
from transformer.diagnosis.source_line import begins, short
from transformer.probe import Trace, probes, record


class Layer:
    """A layer class under test; `None` means the one in exercise.py as it is now on disk."""

    exercise: Path  # the file that the student edits
    name: str  # name of the class in it
    real: type[nn.Module]
    methods: tuple[str, ...] = ("forward",)
    trained = True  # gradients must flow through it
    settings: tuple[dict, ...] = ({},)  # settings of `build` for the comparison of gradients

    def __init__(self, layer: type[nn.Module] | None = None):
        self.found: Any = layer  # a class; None until `find` has read the file
        self.file = str(self.exercise) if layer is None else layer.forward.__code__.co_filename

    @staticmethod
    def build(layer: type[nn.Module], **settings: Any) -> nn.Module:
        """Build a layer of this class, in the size that all tests use."""
        raise NotImplementedError

    @staticmethod
    def example() -> tuple:
        """Return the inputs of a layer for reading its probes."""
        raise NotImplementedError

    @classmethod
    def calls(cls) -> Iterable[tuple[str, tuple]]:
        """Return its methods, each with the inputs for its gradients."""
        return [("forward", cls.example())]

    @classmethod
    def reference(cls) -> "Layer":
        """Return the reference layer under test, to compare with."""
        return cls(cls.real)

    @classmethod
    def filled(cls, **settings: Any) -> nn.Module:
        """Return the reference layer with fixed parameters, large enough to tell its answers apart."""
        layer = cls.build(cls.real, **settings).eval()
        with torch.no_grad():
            for number, parameter in enumerate(layer.parameters()):
                parameter.copy_(0.4 * fixed_tensor(*parameter.shape, start=1000 * (number + 1)))
        return layer

    def find(self) -> None:
        """Load the class; raise `Failed` if it is missing or its parameters are not the stub's."""
        name = self.name
        if self.found is None:
            self.found = getattr(checking.load_file(self.exercise), name, None)
        if not (isinstance(self.found, type) and issubclass(self.found, nn.Module)):
            saw = (
                f"there is no class {name}" if self.found is None else f"{name} is not an nn.Module"
            )
            raise Failed(saw, f"class {name}(nn.Module)", look_at=short(self.file))
        for method in self.methods:
            if method not in dir(self.found):
                raise Failed(f"{name} has no {method}", f"def {method}(self, …), as in the stub")
        mine = {k: tuple(v.shape) for k, v in self.build(self.found).state_dict().items()}
        for key, value in self.filled().state_dict().items():
            if mine.get(key) != tuple(value.shape):
                saw = f"{key} of shape {mine[key]}" if key in mine else f"no {key}"
                raise Failed(saw, f"{key} {tuple(value.shape)}, as in the stub")

    def layer(self, **settings: Any) -> nn.Module:
        """Return a fresh layer in evaluation mode, with the parameters of the reference."""
        layer = self.build(self.found, **settings)
        layer.load_state_dict(self.filled(**settings).state_dict(), strict=False)
        return layer.eval()

    @torch.no_grad()
    def traced(self, *inputs: Any) -> Trace:
        """Return what the layer's probes recorded in one run."""
        layer = self.layer()
        with record(layer) as trace:
            layer(*(inputs or self.example()))
        return trace

    def first_difference(self, *inputs: Any) -> Failed | None:
        """Return the first probe whose values differ from the reference, with its line; None if all are
        the same."""
        inputs = inputs or self.example()
        return compare.first_step(self.traced(*inputs), self.filled(), inputs, self._source_line)

    def shows_all(self, *inputs: Any) -> None:
        """Raise `Failed` if a probe of the reference records nothing here, or something else."""
        inputs = inputs or self.example()
        seen, real = self.traced(*inputs), self.filled()
        for name in probes(real):
            if not seen.values.get(name):
                saw = f"nothing passed through self.{name}"
                raise Failed(saw, f"{name} = self.{name}(...)", look_at=short(self.file))
            if len(seen[name]) > 1:
                saw = f"{len(seen[name])} values passed through self.{name} in one call"
                raise Failed(saw, "one value, the result", look_at=self.line(name))
        if wrong := compare.lying(seen, real, inputs, self._source_line):
            raise wrong

    @torch.no_grad()
    def dropped(self, *inputs: Any) -> list[Tensor]:
        """Return the inputs of dropout in training mode; dropout passes them through."""
        layer = self.layer().train()
        with compare.WithoutDropout() as watched:
            layer(*(inputs or self.example()))
        return watched.inputs

    @torch.no_grad()
    def same_in_training(self, dropout: str = "", line: str = "forward") -> None:
        """Raise `Failed` if a layer in training mode differs by more than dropout. A dropout that the student
        wrote by hand is accepted. If dropout is applied to something else, `dropout` is the message, at this
        `line`."""
        inputs, layer, real = self.example(), self.layer().train(), self.filled().train()
        with compare.WithoutDropout() as mine:
            got, again = layer(*inputs), layer(*inputs)
        with compare.WithoutDropout() as theirs:
            right = real(*inputs)
        if not torch.equal(got, again):
            return
        if not all_close(got, right):
            raise compare.unlike("in training mode, forward", got, right, self.line("forward"))
        met, wanted = mine.inputs[: len(mine.inputs) // 2], theirs.inputs
        if not (len(met) == len(wanted) and all(map(all_close, met, wanted))):
            saw = f"in training mode, dropout receives {[tuple(tensor.shape) for tensor in met] or 'nothing'}"
            expected = f"{[tuple(tensor.shape) for tensor in wanted]}, as in the reference"
            raise Failed(saw, expected, dropout, self.line(line))

    def where(self, otherwise: str, *inputs: Any) -> str:
        """Return the line of the first step that differs, for "look at"; if none does, the line of this probe."""
        difference = self.first_difference(*inputs)
        return difference.look_at if difference else self.line(otherwise)

    def equal(self, got: Tensor, right: Tensor, *inputs: Any, name: str = "forward") -> None:
        """Raise `Failed` if an answer differs from the reference, with the first step that differs if the
        steps can be seen (`inputs` are those of `forward`)."""
        if all_close(got, right):
            return
        difference = self.first_difference(*inputs) if inputs else None
        raise difference or compare.unlike(name, got, right, self.line(name))

    @torch.no_grad()
    def repeats(self, dropout: str) -> None:
        """Raise `Failed` if the second answer differs; `dropout` is the message if dropout is the reason."""
        layer, inputs = self.layer(), self.example()
        first, second = layer(*inputs), layer(*inputs)
        if torch.allclose(first, second, atol=CLOSE, equal_nan=True):
            return
        for name, argument, before, now in self.input_mutations():
            saw = f"{name} changes {argument} in place: {rules.difference(before, now)}"
            raise Failed(
                saw, f"an unchanged {argument}, and the same answer", look_at=self.line(name)
            )
        with compare.WithoutDropout():
            drawn = torch.allclose(layer(*inputs), layer(*inputs), atol=CLOSE, equal_nan=True)
        saw = f"the second answer differs by {(first - second).abs().max().item():.2g}"
        raise Failed(
            saw, "the same answer both times", dropout if drawn else "", self.line("forward")
        )

    def shaped(self, name: str, got: Any, shape: tuple[int, ...], at: str = "") -> None:
        """Raise `Failed` if a method did not return a tensor of this shape; the line is that of the probe
        `at`, or of the method."""
        if not isinstance(got, Tensor):
            raise Failed(f"{name} {returned(got)}", f"a tensor {tuple(shape)}")
        if got.shape != torch.Size(shape):
            saw = f"shape {tuple(got.shape)}"
            raise Failed(saw, f"{tuple(shape)}", look_at=self.line(at or name))

    def line(self, name: str) -> str:
        """Return the line that passes a value to this probe, for "look at"; for a method, its first line."""
        name = name if name != "forward" or name in self.methods else self.methods[0]  # inherited
        if name in self.methods and name not in probes(self.layer()):
            return checking.source_line(*begins(getattr(self.found, name)), name)
        line = self.traced().lines.get(name) if name in probes(self.layer()) else None
        return self._source_line(line) if line else short(self.file)

    def _source_line(self, line: Any) -> str:
        linecache.checkcache(self.file)  # the probe may have the line from before an edit
        now = linecache.getline(self.file, line.number).strip()
        return checking.source_line(line.file, line.number, now or line.code)

    # ---- for the rules of every exercise -------------------------------------------------------------
    @torch.no_grad()
    def input_mutations(self) -> Iterable[tuple[str, str, Any, Any]]:
        """Yield what one call of each method changes: the method, its argument or the parameter."""
        for method, inputs in self.calls():
            layer, inputs = self.layer(), rules.clone(inputs)
            before = rules.clone(inputs), rules.clone(dict(layer.state_dict()))
            getattr(layer, method)(*inputs)
            named = [
                rules.arguments(getattr(layer, method), arguments, {})
                for arguments in (before[0], inputs)
            ]
            now = dict(layer.state_dict())
            for were, are in (named, (before[1], now)):
                for name in were:
                    if not rules.unchanged(were[name], are[name]):
                        yield method, name, were[name], are[name]

    @torch.no_grad()
    def state_leaks(self) -> Iterable[Failed]:
        """Yield a failure if a method answers differently after another call of the same layer."""
        for method, calls in groupby(self.calls(), lambda call: call[0]):
            inputs, *more = (inputs for _, inputs in calls)
            real = partial(getattr(self.real, method), None)
            other_calls = [
                *rules.changed_calls(real, inputs),
                *(("input", other_inputs) for other_inputs in more),
            ]
            for argument, other in other_calls:
                for before, now in ((other, inputs), (inputs, other)):
                    if failed := self._state_leak(method, before, now):
                        failed.saw = f"after a call with another {argument}, {failed.saw}"
                        yield failed

    def _state_leak(self, method: str, before: tuple, now: tuple) -> Failed | None:
        right, layer = getattr(self.filled(), method)(*now), self.layer()
        getattr(layer, method)(*before)
        try:
            got = getattr(layer, method)(*now)
        except Exception as error:  # the state that was kept does not fit
            got = error
        if isinstance(got, Tensor) and all_close(got, right):
            return None
        at_once = getattr(self.layer(), method)(*now)
        self.equal(at_once, right, *(now if method == "forward" else ()), name=method)
        if isinstance(got, Exception):
            return Failed(
                f"{method} raised {got}",
                "the same answer as in a first call",
                "",
                self.line(method),
            )
        return compare.unlike(method, got, right, self.line(method))

    def wavers(self) -> str:
        """As `Functions.wavers`; a lesson's checks call a layer twice themselves (`repeats`)."""
        return ""

    def gradient_cases(self) -> Iterable[tuple]:
        """Yield for each method its name, the student's run and the reference's, with the tensors to differentiate by."""
        for settings, (method, arguments) in product(self.settings, self.calls()):
            runs = []
            for layer in (self.layer(**settings), self.filled(**settings)):
                inputs, leaves = rules.leaves(getattr(self.found, method), (layer, *arguments))
                run = partial(getattr(layer, method), *inputs[1:])
                runs.append((run, leaves | dict(layer.named_parameters())))
            yield method, *runs
