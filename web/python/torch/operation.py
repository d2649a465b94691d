"""What makes an operation: a function of numpy's arrays, and for each input the rule of its gradient.

    @operation(x=lambda g, out: g * out)
    def exp(x):
        return np.exp(x)

A rule is given `g`, the gradient of the result, and by its parameters' names says what else it needs: an argument
of the operation, `out`, or `shape`, the shape of the input that it is for. Only that is kept until the way back.
An input without a rule has no gradient: where one would be needed, that is said, never passed over.
"""

import inspect
from functools import wraps

import numpy as np

from torch import grad
from torch.overrides import MODES, asked, overridable
from torch.refusal import refuse
from torch.tensor import Tensor

FUNCTIONS, METHODS = {}, {}  # by name: what `torch` has, what a tensor has
_SAME_WORD = {"axis": "dim", "keepdims": "keepdim"}
hooks = []  # (pack, unpack) of saved_tensors_hooks


def raw(value):
    return value.array if isinstance(value, Tensor) else value


def operation(function=True, method=True, meta=None, **rules):
    """Make an operation of a function of arrays. `meta`: "view", or the shape and the kind of its result, for arrays
    without numbers. A view knows what it is a view of, and how it is taken, so that a change of it reaches the whole.
    """

    def decorate(forward):
        name = forward.__name__.rstrip("_")
        about = inspect.signature(forward).parameters
        places = list(about)
        usual = {p: one.default for p, one in about.items() if one.default is not one.empty}
        words = {**_SAME_WORD, **dict(zip(("input", "other"), places, strict=False))}
        words = {word: place for word, place in words.items() if word not in places}
        needs = {p: [*inspect.signature(r).parameters][1:] for p, r in rules.items()}

        @wraps(forward)
        def call(*args, **kwargs):
            if MODES:
                return asked(call, args, kwargs)
            if kwargs:
                kwargs = {words.get(k, k): v for k, v in kwargs.items()}
            # A sentence takes some two thousand operations: no call for each of their inputs.
            tensors, arrays = [], []
            for value in args:
                if isinstance(value, Tensor):
                    tensors.append(value)
                    value = value.array
                arrays.append(value)
            tensors += [v for v in kwargs.values() if isinstance(v, Tensor)]
            named = {k: raw(v) for k, v in kwargs.items()}
            for tensor in tensors:
                if tensor.meta:
                    return _without_numbers(name, meta, forward, arrays, named)
            try:
                out = np.asarray(forward(*arrays, **named))
            except np.exceptions.AxisError as error:
                raise _no_such_axis(error) from None
            result = Tensor(out)
            if meta == "view" and args and np.may_share_memory(out, arrays[0]):
                result.view_of = args[0], lambda whole: call(whole, *args[1:], **kwargs)
            if grad.traced(tensors) and out.dtype.kind == "f":
                _remember(result, args, kwargs)
            return result

        def _remember(result, args, kwargs):
            given = {**usual, **dict(zip(places, args, strict=False)), **kwargs}
            pairs = []
            for place, value in given.items():
                if not (isinstance(value, Tensor) and value.requires_grad):
                    continue
                if place not in rules:
                    raise refuse(f"A gradient of '{name}' for its argument '{place}'")
                kept = {n: _needed(n, given, result, value) for n in needs[place]}
                pairs.append((value, _rule(rules[place], kept)))
            grad.note(result, pairs, name)

        call.array_function = forward
        if function:
            FUNCTIONS[name] = call
        if method:
            METHODS[name] = call
        return call

    return decorate


def _no_such_axis(error):
    """Torch's sentence for an axis that is not there."""
    n = max(error.ndim or 0, 1)
    return IndexError(
        f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {error.axis})"
    )


def _needed(name, given, result, value):
    """What a rule asks for: arrays as they are now."""
    if name == "shape":
        return value.array.shape
    if name == "out":
        return kept(result)
    return kept(given[name]) if isinstance(given[name], Tensor) else given[name]


def kept(tensor):
    """An array that waits for the way back, shown to those who watch (`saved_tensors_hooks`)."""
    for pack, _ in hooks:
        pack(tensor)
    return tensor.array


def _rule(rule, kept):
    return lambda g: rule(g, **kept)


def _without_numbers(name, meta, forward, arrays, named):
    """On the device "meta": the shape of the result, and memory for one number."""
    if meta is None:
        raise refuse(f"'{name}' on the device meta")
    if meta == "view":
        out = forward(*arrays, **named)
    else:
        shape, kind = meta(forward, *arrays, **named)
        out = blank(shape, kind)
    return Tensor(out, meta=True)


def blank(shape, kind):
    """An array of any shape in the memory of one number."""
    return np.broadcast_to(np.zeros((), kind), shape)


def several(name, result, inputs, rule_of):
    """The tape of an operation on a list of tensors: `rule_of(i)` is the rule of input number i."""
    if any(x.meta for x in inputs):
        raise refuse(f"'{name}' on the device meta")
    made = Tensor(result)
    if grad.traced(inputs) and result.dtype.kind == "f":
        grad.note(made, [(x, rule_of(i)) for i, x in enumerate(inputs)], name)
    return made


def untraced(name, *tensors):
    """The arrays of an operation without a rule: where a gradient would be needed, that is said."""
    if grad.traced(tensors):
        raise refuse(f"A gradient of '{name}'")
    return [tensor.array for tensor in tensors]


def public(function):
    """A function that `torch` has under its own name, seen by modes."""
    call = overridable(function)
    FUNCTIONS[function.__name__.rstrip("_")] = call
    return call


def also_method(function):
    """The same as a method of tensors."""
    METHODS[function.__name__.rstrip("_")] = function
    return function
