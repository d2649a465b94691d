"""Loss functions, two of them also as modules."""

import numpy as np

from numpy_torch.dtypes import alike, scalar_type
from numpy_torch.nn.module import Module
from numpy_torch.operation import FUNCTIONS, METHODS, operation
from numpy_torch.ops.pairs import broadcast
from numpy_torch.refusal import refuse


def _loss_back(g, shape, target, ignore_index, reduction, label_smoothing):
    there = target != ignore_index
    wanted = np.full(shape, label_smoothing / shape[1], g.dtype)
    place = np.expand_dims(np.where(there, target, 0), 1)
    at_target = np.take_along_axis(wanted, place, 1) + g.dtype.type(1 - label_smoothing)
    np.put_along_axis(wanted, place, at_target, 1)
    if reduction == "mean":
        g = g / there.sum()
    return -np.expand_dims(np.where(there, g, 0), 1).astype(wanted.dtype) * wanted


@operation(method=False, function=False, log_p=_loss_back)
def _surprise(log_p, target, ignore_index, reduction, label_smoothing):
    """The negative logarithms of the probabilities (n, class, …) of the targets (n, …)."""
    there = target != ignore_index
    place = np.expand_dims(np.where(there, target, 0), 1)
    loss = -np.take_along_axis(log_p, place, 1)[:, 0]
    if label_smoothing:
        loss = (1 - label_smoothing) * loss - label_smoothing * log_p.mean(1)
    loss = np.where(there, loss, 0).astype(log_p.dtype)
    if reduction == "none":
        return loss
    return loss.sum() if reduction == "sum" else np.asarray(loss.sum() / there.sum(), log_p.dtype)


def cross_entropy(
    input, target, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0
):
    """input (n, class, …), target (n, …) of integers"""
    _known(reduction)
    if weight is not None or target.is_floating_point():
        raise refuse("cross_entropy with weights or with a distribution as target")
    _whole_classes(input, target)
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
    logs = METHODS["log_softmax"](input, 1)
    return _surprise(logs, target, ignore_index, reduction, float(label_smoothing))


def _whole_classes(input, target):
    """Raise torch's errors for kinds and shapes that do not fit."""
    if input.array.dtype.kind != "f":
        kind = scalar_type(input.array.dtype)
        raise NotImplementedError(
            f"\"log_softmax_lastdim_kernel_impl\" not implemented for '{kind}'"
        )
    if target.array.dtype not in (np.int64, np.uint8):
        kind = scalar_type(target.array.dtype)
        raise RuntimeError(f"expected scalar type Long but found {kind}")
    if input.dim() == 1 and target.shape == (1,):
        raise refuse("The loss of a row whose target has an axis")
    classes = 1 if input.dim() > 1 else 0
    if not input.dim() or input.shape[:classes] + input.shape[classes + 1 :] != target.shape:
        raise ValueError(
            f"Expected target size {list(input.shape[:classes] + input.shape[classes + 1 :])}, "
            f"got {list(target.shape)}"
        )


def nll_loss(input, target, weight=None, ignore_index=-100, reduction="mean"):
    _known(reduction)
    if weight is not None:
        raise refuse("nll_loss with weights")
    _whole_classes(input, target)
    if input.dim() == 1:
        raise refuse("nll_loss of a single row")
    kept = FUNCTIONS["ne"](target, ignore_index)
    place = METHODS["unsqueeze"](METHODS["masked_fill"](target, ~kept, 0), 1)
    loss = METHODS["neg"](METHODS["squeeze"](METHODS["gather"](input, 1, place), 1))
    loss = METHODS["masked_fill"](loss, ~kept, 0.0)
    if reduction == "none":
        return loss
    return METHODS["sum"](loss) / (METHODS["sum"](kept) if reduction == "mean" else 1)


def _known(reduction):
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")


def _reduced(loss, reduction):
    _known(reduction)
    return loss if reduction == "none" else METHODS[reduction](loss)


def _of_one_shape(input, target):
    """Return both tensors with all axes."""
    target.size()  # a plain number has none
    try:
        shape = np.broadcast_shapes(input.array.shape, target.array.shape)
    except ValueError:
        raise broadcast(input.array, target.array) from None
    return [x if x.array.shape == shape else METHODS["expand"](x, shape) for x in (input, target)]


@operation(
    method=False,
    function=False,
    input=lambda g, input, target: 2 * g * (input - target),
    target=lambda g, input, target: 2 * g * (target - input),
)
def _squared(input, target):
    input, target = alike(input, target)
    if input.dtype.kind != "f":
        raise NotImplementedError(f"\"mse_cpu\" not implemented for '{scalar_type(input.dtype)}'")
    far = input - target
    return far * far


def mse_loss(input, target, reduction="mean"):
    return _reduced(_squared(*_of_one_shape(input, target)), reduction)


def l1_loss(input, target, reduction="mean"):
    far = METHODS["sub"](*_of_one_shape(input, target))
    return _reduced(METHODS["abs"](far), reduction)


@operation(
    method=False,
    function=False,
    input=lambda g, input, target: g * (1 / (1 + np.exp(-input)) - target),
    target=lambda g, input: -g * input,
)
def _binary_surprise(input, target):
    """−t ln σ(x) − (1 − t) ln(1 − σ(x)), without overflow"""
    if input.dtype.kind != "f":
        raise NotImplementedError(
            f"\"log_sigmoid_cpu\" not implemented for '{scalar_type(input.dtype)}'"
        )
    input, target = alike(input, target)
    log_of_one = np.minimum(input, 0) - np.log1p(np.exp(-np.abs(input)))
    return (1 - target) * input - log_of_one


def binary_cross_entropy_with_logits(input, target, reduction="mean"):
    if target.size() != input.size():
        raise ValueError(
            f"Target size ({target.size()}) must be the same as input size ({input.size()})"
        )
    if target.dtype != input.dtype:
        raise refuse("binary_cross_entropy_with_logits of two data types")
    return _reduced(_binary_surprise(input, target), reduction)


def _log_times(t, x):
    """t ln x, which is 0 where t is 0"""
    return np.where(t == 0, 0, t * np.log(x))


@operation(
    method=False,
    function=False,
    input=lambda g, target: -g * target,
    target=lambda g, input, target: (
        np.where(target == 0, 0, _log_times(g, target)) + g * target / target - g * input
    ),
)
def _divergence(input, target):
    if input.dtype.kind != "f" or target.dtype.kind != "f":
        raise RuntimeError("kl_div: Integral inputs not supported.")
    input, target = alike(input, target)
    return _log_times(target, target) - target * input


def kl_div(input, target, reduction="mean", log_target=False):
    if reduction not in ("sum", "none") or log_target:
        raise refuse("kl_div with log_target, or with a reduction other than 'sum' or 'none',")
    if input.dtype != target.dtype and input.is_floating_point() and target.is_floating_point():
        raise refuse("kl_div of two data types")
    return _reduced(_divergence(*_of_one_shape(input, target)), reduction)


class CrossEntropyLoss(Module):
    def __init__(self, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0):
        super().__init__()
        self.weight, self.ignore_index = weight, ignore_index
        self.reduction, self.label_smoothing = reduction, label_smoothing

    def forward(self, input, target):
        more = self.weight, self.ignore_index, self.reduction, self.label_smoothing
        return cross_entropy(input, target, *more)


class MSELoss(Module):
    def __init__(self, reduction="mean"):
        super().__init__()
        self.reduction = reduction

    def forward(self, input, target):
        return mse_loss(input, target, self.reduction)
