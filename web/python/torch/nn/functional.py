"""Functions of layers, each with its rule."""

import math

import numpy as np

from torch import ops  # noqa: F401  fills the tables of operations
from torch.operation import FUNCTIONS, METHODS, operation
from torch.ops.products import count, linear
from torch.overrides import overridable
from torch.random import default_generator
from torch.refusal import missing, refuse
from torch.tensor import Tensor

__all__ = ["linear"]


def __getattr__(name):
    raise missing("torch.nn.functional", name)


# ---- what a number becomes -----------------------------------------------------------------------
def relu(input, inplace=False):
    return METHODS["relu"](input)


def sigmoid(input):
    return METHODS["sigmoid"](input)


def tanh(input):
    return METHODS["tanh"](input)


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    return METHODS["softmax"](input, dim, dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    return METHODS["log_softmax"](input, dim, dtype)


def silu(input, inplace=False):
    return METHODS["mul"](input, METHODS["sigmoid"](input))


def softplus(input):
    return METHODS["log1p"](METHODS["exp"](input))


@operation(
    method=False,
    function=False,
    x=lambda g, x, alpha: np.where(x > 0, g, g * alpha * np.exp(np.minimum(x, 0))),
)
def elu(x, alpha=1.0):
    return np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0))).astype(x.dtype)


def _normal_share(x):
    return FUNCTIONS["erf"].array_function(x / x.dtype.type(math.sqrt(2)))


def _bend(g, x, approximate):
    if approximate == "tanh":
        inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
        t = np.tanh(inner)
        slope = math.sqrt(2 / math.pi) * (1 + 3 * 0.044715 * x * x)
        return (g * (0.5 * (1 + t) + 0.5 * x * (1 - t * t) * slope)).astype(x.dtype)
    density = np.exp(-x * x / 2) / math.sqrt(2 * math.pi)
    return g * (0.5 * (1 + _normal_share(x)) + x * density)


@operation(
    method=False, function=False, x=_bend, meta=lambda f, x, approximate="none": (x.shape, x.dtype)
)
def gelu(x, approximate="none"):
    """x times the share of a normal distribution below x."""
    if approximate == "tanh":
        return x * 0.5 * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    return x * 0.5 * (1 + _normal_share(x))


# ---- rows and tables -----------------------------------------------------------------------------
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
    return _looked_up(input, weight)


def one_hot(tensor, num_classes=-1):
    n = num_classes if num_classes > 0 else int(tensor.array.max()) + 1
    return Tensor(np.eye(n, dtype=np.int64)[tensor.array])


def _last(g, x, weight, eps):
    """The way back through mean and variance."""
    far = x - x.mean(-1, keepdims=True)
    scale = 1 / np.sqrt((far * far).mean(-1, keepdims=True) + x.dtype.type(eps))
    y = far * scale
    h = g if weight is None else g * weight
    return scale * (h - h.mean(-1, keepdims=True) - y * (h * y).mean(-1, keepdims=True))


def _normed(x, eps):
    far = x - x.mean(-1, keepdims=True)
    return far / np.sqrt((far * far).mean(-1, keepdims=True) + x.dtype.type(eps))


@operation(
    method=False, function=False, x=_last, weight=lambda g, x, eps: g * _normed(x, eps), bias=lambda g: g,
    meta=lambda f, x, *_: (x.shape, x.dtype),
)  # fmt: skip
def _layer_norm(x, weight, bias, eps):
    y = _normed(x, eps)
    y = y if weight is None else y * weight
    return y if bias is None else y + bias


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    shape = tuple(normalized_shape)
    if len(shape) != 1:
        raise refuse("layer_norm over more than the last axis")
    if input.shape[-1:] != shape:
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [*, {shape[0]}], but got input of size"
            f"{list(input.shape)}"
        )
    return _layer_norm(input, weight, bias, eps)


@overridable
def dropout(input, p=0.5, training=True, inplace=False):
    if p < 0 or p > 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not training or p == 0:
        return input
    kind = input.array.dtype
    stays = default_generator.doubles(input.array.size).reshape(input.array.shape) < 1 - p
    return METHODS["mul"](input, Tensor(stays.astype(kind) / kind.type(1 - p)))


