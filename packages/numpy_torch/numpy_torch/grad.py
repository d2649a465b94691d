"""Automatic differentiation: every result of a tracked tensor records how it was computed.

Each result has a `Node`. For each input, the node knows its source and a rule that turns the gradient of
the result into that of the input. The backward pass visits the nodes from the last one to the first.
"""

import heapq
from itertools import count

import numpy as np

from numpy_torch.dtypes import scalar_type
from numpy_torch.grad_mode import enabled
from numpy_torch.refusal import refuse

_numbers = count()
_AGAIN = (
    "Trying to backward through the graph a second time (or directly access saved tensors after they have already "
    "been freed). Specify retain_graph=True if you need to backward through the graph a second time."
)


_CHANGED = (
    "one of the variables needed for gradient computation has been modified by an inplace operation: "
    "[torch.{kind}Tensor {shape}] is at version {now}; expected version {then} instead."
)


class Node:
    """The origin of one result. `edges`: (source of the input, rule, shape and dtype of the input).
    `saved`: the values that the rules keep, as (memory, its number of writes, array)."""

    __slots__ = ("number", "edges", "name", "kept", "saved")

    def __init__(self, edges, name, saved):
        self.number, self.edges, self.name, self.kept = next(_numbers), edges, name, None
        self.saved = [(x.memory, x.memory.writes, x.array) for x in saved]

    def __lt__(self, other):
        return self.number > other.number  # the newest node comes first

    def __repr__(self):
        return f"<{self.name.title().replace('_', '')}Backward0>"

    def back(self, gradient, freed):
        """Return the gradient of each tracked input, with its source."""
        if self.edges is None:
            raise RuntimeError(_AGAIN)
        for memory, writes, array in self.saved:
            if memory.writes != writes:
                kind, shape = scalar_type(array.dtype), list(array.shape)
                raise RuntimeError(
                    _CHANGED.format(kind=kind, shape=shape, now=memory.writes, then=writes)
                )
        for source, rule, shape, kind in self.edges:
            yield source, fitted(rule(gradient), shape, kind)
        if freed and self.saved:
            self.edges = self.saved = None


def fitted(gradient, shape, kind):
    """Sum a gradient to the shape of its input before broadcasting, and convert it to its dtype."""
    if gradient.ndim > len(shape):
        gradient = gradient.sum(tuple(range(gradient.ndim - len(shape))))
    spread = tuple(i for i, n in enumerate(shape) if n == 1 and gradient.shape[i] != 1)
    if spread:
        gradient = gradient.sum(spread, keepdims=True)
    if gradient.shape != tuple(shape):
        gradient = np.broadcast_to(gradient, shape)
    return gradient.astype(kind, copy=False)


def source_of(tensor):
    """Return the target of a tensor's gradient: the node that made it, or the tensor itself if it is a leaf."""
    return tensor.node if tensor.node is not None else tensor


def traced(tensors):
    return enabled[0] and any(t.requires_grad for t in tensors)


def note(result, pairs, name, saved=()):
    """Record on `result` the pairs (input, rule) of the tracked inputs, and the tensors that the rules keep."""
    edges = [
        (source_of(x), rule, x.array.shape, x.array.dtype) for x, rule in pairs if x.requires_grad
    ]
    result.made_by(Node(edges, name, saved))
    return result


def keep(result, tensors):
    """Add tensors that the rules of the last operation keep: indices, which they know as arrays."""
    if result.node is not None:
        result.node.saved += [(x.memory, x.memory.writes, x.array) for x in tensors]


# ---- backward pass -------------------------------------------------------------------------------
def walked(outputs, gradients, wanted, freed):
    """Return the gradients of the leaves, or of the `wanted` tensors: {id of source: (source, gradient)}."""
    sums, waiting = {}, []

    def give(source, gradient):
        if id(source) in sums:
            sums[id(source)] = source, sums[id(source)][1] + gradient
            return
        sums[id(source)] = source, gradient
        if isinstance(source, Node):
            heapq.heappush(waiting, source)

    for output, gradient in zip(outputs, gradients, strict=True):
        give(source_of(output), gradient)
    while waiting:
        node = heapq.heappop(waiting)
        gradient = sums[id(node)][1]
        if node.kept is not None:
            _add(node.kept, gradient)
        if id(node) not in wanted:
            del sums[id(node)]
        for source, part in node.back(gradient, freed):
            give(source, part)
    return sums


def _begin(output, gradient):
    """Return the initial gradient of the backward pass: 1, or the given one."""
    if not output.requires_grad:
        raise RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn")
    if gradient is not None:
        return np.broadcast_to(gradient.array, output.array.shape)
    if output.array.size != 1:
        raise RuntimeError("grad can be implicitly created only for scalar outputs")
    return np.ones_like(output.array)


def backward(output, gradient=None, retain_graph=False, create_graph=False, inputs=None):
    """Add the gradient of the output to the `grad` of every leaf."""
    if create_graph or inputs is not None:
        raise refuse("backward(create_graph=…, inputs=…)")
    begin = _begin(output, gradient)
    for source, gradient in walked([output], [begin], (), not retain_graph).values():
        if source.requires_grad:
            _add(source, gradient)


def _add(tensor, gradient):
    if tensor.grad is None:
        tensor.grad = _tensor(np.array(gradient, order="C"))
    else:
        tensor.grad.array += gradient
        tensor.grad.memory.writes += 1


def without_gradient(parameter, set_to_none):
    """Delete the gradient, or set it to 0."""
    if set_to_none or parameter.grad is None:
        parameter.grad = None
    else:
        parameter.grad.zero_()


def grad(
    outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=None,
    materialize_grads=False,
):  # fmt: skip
    """Return the gradients of the inputs as a tuple, as `torch.autograd.grad` does."""
    if create_graph:
        raise refuse("autograd.grad(create_graph=True), which computes the gradient of a gradient,")
    outputs = list(outputs) if isinstance(outputs, tuple | list) else [outputs]
    inputs = list(inputs) if isinstance(inputs, tuple | list) else [inputs]
    given = list(grad_outputs) if isinstance(grad_outputs, tuple | list) else [grad_outputs]
    given = given if len(given) == len(outputs) else [None] * len(outputs)
    for x in inputs:
        if not x.requires_grad:
            raise RuntimeError("One of the differentiated Tensors does not require grad")
    begin = [_begin(output, gradient) for output, gradient in zip(outputs, given, strict=True)]
    wanted = {id(source_of(x)) for x in inputs}
    sums = walked(outputs, begin, wanted, not retain_graph)
    answers = []
    for x in inputs:
        got = sums.get(id(source_of(x)))
        if got is None and not (allow_unused or materialize_grads):
            raise RuntimeError(
                "One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True "
                "if this is the desired behavior."
            )
        array = None if got is None else np.array(got[1])
        if array is None and materialize_grads:
            array = np.zeros_like(x.array)
        answers.append(None if array is None else _tensor(array))
    return tuple(answers)


def _tensor(array):
    from numpy_torch.tensor import Tensor  # which imports this file

    return Tensor(array)
