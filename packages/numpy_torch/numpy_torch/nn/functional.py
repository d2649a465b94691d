"""Functions of layers, each with its gradient rule."""

import math

import numpy as np

from numpy_torch import ops  # noqa: F401  fills the tables of operations
from numpy_torch.dtypes import BY_NUMPY, promoted, scalar_type
from numpy_torch.memory import row_by_row
from numpy_torch.nn.activations import (
    elu,
    gelu,
    log_softmax,
    relu,
    sigmoid,
    silu,
    softmax,
    softplus,
    tanh,
)
from numpy_torch.nn.convolution import conv1d, conv2d, conv3d, convolution, for_each_axis
from numpy_torch.nn.losses import (
    binary_cross_entropy_with_logits,
    cross_entropy,
    kl_div,
    l1_loss,
    mse_loss,
    nll_loss,
)  # fmt: skip
from numpy_torch.operation import FUNCTIONS, METHODS, operation
from numpy_torch.ops.products import linear
from numpy_torch.overrides import overridable
from numpy_torch.random import default_generator
from numpy_torch.refusal import missing, refuse
from numpy_torch.tensor import Tensor

__all__ = [
    "binary_cross_entropy_with_logits", "conv1d", "conv2d", "conv3d", "convolution", "cross_entropy", "for_each_axis",
    "kl_div", "l1_loss", "linear", "mse_loss", "nll_loss",
    "relu", "sigmoid", "tanh", "softmax", "log_softmax", "silu", "softplus", "elu", "gelu",
]  # fmt: skip


def __getattr__(name):
    raise missing("torch.nn.functional", name)


# ---- rows and lookups ----------------------------------------------------------------------------
def _rows_back(g, shape, input):
    back = np.zeros(shape, g.dtype)
    np.add.at(back, input, g)
    return back


@operation(
    method=False, function=False, weight=_rows_back,
    meta=lambda f, input, weight: ((*input.shape, weight.shape[1]), weight.dtype),
)  # fmt: skip
def _looked_up(input, weight):
    if input.dtype.kind != "i":
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got "
            f"torch.{input.dtype.name} instead (while checking arguments for embedding)"
        )
    if input.size and (input.max() >= len(weight) or input.min() < 0):
        raise IndexError("index out of range in self")
    return weight[input]


def embedding(input, weight, padding_idx=None):
    if padding_idx is not None:
        raise refuse("An embedding with padding_idx")
    if weight.dim() != 2:
        raise RuntimeError("'weight' must be 2-D")
    return _looked_up(input, weight)


def one_hot(tensor, num_classes=-1):
    if tensor.array.dtype != np.int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    n = num_classes if num_classes > 0 else int(tensor.array.max()) + 1
    if tensor.array.min(initial=0) < 0:
        raise RuntimeError("Class values must be non-negative.")
    if tensor.array.max(initial=0) >= n:
        raise RuntimeError("Class values must be smaller than num_classes.")
    return Tensor(np.eye(n, dtype=np.int64)[tensor.array])


def _last(g, x, weight, mean, scale):
    """Propagate the gradient through mean and variance; `scale` is 1/σ."""
    y = (x - mean) * scale
    h = g if weight is None else g * weight
    return scale * (h - h.mean(-1, keepdims=True) - y * (h * y).mean(-1, keepdims=True))


@operation(
    method=False, function=False, x=_last, weight=lambda g, x, mean, scale: g * ((x - mean) * scale),
    bias=lambda g: g, meta=lambda f, x, *_: (x.shape, x.dtype),
)  # fmt: skip
def _layer_norm(x, weight, bias, mean, scale):
    y = (x - mean) * scale
    y = y if weight is None else y * weight
    return y if bias is None else y + bias


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    shape = tuple(normalized_shape)
    for word, part in (("weight", weight), ("bias", bias)):
        if part is not None and part.shape != shape:
            raise RuntimeError(
                f"Expected {word} to be of same shape as normalized_shape, but got {word} of shape "
                f"{list(part.shape)} and normalized_shape = {list(shape)}"
            )
        if part is not None and part.dtype != input.dtype:
            raise RuntimeError("mixed dtype (CPU): all inputs must share same datatype.")
    if input.array.dtype.kind != "f":
        kind = scalar_type(input.array.dtype)
        raise NotImplementedError(f"\"LayerNormKernelImpl\" not implemented for '{kind}'")
    if len(shape) != 1:
        raise refuse("layer_norm over more than the last axis")
    if input.shape[-1:] != shape:
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [*, {shape[0]}], but got input of size"
            f"{list(input.shape)}"
        )
    input = METHODS["contiguous"](input)
    plain = input.detach()  # like PyTorch, only mean and 1/σ are kept for the backward pass
    mean = plain.mean(-1, keepdim=True)
    scale = ((plain - mean).square().mean(-1, keepdim=True) + eps).rsqrt()
    return _layer_norm(input, weight, bias, mean, scale)


