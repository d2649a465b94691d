"""Loss functions, two of them also as modules."""

import numpy as np

from numpy_torch.nn.module import Module
from numpy_torch.operation import FUNCTIONS, METHODS, operation
from numpy_torch.refusal import refuse


def _loss_back(g, x, target, ignore_index, reduction, label_smoothing):
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
def _cross_entropy(x, target, ignore_index, reduction, label_smoothing):
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
    """input (n, class, …), target (n, …) of integers"""
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
    return _cross_entropy(input, target, ignore_index, reduction, float(label_smoothing))


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
        raise refuse("kl_div with log_target, or with a reduction other than 'sum' or 'none',")
    logs = METHODS["log"](METHODS["masked_fill"](target, FUNCTIONS["eq"](target, 0), 1.0))
    return _reduced(target * (logs - input), reduction)


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
