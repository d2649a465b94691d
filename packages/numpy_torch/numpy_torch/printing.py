"""The text form of a tensor, exactly as in torch."""

import math

import numpy as np

options = {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80, "sci_mode": None}
_PROFILES = {
    "default": {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80},
    "short": {"precision": 2, "threshold": 1000, "edgeitems": 2, "linewidth": 80},
    "full": {"precision": 4, "threshold": math.inf, "edgeitems": 3, "linewidth": 80},
}


def set_printoptions(
    precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None
):
    """Change the number format from now on."""
    options.update(_PROFILES.get(profile, {}))
    given = {
        "precision": precision,
        "threshold": threshold,
        "edgeitems": edgeitems,
        "linewidth": linewidth,
    }
    options.update({name: value for name, value in given.items() if value is not None})
    options["sci_mode"] = sci_mode


class _Column:
    """Find the width of a tensor's numbers, and whether they need decimals or exponents."""

    def __init__(self, array):
        self.real, self.whole, self.powers, self.width = array.dtype.kind == "f", True, False, 1
        if not self.real:
            self.width = max([1, *(len(str(v)) for v in array.ravel().tolist())])
            return
        finite = array[np.isfinite(array) & (array != 0)].astype(np.float64)
        if not finite.size:
            return
        most, least = np.abs(finite).max(), np.abs(finite).min()
        self.whole = bool((finite == np.ceil(finite)).all())
        self.powers = most / least > 1000 or most > 1e8 or least < 1e-4
        if options["sci_mode"] is not None:
            self.powers = options["sci_mode"]
        self.width = max([1, *(len(self._bare(v)) for v in finite.tolist())])

    def _bare(self, value):
        if self.powers:
            return f"{value:.{options['precision']}e}"
        if not self.whole:
            return f"{value:.{options['precision']}f}"
        return f"{value:.0f}." if math.isfinite(value) else str(value)

    def write(self, value):
        text = self._bare(float(value)) if self.real else str(value.item())
        return " " * (self.width - len(text)) + text


def _row(array, indent, column, shorten):
    """Format one row, with line breaks."""
    per_line = max(1, (options["linewidth"] - indent) // (column.width + 2))
    edge = options["edgeitems"]
    if shorten and array.size > 2 * edge:
        words = [*map(column.write, array[:edge]), " ...", *map(column.write, array[-edge:])]
    else:
        words = [column.write(v) for v in array]
    lines = [", ".join(words[i : i + per_line]) for i in range(0, len(words), per_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"


def _block(array, indent, column, shorten):
    """Format rows below each other, and blocks with empty lines in between."""
    if array.ndim == 0:
        return column.write(array[()])
    if array.ndim == 1:
        return _row(array, indent, column, shorten)
    edge = options["edgeitems"]
    if shorten and len(array) > 2 * edge:
        parts = [
            *(_block(one, indent + 1, column, shorten) for one in array[:edge]), "...",
            *(_block(one, indent + 1, column, shorten) for one in array[-edge:]),
        ]  # fmt: skip
    else:
        parts = [_block(one, indent + 1, column, shorten) for one in array]
    return "[" + ("," + "\n" * (array.ndim - 1) + " " * (indent + 1)).join(parts) + "]"


def _shown(array):
    """Return the printed part of a large tensor: the ends of each axis determine the width of the numbers."""
    edge = options["edgeitems"]
    for axis, n in enumerate(array.shape):
        if n > 2 * edge:
            array = np.take(array, [*range(edge), *range(n - edge, n)], axis)
    return array


def written(tensor):
    """Format `tensor([…])`, with the dtype if it is not the default one."""
    from numpy_torch import dtypes

    array, notes = tensor.array, []
    if tensor.meta:
        notes += ["device='meta'", f"size={tuple(array.shape)}"]
    usual = (dtypes.default[0].np, np.dtype(np.int64), np.dtype(bool))
    if array.size == 0 and array.shape != (0,) and not tensor.meta:
        notes.append(f"size={tuple(array.shape)}")
    if array.dtype not in usual or (array.size == 0 and array.dtype != usual[0]):
        notes.append(f"dtype={tensor.dtype}")
    if tensor.node is not None:
        notes.append(f"grad_fn={tensor.node!r}")
    elif tensor.requires_grad:
        notes.append("requires_grad=True")
    if tensor.meta:
        body = "..."
    elif array.size == 0:
        body = "[]"
    else:
        shorten = array.size > options["threshold"]
        body = _block(array, 7, _Column(_shown(array) if shorten else array), shorten)
    return _with_notes(f"tensor({body}", notes)


def _with_notes(text, notes):
    last = len(text) - text.rfind("\n") - 1
    for note in notes:
        if last + len(note) + 3 > options["linewidth"]:
            text, last = f"{text},\n       {note}", 7 + len(note)
        else:
            text, last = f"{text}, {note}", last + len(note) + 2
    return text + ")"
