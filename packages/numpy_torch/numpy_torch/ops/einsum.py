"""`einsum`, with its gradient."""

import math

import numpy as np

from numpy_torch.dtypes import scalar_type
from numpy_torch.operation import kept, public, several
from numpy_torch.ops.products import count, counters
from numpy_torch.refusal import refuse


def _spelled(parts, result, arrays):
    """Replace `...` by letters, the same for the last axes of all operands."""
    spare = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c not in "".join(parts)]
    counts = [a.ndim - len(part.replace("...", "")) for part, a in zip(parts, arrays, strict=False)]
    counts = [n for n, part in zip(counts, parts, strict=False) if "..." in part]
    most = "".join(spare[: max(counts, default=0)])
    letters = iter(counts)
    parts = [
        part.replace("...", most[len(most) - next(letters) :]) if "..." in part else part
        for part in parts
    ]
    return parts, result.replace("...", most)


def _one_kind(arrays):
    """Refuse what torch.bmm refuses. torch does not call it for axes of length 1, nor without a sum."""
    kind, *others = (scalar_type(a.dtype) for a in arrays)
    for other in others:
        if other != kind:
            raise refuse(f"einsum of two data types, {kind} and {other},")
    if kind == "Bool":
        raise refuse("einsum of bools")


def _sizes(parts, arrays):
    """Return the length of the axis of each letter."""
    sizes = {}
    for part, a in zip(parts, arrays, strict=True):
        for letter, n in zip(part, a.shape, strict=True):
            if sizes.setdefault(letter, n) != n:
                raise refuse(
                    f"einsum with an axis '{letter}' of the lengths {sizes[letter]} and {n}"
                )
    return sizes


@public
def einsum(equation, *operands):
    operands = list(operands[0]) if isinstance(operands[0], list | tuple) else list(operands)
    equation = equation.replace(" ", "")
    ins, arrow, result = equation.partition("->")
    if not arrow:
        letters = ins.replace(",", "")
        result = "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    arrays = [x.array for x in operands]
    _one_kind(arrays)
    parts, result = _spelled(ins.split(","), result, arrays)
    ins = ",".join(parts)
    if len(parts) != len(arrays):
        raise RuntimeError("einsum(): more operands were provided than specified in the equation")
    try:
        out = np.asarray(np.einsum(f"{ins}->{result}", *arrays, order="C"))
    except ValueError as error:
        raise RuntimeError(f"einsum(): {error}") from None
    sizes = _sizes(parts, arrays)
    if counters:
        count(math.prod(sizes.values()))

    def rule_of(i):
        others = [
            (part, kept(x))
            for j, (part, x) in enumerate(zip(parts, operands, strict=True))
            if j != i
        ]
        part, shape = parts[i], arrays[i].shape
        known = set(result).union(*(set(p) for p, _ in others))
        if len(set(part)) < len(part):
            raise refuse(f"The gradient of einsum('{equation}')")

        def rule(g):
            there = "".join(c for c in part if c in known)
            names = ",".join([result, *(p for p, _ in others)])
            product = np.einsum(f"{names}->{there}", g, *(a for _, a in others))
            places = tuple(slice(None) if c in known else None for c in part)
            return np.broadcast_to(product[places], shape)

        return rule

    return several("einsum", out, operands, rule_of, operands if len(operands) > 1 else ())
