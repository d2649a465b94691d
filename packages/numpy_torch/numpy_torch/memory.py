"""The memory of a tensor, which its views share."""

import numpy as np

from numpy_torch.refusal import refuse


class Memory:
    """Counts the changes of some memory: a value that the backward pass needs must not be changed before it.

    `writes` counts all changes. `recorded` counts those that have a gradient: after one of them, the views of
    this memory have another history.
    """

    __slots__ = ("recorded", "writes")

    def __init__(self):
        self.writes = self.recorded = 0


class Storage:
    """The memory of a tensor and its views, as `untyped_storage` returns it."""

    def __init__(self, array):
        self.array = _owner(array)

    def data_ptr(self):
        return self.array.__array_interface__["data"][0]

    def nbytes(self):
        return self.array.nbytes


def _owner(array):
    """Return the array that a view is taken from."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def shares_memory(array, other):
    """Say whether one of two arrays is a view of the other. numpy says no if they are empty."""
    if array.size:
        return np.may_share_memory(array, other)
    return _owner(array) is _owner(other)


def expanded(array):
    """Say whether several elements have the same place, as after `expand`."""
    sides = zip(array.strides, array.shape, strict=True)
    return array.size > 0 and any(step == 0 and n > 1 for step, n in sides)


def order(array):
    """Return the order in memory of a copy: PyTorch keeps the order of the axes, except after `expand`."""
    return "C" if expanded(array) else "K"


def row_by_row(array):
    """Return the array with its last axis side by side in memory."""
    return np.asarray(array, order="C")


def apart(array, others):
    """Raise torch's error if an array is changed by values, or at indices, that lie in the same memory."""
    arrays = [other for other in others if isinstance(other, np.ndarray)]
    if any(other is array or np.may_share_memory(array, other) for other in arrays):
        raise RuntimeError(
            "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single "
            "memory location. Please clone() the tensor before performing the operation."
        )


def not_partly_shared(array, others):
    """Raise torch's error if an array is changed by another part of the same memory; torch looks at dense ones."""
    for other in others:
        if other is array or not (
            isinstance(other, np.ndarray) and np.may_share_memory(array, other)
        ):
            continue
        same = _place(array) == _place(other) and _sides(array) == _sides(other)
        if same and array.strides == other.strides:
            continue
        if _dense(array) and _dense(other) and not same:
            apart(array, [other])
        elif np.shares_memory(array, other):
            # torch would read what it has just written, or compares steps of axes of length 1, which numpy lacks
            raise refuse("A change of a tensor by a part of itself")


def _place(array):
    return array.__array_interface__["data"][0], array.nbytes


def _sides(array):
    """Return the step and the length of each axis that is longer than 1."""
    return [(step, n) for step, n in zip(array.strides, array.shape, strict=True) if n > 1]


def _dense(array):
    """Say whether the elements fill a stretch of memory without gaps."""
    step = array.itemsize
    for width, n in sorted(_sides(array)):
        if width != step:
            return False
        step *= n
    return True


def may_be_written(array):
    """Raise torch's error for an array in which several elements have the same place, as after `expand`."""
    if expanded(array):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a single memory "
            "location. Please clone() the tensor before performing the operation."
        )