@overridable
def dropout(input, p=0.5, training=True, inplace=False):
    if not isinstance(input, Tensor):
        kind = type(input).__name__
        raise TypeError(f"dropout(): argument 'input' (position 1) must be Tensor, not {kind}")
    if p < 0 or p > 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not training or p == 0:
        return input
    times = METHODS["mul_" if inplace else "mul"]
    if p == 1:
        return times(input, input.new_zeros(()))
    if not input.is_floating_point():
        raise RuntimeError("result type Float can't be cast to the desired output type Long")
    kind = input.array.dtype
    stays = default_generator.doubles(input.array.size).reshape(input.array.shape) < 1 - p
    return times(input, Tensor(stays.astype(kind) / kind.type(1 - p)))


@operation(
    method=False,
    function=False,
    x=lambda g, pad: _padded.array_function(g, tuple(-n for n in pad), 0),
)
def _padded(x, pad, value):
    pairs = [(pad[i], pad[i + 1]) for i in range(0, len(pad), 2)][::-1]
    cut = tuple(
        slice(max(-a, 0), n - max(-b, 0))
        for n, (a, b) in zip(x.shape[x.ndim - len(pairs) :], pairs, strict=True)
    )
    x = x[(Ellipsis, *cut)]
    wide = [(0, 0)] * (x.ndim - len(pairs)) + [(max(a, 0), max(b, 0)) for a, b in pairs]
    return row_by_row(np.pad(x, wide, constant_values=value))


def pad(input, pad, mode="constant", value=None):
    if mode != "constant":
        raise refuse(f"pad(mode={mode!r})")
    return _padded(input, tuple(pad), value or 0)


# ---- distances -----------------------------------------------------------------------------------
def normalize(input, p=2.0, dim=1, eps=1e-12):
    length = METHODS["clamp_min"](METHODS["norm"](input, p, dim, True), eps)
    return METHODS["div"](input, length)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    kind = promoted(*(np.atleast_1d(x.array) for x in (x1, x2)))
    if kind.kind != "f":
        raise RuntimeError(
            "expected common dtype to be floating point, yet common dtype is " + scalar_type(kind)
        )
    x1, x2 = (METHODS["to"](x, BY_NUMPY[kind]) for x in (x1, x2))
    shape = np.broadcast_shapes(x1.array.shape, x2.array.shape)
    x1, x2 = (normalize(METHODS["expand"](x, shape), 2, dim, eps) for x in (x1, x2))
    return METHODS["sum"](METHODS["mul"](x1, x2), dim)


FUNCTIONS["cosine_similarity"] = cosine_similarity
FUNCTIONS["dropout"] = overridable(lambda input, p, train: dropout(input, p, train))


def safe_softmax(scores):
    """Softmax over the last axis, with zeros in a row where all scores are −∞."""
    nothing = Tensor(np.isneginf(scores.array).all(-1, keepdims=True))
    return METHODS["masked_fill"](METHODS["softmax"](scores, -1), nothing, 0.0)


def _fits(mask, scores):
    """Raise torch's errors for the mask of an attention."""
    if mask.dtype != scores.dtype and mask.array.dtype != bool:
        raise RuntimeError(
            "Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: "
            f"{mask.dtype} and  query.dtype: {scores.dtype} instead."
        )
    shape = np.broadcast_shapes(mask.array.shape, scores.array.shape)
    if shape != scores.array.shape:
        raise RuntimeError(
            f"output with shape {list(scores.shape)} doesn't match the broadcast shape {list(shape)}"
        )


# ---- attention -----------------------------------------------------------------------------------
def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False
):
    """softmax(Q Kᵀ · scale) V; in the mask, True means: may attend."""
    if is_causal and attn_mask is not None:
        raise RuntimeError(
            "_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True"
        )
    dims = [x.dim() for x in (query, key, value)]
    if min(dims) < 2:
        raise RuntimeError(
            "Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: "
            "{} key.dim: {} and value.dim: {} instead.".format(*dims)
        )
    if not query.dtype == key.dtype == value.dtype:
        raise RuntimeError(
            "Expected query, key, and value to have the same dtype, but got query.dtype: "
            f"{query.dtype} key.dtype: {key.dtype} and value.dtype: {value.dtype} instead."
        )
    if not (query.numel() and key.numel() and value.numel()):
        raise refuse("scaled_dot_product_attention of empty tensors")
    if enable_gqa:
        raise refuse("scaled_dot_product_attention(enable_gqa=True)")
    if query.dim() < 4:  # PyTorch scales copies, so that later changes of the inputs do no harm
        query, key = METHODS["clone"](query), METHODS["clone"](key)
    scores = query @ key.mT * (1 / math.sqrt(query.shape[-1]) if scale is None else scale)
    if is_causal:
        attn_mask = Tensor(np.tri(scores.shape[-2], scores.shape[-1], dtype=bool))
    if attn_mask is not None:
        masked = attn_mask.array.dtype == bool
        _fits(attn_mask, scores)
        scores = scores.masked_fill(~attn_mask, -math.inf) if masked else scores + attn_mask
    weights = safe_softmax(scores)
    return dropout(weights, dropout_p) @ value
