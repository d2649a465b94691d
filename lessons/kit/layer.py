"""An exercise that is a layer: the student's class, filled with the reference's weights."""

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
from lessons.kit.numbers import numbers
from lessons.kit.spec import CLOSE
from transformer.diagnosis.first_difference import alike
from transformer.diagnosis.returned import returned
from transformer.diagnosis.source_line import begins, short
from transformer.probe import Trace, probes, record


class Layer:
    """Someone's layer class; `None` stands for the one in exercise.py as it is now on disk."""

    exercise: Path  # the file that a student fills in
    name: str  # of the class in it
    real: type[nn.Module]
    methods: tuple[str, ...] = ("forward",)
    trained = True  # gradients have to come back through it
    settings: tuple[dict, ...] = ({},)  # of `build`, those under which gradients are compared

    def __init__(self, layer: type[nn.Module] | None = None):
        self.found: Any = layer  # a class; None until `find` has read the file
        self.file = str(self.exercise) if layer is None else layer.forward.__code__.co_filename

    @staticmethod
    def build(layer: type[nn.Module], **settings: Any) -> nn.Module:
        """A layer of this class, of the size on which all are tried."""
        raise NotImplementedError

    @staticmethod
    def example() -> tuple:
        """What a layer is called with when its probes are read."""
        raise NotImplementedError

    @classmethod
    def calls(cls) -> Iterable[tuple[str, tuple]]:
        """Its methods, each with what it is called with when its gradients are taken."""
        return [("forward", cls.example())]

    @classmethod
    def reference(cls) -> "Layer":
        """The real one on trial, to compare with."""
        return cls(cls.real)

    @classmethod
    def filled(cls, **settings: Any) -> nn.Module:
        """The real layer with fixed weights, large enough for its answers to be told apart."""
        layer = cls.build(cls.real, **settings).eval()
        with torch.no_grad():
            for number, parameter in enumerate(layer.parameters()):
                parameter.copy_(0.4 * numbers(*parameter.shape, start=1000 * (number + 1)))
        return layer

    def find(self) -> None:
        """Load the class; `Failed` where it is missing or its parameters are not the stub's."""
        name = self.name
        if self.found is None:
            self.found = getattr(checking.load_file(self.exercise), name, None)
        if not (isinstance(self.found, type) and issubclass(self.found, nn.Module)):
            saw = f"there is no class {name}" if self.found is None else f"{name} is no nn.Module"
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
        """A fresh layer in evaluation, with the weights of the reference."""
        layer = self.build(self.found, **settings)
        layer.load_state_dict(self.filled(**settings).state_dict(), strict=False)
        return layer.eval()

    @torch.no_grad()
    def traced(self, *inputs: Any) -> Trace:
        """What the layer's probes saw in one run."""
        layer = self.layer()
        with record(layer) as trace:
            layer(*(inputs or self.example()))
        return trace

    def first_difference(self, *inputs: Any) -> Failed | None:
        """The first probe that sees other numbers than the real layer's, with its line; None where all
        see the same."""
        inputs = inputs or self.example()
        return compare.first_step(self.traced(*inputs), self.filled(), inputs, self._source_line)

    def shows_all(self, *inputs: Any) -> None:
        """`Failed` where a probe of the real layer sees nothing here, or something else."""
        inputs = inputs or self.example()
        seen, real = self.traced(*inputs), self.filled()
        for name in probes(real):
            if not seen.values.get(name):
                saw = f"nothing passed through self.{name}"
                raise Failed(saw, f"{name} = self.{name}(...)", look_at=short(self.file))
            if len(seen[name]) > 1:
                saw = f"{len(seen[name])} values passed through self.{name} in one call"
                raise Failed(saw, "one, its result", look_at=self.line(name))
        if wrong := compare.lying(seen, real, inputs, self._source_line):
            raise wrong

    @torch.no_grad()
    def dropped(self, *inputs: Any) -> list[Tensor]:
        """What a layer in training hands to dropout, which passes it on."""
        layer = self.layer().train()
        with compare.WithoutDropout() as watched:
            layer(*(inputs or self.example()))
        return watched.given

    @torch.no_grad()
    def same_in_training(self, dropout: str = "", line: str = "forward") -> None:
        """`Failed` where a layer in training computes otherwise, but for what dropout leaves out; who
        writes a dropout of his own is believed. `dropout` says so where that meets something else, at
        this `line`."""
        given, layer, real = self.example(), self.layer().train(), self.filled().train()
        with compare.WithoutDropout() as mine:
            got, again = layer(*given), layer(*given)
        with compare.WithoutDropout() as theirs:
            right = real(*given)
        if not torch.equal(got, again):
            return
        if not alike(got, right):
            raise compare.unlike("in training, forward", got, right, self.line("forward"))
        met, wanted = mine.given[: len(mine.given) // 2], theirs.given
        if not (len(met) == len(wanted) and all(map(alike, met, wanted))):
            saw = f"in training dropout is given {[tuple(one.shape) for one in met] or 'nothing'}"
            expected = f"{[tuple(one.shape) for one in wanted]}, as in the real layer"
            raise Failed(saw, expected, dropout, self.line(line))

    def where(self, otherwise: str, *inputs: Any) -> str:
        """For "look at": the line of the first step that differs; where none does, that of this probe."""
        difference = self.first_difference(*inputs)
        return difference.look_at if difference else self.line(otherwise)

    def equal(self, got: Tensor, right: Tensor, *inputs: Any, name: str = "forward") -> None:
        """`Failed` where an answer is not the real layer's: with the first step that differs, where the
        steps can be seen (`inputs` are those of `forward`)."""
        if alike(got, right):
            return
        difference = self.first_difference(*inputs) if inputs else None
        raise difference or compare.unlike(name, got, right, self.line(name))

    @torch.no_grad()
    def repeats(self, dropout: str) -> None:
        """`Failed` where the second answer is another one; `dropout` says so where that is the reason."""
        layer, given = self.layer(), self.example()
        first, second = layer(*given), layer(*given)
        if torch.allclose(first, second, atol=CLOSE, equal_nan=True):
            return
        for name, argument, before, now in self.input_mutations():
            saw = f"{name} writes into {argument}: {rules.difference(before, now)}"
            raise Failed(saw, "it stays, and so does the answer", look_at=self.line(name))
        with compare.WithoutDropout():
            drawn = torch.allclose(layer(*given), layer(*given), atol=CLOSE, equal_nan=True)
        saw = f"the second answer differs by {(first - second).abs().max().item():.2g}"
        raise Failed(saw, "twice the same", dropout if drawn else "", self.line("forward"))

    def shaped(self, name: str, got: Any, shape: tuple[int, ...], at: str = "") -> None:
        """`Failed` where what a method returned is no tensor of this shape; the line is that of the probe
        `at`, or of the method."""
        if not isinstance(got, Tensor):
            raise Failed(f"{name} {returned(got)}", f"a tensor {tuple(shape)}")
        if got.shape != torch.Size(shape):
            saw = f"shape {tuple(got.shape)}"
            raise Failed(saw, f"{tuple(shape)}", look_at=self.line(at or name))

    def line(self, name: str) -> str:
        """Where the student hands a value to this probe, for "look at"; of a method, where it begins."""
        name = name if name != "forward" or name in self.methods else self.methods[0]  # inherited
        if name in self.methods and name not in probes(self.layer()):
            return checking.source_line(*begins(getattr(self.found, name)), name)
        line = self.traced().lines.get(name) if name in probes(self.layer()) else None
        return self._source_line(line) if line else short(self.file)

    def _source_line(self, line: Any) -> str:
        linecache.checkcache(self.file)  # the probe may remember the file as it was before an edit
        now = linecache.getline(self.file, line.number).strip()
        return checking.source_line(line.file, line.number, now or line.code)

    # ---- for the rules that hold everywhere --------------------------------------------------------
    @torch.no_grad()
    def input_mutations(self) -> Iterable[tuple[str, str, Any, Any]]:
        """What one call of each method writes into: the method, its argument or the parameter."""
        for method, given in self.calls():
            layer, given = self.layer(), rules.kept(given)
            before = rules.kept(given), rules.kept(dict(layer.state_dict()))
            getattr(layer, method)(*given)
            named = [rules.arguments(getattr(layer, method), one, {}) for one in (before[0], given)]
            now = dict(layer.state_dict())
            for were, are in (named, (before[1], now)):
                for name in were:
                    if not rules.unchanged(were[name], are[name]):
                        yield method, name, were[name], are[name]

    @torch.no_grad()
    def state_leaks(self) -> Iterable[Failed]:
        """Where a method answers otherwise when the same layer was asked something else before."""
        for method, calls in groupby(self.calls(), lambda call: call[0]):
            given, *more = (given for _, given in calls)
            real = partial(getattr(self.real, method), None)
            other_calls = [*rules.others(real, given), *(("input", one) for one in more)]
            for argument, other in other_calls:
                for before, now in ((other, given), (given, other)):
                    if failed := self._state_leak(method, before, now):
                        failed.saw = f"after a call with another {argument}, {failed.saw}"
                        yield failed

    def _state_leak(self, method: str, before: tuple, now: tuple) -> Failed | None:
        right, layer = getattr(self.filled(), method)(*now), self.layer()
        getattr(layer, method)(*before)
        try:
            got = getattr(layer, method)(*now)
        except Exception as error:  # what stayed does not fit
            got = error
        if isinstance(got, Tensor) and alike(got, right):
            return None
        at_once = getattr(self.layer(), method)(*now)
        self.equal(at_once, right, *(now if method == "forward" else ()), name=method)
        if isinstance(got, Exception):
            return Failed(
                f"{method} raised {got}", "what it answers at once", "", self.line(method)
            )
        return compare.unlike(method, got, right, self.line(method))

    def wavers(self) -> str:
        """As `Functions.wavers`; a lesson's checks ask a layer twice themselves (`repeats`)."""
        return ""

    def gradient_cases(self) -> Iterable[tuple]:
        """For each method: its name, the student's run and the real one, with what gradients are taken by."""
        for settings, (method, given) in product(self.settings, self.calls()):
            runs = []
            for layer in (self.layer(**settings), self.filled(**settings)):
                inputs, leaves = rules.leaves(getattr(self.found, method), (layer, *given))
                run = partial(getattr(layer, method), *inputs[1:])
                runs.append((run, leaves | dict(layer.named_parameters())))
            yield method, *runs
