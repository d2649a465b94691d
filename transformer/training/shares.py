"""How several processes share a batch: where an objective calls the model, each process reads its own rows.

The results of all processes are combined before the loss is computed. So an objective need not know about
this, and can count anything: words, masked words, pairs. In every process it sees the whole batch, and its
loss is that of a single process, up to rounding. Inside the model rows do not affect each other, except
through random choices (`Drawn`) and batch normalisation (`normalised`), which behave as in a single process.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.nn.modules.batchnorm import _BatchNorm
from torch.utils._python_dispatch import TorchDispatchMode

from transformer import probe


class Sum(torch.autograd.Function):
    """The sum over all processes. Every process uses the sum, so each contributes to its gradient."""

    @staticmethod
    def forward(ctx: Any, part: Tensor) -> Tensor:
        whole = part.clone()
        dist.all_reduce(whole)
        return whole

    backward = forward


@dataclass(frozen=True)
class Share:
    """The rows of this process in a batch with `whole` rows."""

    whole: int
    own: slice

    @classmethod
    def for_this_process(cls, whole: int) -> "Share":
        """Return the share of this process."""
        number, count = dist.get_rank(), dist.get_world_size()
        return cls(whole, slice(number * whole // count, (number + 1) * whole // count))

    @property
    def rows(self) -> int:
        return self.own.stop - self.own.start

    def own_rows(self, value: Any) -> Any:
        """Reduce a tensor with the rows of the whole batch to the rows of this process."""
        return value[self.own] if rows_of(value) == self.whole else value

    def together(self, result: Any) -> Any:
        """Combine the results for the rows of this process with those of all other processes."""
        if isinstance(result, tuple | list):
            return type(result)(map(self.together, result))
        if rows_of(result) != self.rows:
            raise ValueError(
                f"the model read {self.rows} sequences and returned {getattr(result, 'shape', type(result).__name__)}: "
                "in several processes it must return a tensor with one entry per sequence, or a tuple of such tensors"
            )
        before, after = (
            result.new_zeros(n, *result.shape[1:])
            for n in (self.own.start, self.whole - self.own.stop)
        )
        return Sum.apply(torch.cat((before, result, after)))  # all others have zeros here


def rows_of(value: Any) -> int:
    """Return the number of rows; −1 for a value without rows."""
    return len(value) if isinstance(value, Tensor) and value.dim() else -1


@contextmanager
def shared(model: nn.Module, share: Share) -> Iterator[None]:
    """Inside the block, the model reads only the rows of this process wherever it is called, and returns
    results for all rows. Probes with a listener do the same."""
    read = model.forward

    def forward(*arguments: Any, **named: Any) -> Any:
        with Drawn(share), _listened_to(share):
            result = read(
                *map(share.own_rows, arguments), **{n: share.own_rows(v) for n, v in named.items()}
            )
        return share.together(result)

    with ExitStack() as stack:
        stack.enter_context(_instead(model, forward))
        for module in model.modules():
            if isinstance(module, _BatchNorm):
                stack.enter_context(_instead(module, partial(normalised, module, share)))
        yield


@contextmanager
def _instead(module: nn.Module, forward: Callable) -> Iterator[None]:
    vars(module)["forward"] = forward
    try:
        yield
    finally:
        del vars(module)["forward"]


@contextmanager
def _listened_to(share: Share) -> Iterator[None]:
    def to_all(listen: Callable[[Tensor], Tensor]) -> Callable[[Tensor], Tensor]:
        def to_own(value: Tensor) -> Tensor:
            listen(share.together(value) if rows_of(value) == share.rows else value)
            return value

        return to_own

    listeners = {active: list(map(to_all, f)) for active, f in (probe._active.get() or {}).items()}
    token = probe._active.set(listeners)
    try:
        yield
    finally:
        probe._active.reset(token)


def normalised(layer: _BatchNorm, share: Share, x: Tensor) -> Tensor:
    """Batch normalisation with the mean and the variance of all rows, (batch, channel, …) → the same shape."""
    if not layer.training:
        return type(layer).forward(layer, x)
    sides, shape = [0, *range(2, x.dim())], (1, -1, *[1] * (x.dim() - 2))
    count = share.whole * x[0, 0].numel()
    mean = Sum.apply(x.sum(sides)) / count  # (channel,)
    far = x - mean.view(shape)
    variance = Sum.apply(far.square().sum(sides)) / count  # (channel,)
    if layer.running_mean is not None and layer.running_var is not None:
        part, unbiased = layer.momentum or 0.0, variance * count / (count - 1)
        for kept, now in ((layer.running_mean, mean), (layer.running_var, unbiased)):
            kept.lerp_(now.detach(), part)
    if layer.num_batches_tracked is not None:
        layer.num_batches_tracked.add_(1)
    y = far * torch.rsqrt(variance + layer.eps).view(shape)
    return y if layer.weight is None else y * layer.weight.view(shape) + layer.bias.view(shape)


# The recurrent layers of GPUs. Their dropout, if any, is sampled inside, for the rows of this process.
OWN_LOTS = ("aten::_cudnn_rnn", "aten::miopen_rnn")


class Drawn(TorchDispatchMode):
    """Makes random choices, such as dropout, for the whole batch and cuts them, so that every process keeps
    the random state of a single process."""

    def __init__(self, share: Share):
        super().__init__()
        self.share = share

    def __torch_dispatch__(
        self, call: Any, types: Any, args: tuple = (), kwargs: dict | None = None
    ) -> Any:
        by_lot = (
            torch.Tag.nondeterministic_seeded in call.tags and call._schema.name not in OWN_LOTS
        )
        wide = tuple(map(self.widened, args)) if by_lot else args
        drawn = call(*wide, **(kwargs or {}))
        if all(new is old for new, old in zip(wide, args, strict=True)):
            return drawn
        if drawn is wide[0]:  # in place
            return args[0].copy_(self.share.own_rows(drawn))
        both = isinstance(drawn, tuple)  # the values, and which of them were kept
        return tuple(map(self.share.own_rows, drawn)) if both else self.share.own_rows(drawn)

    def widened(self, drawn: Any) -> Any:
        """Extend a tensor with the rows of this process, or a shape with their number, to the whole batch."""
        if rows_of(drawn) == self.share.rows:
            whole = drawn.new_ones(self.share.whole, *drawn.shape[1:])
            whole[self.share.own] = drawn
            return whole
        if isinstance(drawn, list | tuple) and list(drawn[:1]) == [self.share.rows]:
            return [self.share.whole, *drawn[1:]]
        return drawn
