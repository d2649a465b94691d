"""Convolution over one, two or three axes, with the same parameters at every position."""

import numpy as np

from numpy_torch.operation import METHODS, operation
from numpy_torch.ops.products import count


def for_each_axis(value, axes):
    return (value,) * axes if isinstance(value, int) else tuple(value)


def _windows(x, kernel, stride, padding, dilation):
    """x (batch, channel, position, …) → a view (batch, channel, new position, …, window, …)"""
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
    each = (for_each_axis(setting, axes) for setting in (stride, padding, dilation))
    out = _convolution(input, weight, bias, *each)
    return METHODS["squeeze"](out, 0) if alone else out


conv1d = conv2d = conv3d = convolution
