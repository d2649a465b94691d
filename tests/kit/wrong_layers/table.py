"""Wrong layers: what each does wrong, which light must turn red, and what it must say.

`RED` has layer → the kind, the light, a part of its likely cause or sentence, and the first failing
cell (batch, head, row, column) where one number is to blame. `UNSEEN` keep every contract, though they are
not the standard layer.
"""

RED: dict[type, tuple] = {}
UNSEEN: list[tuple[str, type, str]] = []


def red(kind, light, says, cell=None):
    def add(layer):
        RED[layer] = (kind, light, says, cell)
        return layer

    return add


def unseen(kind, differs=""):
    """`differs`: the probe at which it first differs from the standard layer, "" where none tells."""

    def add(layer):
        UNSEEN.append((kind, layer, differs))
        return layer

    return add
