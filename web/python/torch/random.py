"""What is drawn by lot, number for number as torch draws it on a CPU: the same seeds give the same lots.

Torch takes the generator MT19937 (Matsumoto and Nishimura 1998), whose 32 bits numpy has, too. What it makes of
them is written down here: 24 bits for a real number in 32 bits, 53 for one in 64, Box and Muller's pairs for normal
ones. Where torch asks a library of Intel's, on processors of Intel's, it draws others: dropout, and lots with given
probabilities.
"""

import math
from contextlib import contextmanager

import numpy as np

from torch import dtypes
from torch.dtypes import is_meta, numpy_kind
from torch.generator import Generator
from torch.operation import METHODS, blank, public
from torch.ops.shapes import sizes
from torch.tensor import Tensor

default_generator = Generator()


def _of(generator):
    return generator or default_generator


@public
def manual_seed(seed):
    return default_generator.manual_seed(seed)


@public
def get_rng_state():
    return default_generator.get_state()


@public
def set_rng_state(state):
    default_generator.set_state(state)


@public
def initial_seed():
    return default_generator.initial_seed()


@contextmanager
def fork_rng(devices=None, enabled=True):
    """Inside, whatever is drawn leaves no trace outside."""
    state = get_rng_state()
    try:
        yield
    finally:
        if enabled:
            set_rng_state(state)


def _drawn(size, kind, device, requires_grad, draw):
    size, kind = sizes(size), numpy_kind(kind) or dtypes.default[0].np
    meta = is_meta(device)
    array = blank(size, kind) if meta else draw(math.prod(size), kind).reshape(size)
    made = Tensor(np.asarray(array, kind), meta)
    return made.requires_grad_(requires_grad) if requires_grad else made


@public
def rand(*size, generator=None, dtype=None, device=None, requires_grad=False):
    return _drawn(size, dtype, device, requires_grad, _of(generator).uniform)


@public
def randn(*size, generator=None, dtype=None, device=None, requires_grad=False):
    return _drawn(size, dtype, device, requires_grad, _of(generator).normal)


@public
def rand_like(x):
    return rand(*x.shape, dtype=x.dtype)


@public
def randn_like(x):
    return randn(*x.shape, dtype=x.dtype)


@public
def randint(low, high=None, size=None, *, generator=None, dtype=None, device=None):
    if not isinstance(high, int):
        low, high, size = 0, low, high if size is None else size
    found = _of(generator).words(math.prod(size)) % np.uint64(high - low)
    return Tensor(
        (found.astype(np.int64) + low).reshape(size).astype(numpy_kind(dtype) or np.int64)
    )


@public
def randperm(n, *, generator=None, dtype=None, device=None):
    order, words = np.arange(n), _of(generator).words(max(n - 1, 0))
    for i, word in enumerate(words.tolist()):
        j = i + word % (n - i)
        order[i], order[j] = order[j], order[i]
    return Tensor(order)


@public
def bernoulli(p, *, generator=None):
    drawn = _of(generator).uniform(p.array.size, p.array.dtype).reshape(p.array.shape)
    return Tensor((drawn < p.array).astype(p.array.dtype))


def exponential(count, generator):
    return -np.log1p(-generator.doubles(count))


@public
def multinomial(input, num_samples, replacement=False, *, generator=None):
    """Places drawn by their probabilities: the least of exponential waiting times, or by the running sum."""
    weights, generator = input.array, _of(generator)
    if not np.all(np.isfinite(weights) & (weights >= 0)):
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    if num_samples == 1 or not replacement:
        waiting = exponential(weights.size, generator).reshape(weights.shape).astype(weights.dtype)
        order = np.argsort(-(weights / waiting), axis=-1, kind="stable")
        return Tensor(order[..., :num_samples])
    rows = weights.reshape(-1, weights.shape[-1])
    sums = np.cumsum(rows, -1) / rows.sum(-1, keepdims=True)
    drawn = generator.doubles(len(rows) * num_samples).reshape(len(rows), num_samples)
    found = [np.searchsorted(one, at, "right") for one, at in zip(sums, drawn, strict=True)]
    return Tensor(np.stack(found).reshape(*weights.shape[:-1], num_samples))


METHODS["multinomial"] = multinomial


def normal_(x, mean=0.0, std=1.0, *, generator=None):
    return _put(
        x, lambda n, kind: _of(generator).normal(n, kind) * kind.type(std) + kind.type(mean)
    )


def uniform_(x, a=0.0, b=1.0, *, generator=None):
    return _put(
        x, lambda n, kind: _of(generator).uniform(n, kind) * kind.type(b - a) + kind.type(a)
    )


def bernoulli_(x, p=0.5, *, generator=None):
    return _put(x, lambda n, kind: (_of(generator).doubles(n) < p).astype(kind))


def exponential_(x, *, generator=None):
    return _put(x, lambda n, kind: exponential(n, _of(generator)).astype(kind))


def random_(x, low=0, high=None, *, generator=None):
    high = high or 2**24
    return _put(x, lambda n, kind: _of(generator).words(n) % np.uint64(high - low) + np.uint64(low))


def _put(x, draw):
    if not x.meta:
        x.array[...] = draw(x.array.size, x.array.dtype).reshape(x.array.shape)
    return x


for _one in (normal_, uniform_, bernoulli_, exponential_, random_):
    METHODS[_one.__name__] = _one
