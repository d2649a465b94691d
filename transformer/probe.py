"""Look inside a model while it runs, without a second forward pass.

A layer passes each intermediate value through a `Probe`, an identity module with a name (its path in the
model) and named axes. Inside `record(model)`, every probe keeps its values; inside `replace(model, ...)`,
a function can change them. The literature says hook (point): TransformerLens (Nanda & Bloom 2022).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial

from torch import Tensor, nn

from transformer.calling_line import SourceLine, calling_line

# The functions of the current thread's probes: {probe: [functions]}. A context variable, so that two
# people who inspect one shared model at the same time do not see each other's values.
_active: ContextVar[Mapping["Probe", list[Callable]] | None] = ContextVar("probes", default=None)


class Probe(nn.Module):
    """A hook point that names an intermediate value and its axes, `Probe("batch head query key")`."""

    def __init__(self, axes: str):
        super().__init__()
        self.axes = axes

    def forward(self, value: Tensor) -> Tensor:
        """The value, of any shape; inside `replace`, the value that replaces it."""
        for function in (_active.get() or {}).get(self, ()):
            value = function(value)
        return value

    def extra_repr(self) -> str:
        """The axes, as shown by `print(model)`."""
        return self.axes


@dataclass
class Trace:
    """Recorded values: `trace[name]` is a list with one tensor per run of the layer."""

    values: dict[str, list[Tensor]] = field(default_factory=dict)
    axes: dict[str, str] = field(default_factory=dict)
    lines: dict[str, SourceLine] = field(default_factory=dict)
    model: nn.Module | None = None
    order: list[tuple[str, Tensor]] = field(default_factory=list)  # all values in order

    def __getitem__(self, name: str) -> list[Tensor]:
        if name not in self.axes:
            raise lost(KeyError(_unknown(name, self.axes)), name, self.model, None)
        return self.values[name]

    def one(self, name: str) -> Tensor:
        """The value of a probe that ran exactly once; it must have the axes that the probe names."""
        values = self[name]
        if len(values) != 1:
            ran = f"'{name}' ran {len(values)} times, not once. Choose one run with trace['{name}'][k]."
            raise lost(ValueError(ran), name, self.model, len(values))
        if not self._fits(name, values[0]):  # name the first value that does not fit
            name, value = next(pair for pair in self.order if not self._fits(*pair))
            at = f"{self.lines[name].file}:{self.lines[name].number}"
            saw = f"'{name}' was given a tensor of shape {tuple(value.shape)} at {at}"
            raise lost(ValueError(f"{saw}. Its axes are {self.axes[name]}."), name, self.model, 1)
        return values[0]

    def _fits(self, name: str, value: Tensor) -> bool:
        return value.dim() == len(self.axes[name].split())

    def names(self) -> list[str]:
        """The probes that ran, in the order of their first run."""
        return list(dict.fromkeys(name for name, _ in self.order))


def probes(model: nn.Module) -> dict[str, Probe]:
    """All probes of a model by path, for example `encoder.layers.0.self_attention.weights`."""
    # Compare class names: after a layer is edited and reloaded, there are two classes `Probe`.
    return {n: m for n, m in model.named_modules() if type(m).__name__ == "Probe"}


@contextmanager
def record(model: nn.Module, *names: str, gradients: bool = False) -> Iterator[Trace]:
    """Record the values of the probes `names` (default: all) while the block runs. They are detached copies,
    or the tensors themselves with `gradients=True`."""
    selected = _select(model, names)
    trace = Trace({n: [] for n in selected}, {n: p.axes for n, p in selected.items()}, model=model)

    def store(name: str, value: Tensor) -> Tensor:
        kept = value if gradients else value.detach().clone()
        trace.values[name].append(kept)
        trace.order.append((name, kept))
        if name not in trace.lines:
            trace.lines[name] = calling_line()
        return value

    with _listening({probe: partial(store, name) for name, probe in selected.items()}, last=True):
        yield trace


@contextmanager
def replace(
    model: nn.Module, functions: Mapping[str, Callable[[Tensor], Tensor]]
) -> Iterator[None]:
    """Pass the value of each named probe through a function while the block runs. A surrounding or inner
    `record` keeps the changed value, which is the one that the model uses."""
    selected = _select(model, functions)
    guarded = {selected[n]: partial(_same_shape, n, function) for n, function in functions.items()}
    with _listening(guarded, last=False):
        yield


@contextmanager
def _listening(functions: Mapping[Probe, Callable], last: bool) -> Iterator[None]:
    """Add functions to the current thread's probes; replacements run before recordings."""
    active = dict(_active.get() or {})
    for probe, function in functions.items():
        others = active.get(probe, [])
        active[probe] = [*others, function] if last else [function, *others]
    token = _active.set(active)
    try:
        yield
    finally:
        _active.reset(token)


def _select(model: nn.Module, names: Iterable[str]) -> dict[str, Probe]:
    valid = probes(model)
    if unknown := [name for name in names if name not in valid]:
        raise lost(KeyError(_unknown(unknown[0], valid)), unknown[0], model, None)
    return {n: valid[n] for n in names} if names else valid


def lost(error: Exception, probe: str, model: nn.Module | None, times: int | None) -> Exception:
    """Attach the probe, the model and the number of runs to an error, for the code that explains it."""
    vars(error).update(probe=probe, model=model, times=times)
    return error


def _unknown(name: str, valid: Iterable[str]) -> str:
    return f"no hook is called “{name}”. Choose one of: {', '.join(valid) or '(none)'}."


def _same_shape(name: str, function: Callable[[Tensor], Tensor], value: Tensor) -> Tensor:
    new = function(value)
    got = tuple(new.shape) if isinstance(new, Tensor) else type(new).__name__
    if got != tuple(value.shape):
        raise ValueError(f"'{name}' is now {got}. It must have the shape {tuple(value.shape)}.")
    return new
