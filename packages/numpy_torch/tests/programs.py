"""Random programs for PyTorch and numpy_torch: tensors, views of them, changes in place, gradients.

`program(choose)` makes the lines of a program; `choose(options)` decides. `difference(lines)` runs them with both, and
returns what differs: a value, a shape, a data type, a tensor that should have changed with another, a gradient, or a
refusal. Wherever both agree up to rounding, numpy_torch continues with PyTorch's numbers.
"""

import numpy as np
import numpy_torch
import torch
from statements import CHANGES, MAKES, NUMBERS, STARTS

BOUNDS = {"float64": 1e-7, "float32": 2e-4, "float16": 2e-2}
END = "sum((v * v.detach().nan_to_num(0, 0, 0).cos()).sum() for v in {tracked} if v.requires_grad)"


def program(choose):
    """Return the lines of a program of two to five tensors and up to seven steps."""
    names, lines = [], []
    for name in "abcde"[: choose(range(2, 6))]:
        lines.append(f"{name} = {choose(STARTS)}")
        names.append(name)
    for number in range(choose(range(1, 8))):
        if choose((True, True, False)):
            made = f"v{number}"
            lines.append(f"{made} = {_filled(choose(MAKES), names, choose)}")
            names.append(made)
        else:
            change = _filled(choose(CHANGES), names, choose)
            lines.append(choose(("", "", "", "with torch.no_grad(): ")) + change)
    return lines


def _filled(template, names, choose):
    """Put tensors in place of x, y and z, and numbers in place of n, d, k and r."""
    while "{" in template:
        before, _, rest = template.partition("{")
        slot, _, rest = rest.partition("}")
        template = f"{before}{choose(names) if slot == 't' else choose(NUMBERS[slot])}{rest}"
    return template


class Run:
    """One of the two, with its variables."""

    def __init__(self, module):
        self.space = {
            "torch": module,
            "F": module.nn.functional,
            "math": np,
            "inf": np.inf,
            "nan": np.nan,
        }
        self.module = module

    def do(self, line):
        """Run a line; return the error."""
        try:
            self.module.manual_seed(0)
            exec(line, self.space)
        except Exception as error:
            return error
        return None

    def tensors(self):
        return {n: v for n, v in self.space.items() if isinstance(v, self.module.Tensor)}


def difference(lines):
    """Return the first difference as (line, what differs), or None."""
    right, other = Run(torch), Run(numpy_torch)
    for line in [*lines, "backward", "backward"]:
        if line == "backward":
            names = [n for n, v in right.tensors().items() if v.is_floating_point()]
            line = f"{END.format(tracked='[' + ', '.join(names) + ']')}.backward()"
        errors = right.do(line), other.do(line)
        if isinstance(errors[1], numpy_torch.NotSupported):
            return None
        if (errors[0] is None) != (errors[1] is None):
            return line, f"PyTorch: {errors[0]!r}; numpy_torch: {errors[1]!r}"
        if errors[0] is not None and (
            isinstance(errors[0], IndexError)
            or any(word in f"{line} {errors[0]}" for word in ("backward", "Zero", "out of bounds"))
        ):
            return None  # something was done before the error: what came first differs
        if found := _compared(right.tensors(), other.tensors()):
            return line, found
    return None


def _compared(right, other):
    for name in right:
        x, y = right[name], other.get(name)
        if y is None or x.requires_grad != y.requires_grad or (x.grad is None) != (y.grad is None):
            return f"{name}: {x!r}, {y!r}"
        if found := _apart(x, y):
            return f"{name}: {found}"
        if x.grad is not None and (found := _apart(x.grad, y.grad, BOUNDS["float32"])):
            return f"{name}.grad: {found}"
    return None


def _apart(x, y, bound=None):
    """Say what differs; otherwise give numpy_torch PyTorch's numbers, which differ by rounding at most."""
    a, b = x.detach().numpy(), y.array
    if (a.shape, str(x.dtype)) != (b.shape, str(y.dtype)):
        return f"{x.dtype} {a.shape}, {y.dtype} {b.shape}"
    bound = bound or BOUNDS.get(a.dtype.name, 0)
    if not np.allclose(a, b, bound, bound, equal_nan=True):
        return f"{a.tolist()}, {b.tolist()}"
    if b.flags.writeable:
        b[...] = a
    return None