def _trimmed(g, pad):
    places = [slice(None)] * g.ndim
    for i in range(len(pad) // 2):
        places[-1 - i] = slice(pad[2 * i], g.shape[-1 - i] - pad[2 * i + 1])
    return g[tuple(places)]


@operation(method=False, function=False, x=_trimmed)
def _padded(x, pad, value):
    pairs = [(pad[i], pad[i + 1]) for i in range(0, len(pad), 2)][::-1]
    cut = tuple(
        slice(max(-a, 0), n - max(-b, 0))
        for n, (a, b) in zip(x.shape[x.ndim - len(pairs) :], pairs, strict=True)
    )
    x = x[(Ellipsis, *cut)]
    wide = [(0, 0)] * (x.ndim - len(pairs)) + [(max(a, 0), max(b, 0)) for a, b in pairs]
    return np.pad(x, wide, constant_values=value)


def pad(input, pad, mode="constant", value=None):
    if mode != "constant":
        raise refuse(f"pad(mode={mode!r})")
    if min(pad) < 0 and input.requires_grad:
        raise refuse("A gradient of 'pad' with a negative width")
    return _padded(input, tuple(pad), value or 0)


# ---- distances -----------------------------------------------------------------------------------
def normalize(input, p=2.0, dim=1, eps=1e-12):
    length = METHODS["clamp_min"](METHODS["norm"](input, p, dim, True), eps)
    return METHODS["div"](input, length)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    x1, x2 = (normalize(x, 2, dim, eps) for x in (x1, x2))
    return METHODS["sum"](METHODS["mul"](x1, x2), dim)


FUNCTIONS["cosine_similarity"] = cosine_similarity
FUNCTIONS["dropout"] = overridable(lambda input, p, train: dropout(input, p, train))


# ---- losses --------------------------------------------------------------------------------------
def _loss_back(g, x, target, weight, ignore_index, reduction, label_smoothing):
    chances = FUNCTIONS["softmax"].array_function(x, 1)
    classes, there = x.shape[1], target != ignore_index
    wanted = np.zeros_like(x)
    place = np.expand_dims(np.where(there, target, 0), 1)
    np.put_along_axis(wanted, place, 1 - label_smoothing, 1)
    wanted += label_smoothing / classes
    if reduction == "mean":
        g = g / there.sum()
    g = np.where(there, g, 0)
    return np.expand_dims(g, 1).astype(x.dtype) * (chances - wanted)


@operation(method=False, function=False, x=_loss_back)
def _cross_entropy(x, target, weight, ignore_index, reduction, label_smoothing):
    log_p = FUNCTIONS["log_softmax"].array_function(x, 1)
    there = target != ignore_index
    place = np.expand_dims(np.where(there, target, 0), 1)
    loss = -np.take_along_axis(log_p, place, 1)[:, 0]
    if label_smoothing:
        loss = (1 - label_smoothing) * loss - label_smoothing * log_p.mean(1)
    loss = np.where(there, loss, 0).astype(x.dtype)
    if reduction == "none":
        return loss
    return loss.sum() if reduction == "sum" else np.asarray(loss.sum() / there.sum(), x.dtype)


def cross_entropy(
    input, target, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0
):
    """input (n, class, …), target (n, …) of whole numbers"""
    if weight is not None or target.is_floating_point():
        raise refuse("cross_entropy with weights or with a distribution as target")
    if input.dim() == 1:
        input, target = METHODS["unsqueeze"](input, 0), METHODS["unsqueeze"](target, 0)
        if reduction == "none":
            return METHODS["squeeze"](
                cross_entropy(input, target, None, ignore_index, "none", label_smoothing), 0
            )
    if input.shape[0] != target.shape[0]:
        raise ValueError(
            f"Expected input batch_size ({input.shape[0]}) to match target batch_size ({target.shape[0]})."
        )
    bad = target.array[
        (target.array != ignore_index) & ((target.array < 0) | (target.array >= input.shape[1]))
    ]
    if bad.size:
        raise IndexError(f"Target {bad[0]} is out of bounds.")
    return _cross_entropy(input, target, None, ignore_index, reduction, float(label_smoothing))


def nll_loss(input, target, weight=None, ignore_index=-100, reduction="mean"):
    if weight is not None:
        raise refuse("nll_loss with weights")
    kept = FUNCTIONS["ne"](target, ignore_index)
    place = METHODS["unsqueeze"](METHODS["masked_fill"](target, ~kept, 0), 1)
    loss = METHODS["neg"](METHODS["squeeze"](METHODS["gather"](input, 1, place), 1))
    loss = METHODS["masked_fill"](loss, ~kept, 0.0)
    if reduction == "none":
        return loss
    return METHODS["sum"](loss) / (METHODS["sum"](kept) if reduction == "mean" else 1)


def _reduced(loss, reduction):
    return loss if reduction == "none" else METHODS[reduction](loss)


def mse_loss(input, target, reduction="mean"):
    return _reduced(METHODS["square"](METHODS["sub"](input, target)), reduction)


def l1_loss(input, target, reduction="mean"):
    return _reduced(METHODS["abs"](METHODS["sub"](input, target)), reduction)


def binary_cross_entropy_with_logits(input, target, reduction="mean"):
    zero = METHODS["clamp_min"](input, 0)
    rest = METHODS["log1p"](METHODS["exp"](METHODS["neg"](METHODS["abs"](input))))
    return _reduced(zero - input * target + rest, reduction)


def kl_div(input, target, reduction="mean", log_target=False):
    if reduction not in ("sum", "none") or log_target:
        raise refuse("kl_div of another kind than reduction='sum' or 'none'")
    logs = METHODS["log"](METHODS["masked_fill"](target, FUNCTIONS["eq"](target, 0), 1.0))
    return _reduced(target * (logs - input), reduction)


# ---- attention -----------------------------------------------------------------------------------
def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False
):
    """softmax(Q Kᵀ · scale) V; in the mask True means: may look."""
    if enable_gqa:
        raise refuse("scaled_dot_product_attention(enable_gqa=True)")
    scores = query @ key.mT * (1 / math.sqrt(query.shape[-1]) if scale is None else scale)
    if is_causal:
        attn_mask = Tensor(np.tri(scores.shape[-2], scores.shape[-1], dtype=bool))
    if attn_mask is not None:
        masked = attn_mask.array.dtype == bool
        scores = scores.masked_fill(~attn_mask, -math.inf) if masked else scores + attn_mask
    weights = scores.softmax(-1)
    if attn_mask is not None and attn_mask.array.dtype == bool:
        weights = weights.masked_fill(~attn_mask.any(-1, keepdim=True), 0.0)
    return dropout(weights, dropout_p) @ value


