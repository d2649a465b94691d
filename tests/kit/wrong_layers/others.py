"""Wrong layers of every kind but attention."""

import torch
from torch import nn

from tests.kit.wrong_layers.table import red, unseen
from transformer.decoding.greedy import Choice
from transformer.layers import FeedForward, Residual
from transformer.positions import FixedPositions
from transformer.variants.mask import Mask


# ---- feed-forward ---------------------------------------------------------------------------------
@red("feed_forward", "no future leak", "across positions")
class OverPositions(FeedForward):
    def activate(self, x):
        return super().activate(x - x.mean(1, keepdim=True))


@red("feed_forward", "evaluation deterministic", "dropout is active in evaluation")
class AlwaysDrops(FeedForward):
    def activate(self, x):
        return nn.functional.dropout(x.relu(), self.dropout.p)


@red("feed_forward", "batch independence", "statistics are computed over the batch")
class WithBatchNorm(FeedForward):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__(d_model, d_ff, dropout)
        self.statistics = nn.BatchNorm1d(d_ff)

    def activate(self, x):
        return self.statistics(x.transpose(1, 2)).transpose(1, 2).relu()


@red("feed_forward", "finite", "e to the power of a large number")
class OwnSwish(FeedForward):
    def activate(self, x):
        return x * x.exp() / (1 + x.exp())


@red("feed_forward", "shapes", "it returned")
class NotContracted(FeedForward):
    def forward(self, x):
        return self.expand(x)[..., :8]


@red("feed_forward", "evaluation deterministic", "an in-place operation")
class ChangesInput(FeedForward):
    def forward(self, x):
        with torch.no_grad():
            x.relu_()
        return super().forward(x)


@red(
    "feed_forward",
    "runs",
    "just before, activate returned a tensor of shape (3, 5) and dtype torch.float32",
)
class SumsTheUnits(FeedForward):
    def activate(self, x):
        return x.relu().sum(-1)


@red("feed_forward", "runs", "just before, activate returned nothing; it needs a return")
class ForgotToReturn(FeedForward):
    def activate(self, x):
        x.relu()


@unseen("feed_forward", "hidden")
class NoActivation(FeedForward):
    def activate(self, x):
        return x


# ---- norm -----------------------------------------------------------------------------------------
@red("norm", "no future leak", "across positions")
class NormOverPositions(nn.LayerNorm):
    def forward(self, x):
        return (x - x.mean(1, keepdim=True)) / (x.std(1, keepdim=True, correction=0) + 1e-3)

    def __init__(self, d_model):
        super().__init__(d_model, elementwise_affine=False)


@red("norm", "batch independence", "over the batch")
class NormOverBatch(nn.LayerNorm):
    def forward(self, x):
        return super().forward(x - x.mean(0, keepdim=True))


@red("norm", "finite", "small ε under the square root", (0, None, 2, 0))
class NoEpsilon(nn.LayerNorm):
    def forward(self, x):
        far = x - x.mean(-1, keepdim=True)
        return self.weight * far / far.square().mean(-1, keepdim=True).sqrt() + self.bias


@red("norm", "finite", "a root or logarithm of a negative number", (0, None, 0, 0))
class RootOfTheMean(nn.LayerNorm):
    def forward(self, x):
        return self.weight * x / x.mean(-1, keepdim=True).sqrt() + self.bias


@red("norm", "gradients reach every parameter", "bias is created but never used")
class BiasUnused(nn.LayerNorm):
    def forward(self, x):
        return nn.functional.layer_norm(x, x.shape[-1:], self.weight)


@unseen("norm")
class Unbiased(nn.LayerNorm):
    """÷ (d − 1) in place of ÷ d."""

    def forward(self, x):
        return self.weight * (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + 1e-5) + (
            self.bias
        )


# ---- residual -------------------------------------------------------------------------------------
@red("residual", "no future leak", "across positions")
class ShiftedSum(Residual):
    def add(self, x, change):
        return super().add(x, change.roll(-1, 1))


@red("residual", "evaluation deterministic", "an in-place operation")
class AddsInPlace(Residual):
    def add(self, x, change):
        with torch.no_grad():
            x += change
        return self.sum(x + 0 * change)


@red(
    "residual",
    "gradients reach every parameter",
    "the computation graph was broken, for example by detach()",
)
class CutsTheSublayer(Residual):
    def add(self, x, change):
        return super().add(x, change.detach())


