"""Operations: a function of numpy arrays, and a gradient rule for each input.

    @operation(x=lambda g, out: g * out)
    def exp(x):
        return np.exp(x)

A rule gets `g`, the gradient of the result, and its parameters' names say what else it needs: an argument
of the operation, `out`, or `shape`, the shape of its input. Only these values are kept for the backward pass.
An input without a rule has no gradient: needing one raises an error.
"""

import inspect
from functools import wraps

import numpy as np

from numpy_torch import grad
from numpy_torch.dtypes import scalar_type
from numpy_torch.memory import shares_memory
from numpy_torch.overrides import MODES, asked, overridable
from numpy_torch.refusal import refuse
from numpy_torch.tensor import Tensor

FUNCTIONS, METHODS = {}, {}  # by name: functions of `torch`, methods of a tensor
_SAME_WORD = {"axis": "dim", "keepdims": "keepdim"}
hooks = []  # (pack, unpack) of saved_tensors_hooks


SAVES_NUMBERS = ("mul", "div")
NUMBER = (
    Tensor(np.zeros(())),
)  # products save a number as a tensor, and so cannot be differentiated twice


def raw(value):
    return value.array if isinstance(value, Tensor) else value


def operation(function=True, method=True, meta=None, kinds=None, only_tensors=False, **rules):
    """Turn a function of arrays into an operation. `meta`: "view", or the shape and dtype of its result for tensors
    without data. A view knows its base and how it is taken, so that a change of the view changes the base.
    `kinds`: numpy's letters of the kinds of numbers that PyTorch accepts. `only_tensors`: it accepts no numbers.
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
            # A sentence needs about two thousand operations, so avoid a call for each of their inputs.
            tensors, arrays = [], []
            for value in args:
                if isinstance(value, Tensor):
                    tensors.append(value)
                    value = value.array
                arrays.append(value)
            if only_tensors and len(tensors) < len(args):
                raise _no_tensor(name, args)
            tensors += [v for v in kwargs.values() if isinstance(v, Tensor)]
            named = {k: raw(v) for k, v in kwargs.items()}
            for tensor in tensors:
                if tensor.meta:
                    return _without_numbers(name, meta, forward, arrays, named)
                if kinds is not None and tensor.array.dtype.kind not in kinds:
                    kind = scalar_type(tensor.array.dtype)
                    raise NotImplementedError(f"\"{name}_cpu\" not implemented for '{kind}'")
            try:
                out = np.asarray(forward(*arrays, **named))
            except np.exceptions.AxisError as error:
                raise _no_such_axis(error) from None
            result = Tensor(out)
            if meta == "view" and args and shares_memory(out, arrays[0]):
                watched = grad.enabled[0] or not args[0].requires_grad
                again = (lambda whole: call(whole, *args[1:], **kwargs)) if watched else None
                result.becomes_view(args[0], again)
            if grad.traced(tensors) and out.dtype.kind == "f":
                _remember(result, args, kwargs)
            return result

        def _remember(result, args, kwargs):
            given = {**usual, **dict(zip(places, args, strict=False)), **kwargs}
            pairs, saved = [], []
            for place, value in given.items():
                if not (isinstance(value, Tensor) and value.requires_grad):
                    continue
                if place not in rules:
                    raise refuse(f"The gradient of '{name}' for its argument '{place}'")
                kept = {n: _needed(n, given, result, value, saved) for n in needs[place]}
                pairs.append((value, _rule(rules[place], kept)))
            grad.note(result, pairs, name, saved or (NUMBER if name in SAVES_NUMBERS else ()))

        call.array_function = forward
        if function:
            FUNCTIONS[name] = call
        if method:
            METHODS[name] = call
        return call

    return decorate


def _no_tensor(name, args):
    """Return torch's error for a plain number."""
    at, wrong = next((i, v) for i, v in enumerate(args) if not isinstance(v, Tensor))
    word = ("input", "other")[at] if at < 2 else at
    return TypeError(
        f"{name}(): argument '{word}' (position {at + 1}) must be Tensor, not {type(wrong).__name__}"
    )


def _no_such_axis(error):
    """Raise torch's error for an axis that does not exist."""
    n = max(error.ndim or 0, 1)
    return IndexError(
        f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {error.axis})"
    )


def _needed(name, given, result, value, saved):
    """Return an argument of a rule; tensors are added to `saved`, and their arrays returned."""
    if name == "shape":
        return value.array.shape
    needed = result if name == "out" else given[name]
    if not isinstance(needed, Tensor):
        return needed
    saved.append(needed)
    return kept(needed)


def kept(tensor):
    """Show an array that is saved for the backward pass to the hooks (`saved_tensors_hooks`)."""
    for pack, _ in hooks:
        pack(tensor)
    return tensor.array


def _rule(rule, kept):
    return lambda g: rule(g, **kept)


def _without_numbers(name, meta, forward, arrays, named):
    """On the device "meta", return the shape of the result, with memory for one number."""
    if meta is None:
        raise refuse(f"'{name}' on the device meta")
    if meta == "view":
        out = forward(*arrays, **named)
    else:
        shape, kind = meta(forward, *arrays, **named)
        out = blank(shape, kind)
    return Tensor(out, meta=True)


def blank(shape, kind):
    """Make an array of any shape in the memory of one number."""
    return np.broadcast_to(np.zeros((), kind), shape)


def several(name, result, inputs, rule_of, saved=()):
    """Record an operation on a list of tensors: `rule_of(i)` is the rule of input number i, and `saved` are the
    tensors that the rules keep."""
    if any(x.meta for x in inputs):
        raise refuse(f"'{name}' on the device meta")
    made = Tensor(result)
    if grad.traced(inputs) and result.dtype.kind == "f":
        grad.note(made, [(x, rule_of(i)) for i, x in enumerate(inputs)], name, saved)
    return made


def untraced(name, *tensors):
    """Return the arrays of an operation without a rule; raise an error if a gradient would be needed."""
    if grad.traced(tensors):
        raise refuse(f"The gradient of '{name}'")
    return [tensor.array for tensor in tensors]


def public(function):
    """Register a function under its own name in `torch`, visible to modes."""
    call = overridable(function)
    FUNCTIONS[function.__name__.rstrip("_")] = call
    return call


def also_method(function):
    """Register the same as a tensor method."""
    METHODS[function.__name__.rstrip("_")] = function
    return function
