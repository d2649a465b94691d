"""Random numbers exactly as torch draws them on a CPU: the same seeds give the same numbers.

`generator.py` converts the generator's bits. On Intel processors, torch uses an Intel library for some functions, which
gives other numbers: dropout, and samples with given probabilities.
"""

import math
from contextlib import contextmanager

import numpy as np

from numpy_torch import dtypes
from numpy_torch.dtypes import is_meta, numpy_kind
from numpy_torch.generator import Generator
from numpy_torch.operation import METHODS, blank, public
from numpy_torch.ops.changing import become
from numpy_torch.ops.shapes import sizes
from numpy_torch.tensor import Tensor

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
    """Restore the generator after the block."""
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
    return Tensor(np.asarray(array, kind), meta).requires_grad_(requires_grad)


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
    generator = _of(generator)
    draw = generator.words if high - low < 2**28 else generator.long_words  # as torch has it
    found = (draw(math.prod(size)) % np.uint64(high - low)).astype(np.int64) + low
    return Tensor(found.reshape(size).astype(numpy_kind(dtype) or np.int64))


@public
def randperm(n, *, generator=None, dtype=None, device=None):
    order, words = np.arange(n), _of(generator).words(max(n - 1, 0))
    for i, word in enumerate(words.tolist()):
        j = i + word % (n - i)
        order[i], order[j] = order[j], order[i]
    return Tensor(order.astype(numpy_kind(dtype) or np.int64))


@public
def bernoulli(p, *, generator=None):
    drawn = _of(generator).uniform(p.array.size, p.array.dtype).reshape(p.array.shape)
    return Tensor((drawn < p.array).astype(p.array.dtype))


def exponential(count, generator):
    return -np.log1p(-generator.doubles(count))


@public
def multinomial(input, num_samples, replacement=False, *, generator=None):
    """Sample positions by probability: the smallest of exponential waiting times, or by the cumulative sum."""
    weights, generator = input.array, _of(generator)
    if not replacement and num_samples > weights.shape[-1]:
        raise RuntimeError(
            "cannot sample n_sample > prob_dist.size(-1) samples without replacement"
        )
    if not np.all(np.isfinite(weights) & (weights >= 0)):
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    if not np.all(weights.sum(-1)):
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
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
    if not x.array.size:  # of any data type
        return x
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


def _put(x, draw):
    if x.array.dtype.kind != "f":
        kind = dtypes.scalar_type(x.array.dtype)
        raise NotImplementedError(f"a random kernel is not implemented for '{kind}'")
    if x.meta:
        return x
    return become(x, Tensor(draw(x.array.size, x.array.dtype).reshape(x.array.shape)))


for _one in (normal_, uniform_, bernoulli_, exponential_):
    METHODS[_one.__name__] = _one