@red("residual", "runs", "add does not accept its arguments: write self first")
class ForgotSelf(Residual):
    def add(x, change):
        return x + change


@unseen("residual", "sum")
class Half(Residual):
    def add(self, x, change):
        return super().add(0.5 * x, change)


# ---- position -------------------------------------------------------------------------------------
@red("position", "no future leak", "the length of the text")
class ShareOfLength(FixedPositions):
    def forward(self, length, start=0):
        return torch.linspace(0, 1, length)[:, None].expand(length, self.d_model)


@red("position", "cached equals full", "`start` is ignored")
class StartIgnored(FixedPositions):
    def forward(self, length, start=0):
        return super().forward(length, 0)


@red("position", "evaluation deterministic", "random numbers are drawn in each call")
class RandomEachTime(nn.Module):
    def __init__(self, d_model, max_length):
        super().__init__()
        self.d_model = d_model

    def forward(self, length, start=0):
        return torch.randn(start + length, self.d_model)[start:]


@red("position", "saves and loads", "self.table is a plain tensor")
class TableNotSaved(nn.Module):
    def __init__(self, d_model, max_length):
        super().__init__()
        self.table = torch.randn(max_length, d_model)

    def forward(self, length, start=0):
        return self.table[start : start + length]


@red("position", "runs", "it returned")
class OneTooFew(FixedPositions):
    def forward(self, length, start=0):
        return super().forward(max(1, length - 1), start)


@unseen("position")
class FromOne(FixedPositions):
    """Counted from 1."""

    def forward(self, length, start=0):
        return super().forward(length, start + 1)


# ---- mask -----------------------------------------------------------------------------------------
@red("mask", "no future leak", "later words are not masked", (0, None, 0, 1))
class ShowsAll(Mask):
    def attention_mask(self, mask, scores):
        return None


@red("mask", "padding ignored", "the padding mask (batch, 1, 1, key) is not used", (1, None, 0, 4))
class ShowsPadding(Mask):
    def attention_mask(self, mask, scores):
        return mask if mask is not None and mask.dim() == 2 else None


@red("mask", "runs", "attention_mask returned a tensor of shape (5, 5) and dtype torch.float32")
class Numbers(Mask):
    def attention_mask(self, mask, scores):
        return torch.ones(scores.shape[-2:]).tril()


# ---- decoding -------------------------------------------------------------------------------------
@red("decoding", "runs", "the method returned a tensor of shape (3,) and dtype torch.float32")
class HowProbable(Choice):
    def __call__(self, log_p):
        return log_p.amax(-1)


@red("decoding", "shapes", "the last axis")
class OverRows(Choice):
    def __call__(self, log_p):
        return log_p.argmax(0)


@red("decoding", "finite", "the least probable word was chosen")
class LeastProbable(Choice):
    def __call__(self, log_p):
        return log_p.argmin(-1)


@red("decoding", "batch independence", "computed across rows")
class LessTheMean(Choice):
    def __call__(self, log_p):
        return (log_p.exp() - log_p.exp().mean(0)).argmax(-1)


@red("decoding", "evaluation deterministic", "an in-place operation")
class ForbidsInPlace(Choice):
    def __call__(self, log_p):
        return log_p.index_fill_(1, torch.tensor([5]), -torch.inf).argmax(-1)


@red("decoding", "evaluation deterministic", "its own random generator")
class OwnGenerator(Choice):
    generator = torch.Generator().manual_seed(1)

    def __call__(self, log_p):
        return log_p.exp().multinomial(1, generator=self.generator)[:, 0]


@red("decoding", "cached equals full", "keeps state between calls")
class TakesTurns(Choice):
    """The most probable word and the second one, in turn."""

    calls = 0

    def __call__(self, log_p):
        self.calls += 1
        return log_p.topk(2).indices[:, self.calls % 2]


@red("decoding", "no state between calls", "stores something in `self`")
class NeverTheSame(Choice):
    """Avoids the word of the call before."""

    before = None

    def __call__(self, log_p):
        if self.before is not None and self.before.shape == log_p.shape[:1]:
            log_p = log_p.scatter(1, self.before[:, None], -torch.inf)
        self.before = log_p.argmax(-1)
        return self.before


@red("decoding", "runs on another device", "a tensor is created on the CPU")
class WeightsOnTheCpu(Choice):
    def __call__(self, log_p):
        return (log_p + 0 * torch.ones(log_p.shape[-1])).argmax(-1)