# ---- convolutions --------------------------------------------------------------------------------
def for_each_axis(value, axes):
    return (value,) * axes if isinstance(value, int) else tuple(value)


def _windows(x, kernel, stride, padding, dilation):
    """x (batch, channel, place, …) → a view (batch, channel, new place, …, window, …)"""
    axes = tuple(range(2, x.ndim))
    x = np.pad(x, [(0, 0), (0, 0), *((p, p) for p in padding)])
    wide = tuple(d * (k - 1) + 1 for k, d in zip(kernel, dilation, strict=True))
    view = np.lib.stride_tricks.sliding_window_view(x, wide, axes)
    steps = [slice(None, None, s) for s in stride] + [slice(None, None, d) for d in dilation]
    return view[(slice(None), slice(None), *steps)]


def _weight_back(g, x, weight, stride, padding, dilation):
    n = len(stride)
    windows = _windows(x, weight.shape[2:], stride, padding, dilation)
    places = [0, *range(2, 2 + n)]
    return np.tensordot(g, windows, (places, places))


def _input_back(g, shape, weight, stride, padding, dilation):
    wide = [n + 2 * p for n, p in zip(shape[2:], padding, strict=True)]
    back = np.zeros((*shape[:2], *wide), g.dtype)
    for tap in np.ndindex(*weight.shape[2:]):
        part = np.moveaxis(np.tensordot(g, weight[(slice(None), slice(None), *tap)], (1, 0)), -1, 1)
        places = [
            slice(t * d, t * d + s * m, s)
            for t, d, s, m in zip(tap, dilation, stride, g.shape[2:], strict=True)
        ]
        back[(slice(None), slice(None), *places)] += part
    return back[(Ellipsis, *(slice(p, p + n) for p, n in zip(padding, shape[2:], strict=True)))]


@operation(
    method=False, function=False, x=_input_back, weight=_weight_back,
    bias=lambda g: g.sum((0, *range(2, g.ndim))),
)  # fmt: skip
def _convolution(x, weight, bias, stride, padding, dilation):
    n = len(stride)
    windows = _windows(x, weight.shape[2:], stride, padding, dilation)
    over = [1, *range(2 + n, 2 + 2 * n)]
    out = np.tensordot(windows, weight, (over, [1, *range(2, 2 + n)]))
    out = np.moveaxis(out, -1, 1)
    count(out.size * weight[0].size)
    return out if bias is None else out + bias.reshape(-1, *[1] * n)


def convolution(input, weight, bias=None, stride=1, padding=0, dilation=1):
    axes = weight.dim() - 2
    alone = input.dim() == axes + 1
    input = METHODS["unsqueeze"](input, 0) if alone else input
    each = (for_each_axis(one, axes) for one in (stride, padding, dilation))
    out = _convolution(input, weight, bias, *each)
    return METHODS["squeeze"](out, 0) if alone else out


conv1d = conv2d = conv3d = convolution
