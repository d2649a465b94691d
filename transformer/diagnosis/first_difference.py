"""Where two runs diverge: the first probe with other values, and the line that passed them to it."""

from collections.abc import Iterator
from dataclasses import dataclass

from torch import Tensor

from transformer.probe import SourceLine, Trace

# Between two ways to compute the same in float32, as a fraction of the largest number.
ROUNDING = 1e-4
HIDDEN = -1e4  # a masked score below this gets weight 0, as −∞ does


@dataclass(frozen=True)
class Difference:
    """A probe whose values differ between two runs, and the line that passed them to it."""

    probe: str
    axes: str  # "batch head query key"
    saw: Tensor
    expected: Tensor
    line: SourceLine


def differences(saw: Trace, expected: Trace) -> Iterator[Difference]:
    """Yield all differences in the order of the run `expected`. Probes that ran in only one run are skipped;
    of several runs of a probe, the last counts."""
    for name in expected.names():
        if saw.values.get(name):
            saw_value, other = saw[name][-1], expected[name][-1]
            if not all_close(saw_value, other):
                yield Difference(name, expected.axes[name], saw_value, other, saw.lines[name])


def all_close(saw: Tensor, expected: Tensor) -> bool:
    """Whether all numbers are equal up to rounding."""
    return saw.shape == expected.shape and not differs(saw, expected).any()


def differs(saw: Tensor, expected: Tensor) -> Tensor:
    """Where two tensors differ by more than rounding; bool. NaN differs from every number; two masked scores,
    such as −∞ and −10⁹, do not differ."""
    visible = expected.nan_to_num(0.0, 0.0, 0.0).masked_fill(expected < HIDDEN, 0.0)
    largest = visible.abs().amax() if visible.numel() else 0.0
    near = (saw - expected).abs() <= ROUNDING * (1 + largest)
    hidden = (saw < HIDDEN) & (expected < HIDDEN)
    return ~(near | hidden | (saw == expected) | (saw.isnan() & expected.isnan()))


def first_cell(saw: Tensor, expected: Tensor) -> tuple[int, ...]:
    """The index of the first number that differs."""
    return tuple(differs(saw, expected).nonzero()[0].tolist())


def both(saw: float, expected: float) -> tuple[str, str]:
    """The two numbers, with enough digits to tell them apart."""
    pairs = [(number(saw, digits), number(expected, digits)) for digits in (4, 6, 9)]
    return next((pair for pair in pairs if pair[0] != pair[1]), pairs[-1])


def number(value: float, digits: int = 4) -> str:
    """ "−0.3333", "NaN", "∞"."""
    return f"{value:.{digits}g}".replace("nan", "NaN").replace("inf", "∞").replace("-", "−")
