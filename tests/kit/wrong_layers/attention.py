"""Wrong attention."""

import math

import torch
from torch import nn

from tests.kit.wrong_layers.table import red, unseen
from transformer.attention import MultiHeadAttention, softmax
from transformer.variants.rotary import rotate
from transformer.variants.window import offsets


class Plain(MultiHeadAttention):
    """Softmax without a thought for rows in which everything is hidden."""

    def normalise(self, masked, mask):
        return self.weights(masked.softmax(-1))


# ---- attention: rows of weights -----------------------------------------------------------------
@red("attention", "rows sum to one", "softmax ran over the query axis", (0, 0, 0, None))
class OverQueries(MultiHeadAttention):
    def normalise(self, masked, mask):
        return self.weights(masked.softmax(-2).nan_to_num())


@red("attention", "finite", "softmax ran over the query axis", (1, None, 0, 0))
class OverQueriesPlain(MultiHeadAttention):
    """Where padding is hidden, a whole column is −∞."""

    def normalise(self, masked, mask):
        return self.weights(masked.softmax(-2))


@red("attention", "rows sum to one", "softmax ran over the heads", (0, 0, 0, None))
class OverHeads(MultiHeadAttention):
    def normalise(self, masked, mask):
        return self.weights(masked.softmax(1).nan_to_num())


@red("attention", "rows sum to one", "softmax ran over the batch", (0, 0, 0, None))
class OverBatch(MultiHeadAttention):
    def normalise(self, masked, mask):
        return self.weights(masked.softmax(0).nan_to_num())


@red("attention", "rows sum to one", "softmax ran over queries and keys together", (0, 0, 0, None))
class OverAll(MultiHeadAttention):
    def normalise(self, masked, mask):
        return self.weights(masked.flatten(-2).softmax(-1).view_as(masked))


@red("attention", "rows sum to one", "the mask was applied after the softmax", (0, 0, 0, None))
class MaskAfter(MultiHeadAttention):
    def hide(self, scaled, mask):
        return self.masked(scaled)

    def normalise(self, masked, mask):
        return self.weights(masked.softmax(-1) * (1 if mask is None else mask))


@red("attention", "rows sum to one", "sigmoid of its own score", (0, 0, 0, None))
class Sigmoid(MultiHeadAttention):
    def normalise(self, masked, mask):
        return self.weights(masked.sigmoid())


@red("attention", "rows sum to one", "exp(score) was not divided", (0, 0, 0, None))
class NotDivided(MultiHeadAttention):
    def normalise(self, masked, mask):
        return self.weights(masked.exp())


@red("attention", "rows sum to one", "dropout or noise is active", (0, 0, 0, None))
class DropoutOnWeights(MultiHeadAttention):
    def normalise(self, masked, mask):
        return self.weights(nn.functional.dropout(softmax(masked, mask), 0.5))


# ---- attention: masks ---------------------------------------------------------------------------
@red("attention", "rows sum to one", "the diagonal is also masked", (0, 0, 0, None))
class Strict(MultiHeadAttention):
    def attention_mask(self, mask, scores):
        return None if mask is None else mask & ~torch.eye(*mask.shape[-2:], dtype=torch.bool)


@red("attention", "finite", "the diagonal is also masked", (0, None, 0, 0))
class StrictPlain(Plain):
    def attention_mask(self, mask, scores):
        return None if mask is None else mask & ~torch.eye(*mask.shape[-2:], dtype=torch.bool)


@red("attention", "no future leak", "later words are not masked", (0, None, 0, 1))
class MaskIgnored(MultiHeadAttention):
    def attention_mask(self, mask, scores):
        return None


@red("attention", "no future leak", "later words are not masked", (0, None, 0, 1))
class FutureVisible(MultiHeadAttention):
    def attention_mask(self, mask, scores):
        return mask if mask is not None and mask.dim() == 4 else None


@red(
    "attention",
    "padding ignored",
    "the padding mask (batch, 1, 1, key) is not used",
    (1, None, 0, 4),
)
class PaddingForgotten(MultiHeadAttention):
    def attention_mask(self, mask, scores):
        return mask if mask is not None and mask.dim() == 2 else None


@red("attention", "padding ignored", "padding is masked as a query", (1, None, 0, 4))
class PaddingOnQueries(MultiHeadAttention):
    self_only = True

    def attention_mask(self, mask, scores):
        return mask.mT if mask is not None and mask.dim() == 4 else mask


@red("attention", "no future leak", "the mask is inverted", (0, None, 0, 1))
class Inverted(MultiHeadAttention):
    def attention_mask(self, mask, scores):
        return None if mask is None else ~mask


@red("attention", "no future leak", "the mask is transposed", (0, None, 0, 1))
class Transposed(MultiHeadAttention):
    self_only = True

    def attention_mask(self, mask, scores):
        return mask.mT if mask is not None and mask.dim() == 2 else mask


@red("attention", "no future leak", "each word also sees the next word", (0, None, 0, 1))
class OneAhead(MultiHeadAttention):
    self_only = True

    def attention_mask(self, mask, scores):
        if mask is None or mask.dim() == 4:
            return mask
        return mask | (offsets(*mask.shape) == 1)


@red("attention", "no future leak", "the scores were multiplied by the mask", (0, None, 0, 1))
class Multiplied(MultiHeadAttention):
    def hide(self, scaled, mask):
        return self.masked(scaled if mask is None else scaled * mask)

    def normalise(self, masked, mask):
        return self.weights(masked.softmax(-1))


@red("attention", "no future leak", "the mask was added to the scores", (0, None, 0, 1))
class Added(MultiHeadAttention):
    def hide(self, scaled, mask):
        return self.masked(scaled if mask is None else scaled + mask)

    def normalise(self, masked, mask):
        return self.weights(masked.softmax(-1))


@red("attention", "no future leak", "a masked score is −10", (0, None, 0, 1))
class HiddenByTen(Plain):
    def hide(self, scaled, mask):
        return self.masked(scaled if mask is None else scaled.masked_fill(~mask, -10.0))


# ---- attention: heads, projections ---------------------------------------------------------------
@red("attention", "no future leak", "splitting into heads mixed the words")
class Scrambled(MultiHeadAttention):
    def split(self, x):
        return x.reshape(len(x), self.heads, x.shape[1], -1)


@red("attention", "no future leak", "merging the heads mixed the words")
class Unmerged(MultiHeadAttention):
    def merge(self, x):
        return x.reshape(len(x), x.shape[2], -1)


@red("attention", "shapes", "values are computed from x; compute them from memory")
class ValuesFromQueries(MultiHeadAttention):
    def forward(self, x, memory, mask=None, cache=None):
        self.x = x
        return super().forward(x, memory, mask, cache)

    def keys_and_values(self, memory, cache=None):
        key, _ = super().keys_and_values(memory, cache)
        return key, self.value(self.split(self.W_V(self.x)))


@red("attention", "shapes", "keys are computed from x; compute them from memory")
class KeysFromQueries(MultiHeadAttention):
    def forward(self, x, memory, mask=None, cache=None):
        self.x = x
        return super().forward(x, memory, mask, cache)

    def keys_and_values(self, memory, cache=None):
        return self.key(self.split(self.W_K(self.x))), self.value(self.split(self.W_V(memory)))


@red("attention", "shapes", "there is one output per key")
class QueriesFromMemory(MultiHeadAttention):
    def forward(self, x, memory, mask=None, cache=None):
        return super().forward(x if memory is None else memory, memory, mask, cache)


@red("attention", "shapes", "heads were not concatenated")
class NotMerged(MultiHeadAttention):
    def forward(self, x, memory, mask=None, cache=None):
        return super().forward(x, memory, mask, cache)[:, None]


@red("attention", "gradients reach every parameter", "W_O.weight is created but never used")
class WithoutWO(MultiHeadAttention):
    def forward(self, x, memory, mask=None, cache=None):
        query = self.query(self.split(self.W_Q(x)))
        key, value = self.keys_and_values(memory, cache)
        return self.output(self.merge(self.attend(query, key, value, mask)))


@red("attention", "gradients reach every parameter", "W_Q.weight is created but never used")
class MeanOfValues(MultiHeadAttention):
    def score(self, query, key):
        return self.scores(torch.zeros(*query.shape[:-1], key.shape[-2]))


@red(
    "attention",
    "gradients reach every parameter",
    "the computation graph was broken, for example by detach()",
)
class Detached(MultiHeadAttention):
    def score(self, query, key):
        return super().score(query, key).detach()


@red(
    "attention",
    "gradients reach every parameter",
    "the computation graph was broken, for example by detach()",
)
class WithoutGradients(MultiHeadAttention):
    def forward(self, x, memory, mask=None, cache=None):
        with torch.no_grad():
            return super().forward(x, memory, mask, cache)


@red("attention", "order-blind without positions", "the result for a word depends on its position")
class KnowsPlaces(MultiHeadAttention):
    def score(self, query, key):
        return super().score(query, key) + torch.arange(key.shape[-2])


# ---- attention: batches, calls, numbers -----------------------------------------------------------
@red("attention", "batch independence", "computed over the batch")
class BatchMixed(MultiHeadAttention):
    def mix(self, weights, value):
        return super().mix(weights, value - value.mean(0, keepdim=True))


@red("attention", "evaluation deterministic", "random numbers are drawn in each call")
class Noise(MultiHeadAttention):
    def scale(self, scores, d_k):
        return super().scale(scores + 0.1 * torch.randn_like(scores), d_k)


@red("attention", "evaluation deterministic", "dropout is active in evaluation")
class DropoutOn(MultiHeadAttention):
    def mix(self, weights, value):
        return self.head_output(nn.functional.dropout(weights, self.dropout.p) @ value)


@red("attention", "evaluation deterministic", "an in-place operation")
class InPlace(MultiHeadAttention):
    def forward(self, x, memory, mask=None, cache=None):
        output = super().forward(x, memory, mask, cache)
        with torch.no_grad():
            x += 1
        return output


@red("attention", "evaluation deterministic", "keeps state between calls")
class Remembers(MultiHeadAttention):
    calls = 0

    def scale(self, scores, d_k):
        self.calls += 1
        return super().scale(scores, d_k) * (1 + 0.01 * self.calls)


@red("attention", "finite", "e to the power of a large number", (0, None))
class Overflows(MultiHeadAttention):
    def normalise(self, masked, mask):
        large = masked.exp()
        return self.weights(large / large.sum(-1, keepdim=True).clamp_min(1e-30))


@red("attention", "finite", "softmax is 0 / 0")
class PlainSoftmax(Plain):
    pass


# ---- attention: other devices, hidden words, state --------------------------------------------------
@red("attention", "runs on another device", "a tensor is created on the CPU")
class MaskOnTheCpu(MultiHeadAttention):
    def hide(self, scaled, mask):
        last = torch.ones(scaled.shape[-2:], dtype=torch.bool).tril(scaled.shape[-1])
        return super().hide(scaled, last if mask is None else last & mask)


@red("attention", "runs on another device", "self.factor is a plain tensor")
class TableOnTheCpu(MultiHeadAttention):
    def __init__(self, d_model, heads, dropout=0.0):
        super().__init__(d_model, heads, dropout)
        self.factor = torch.full((d_model // heads,), 2.0)

    def score(self, query, key):
        return super().score(query * self.factor, key)


@red("attention", "runs on another device", "it returned a tensor on the CPU")
class ReturnsOnTheCpu(MultiHeadAttention):
    def forward(self, x, memory, mask=None, cache=None):
        return super().forward(x, memory, mask, cache).cpu()


@red("attention", "hides nothing that is allowed", "at a distance of 3 or more", (0, None, 0, 3))
class Near(MultiHeadAttention):
    self_only = True

    def attention_mask(self, mask, scores):
        near = offsets(scores.shape[-2], scores.shape[-1]).abs() <= 2
        return near if mask is None else near & mask


@red("attention", "hides nothing that is allowed", "hides later words", (0, None, 0, 1))
class HidesLaterWords(MultiHeadAttention):
    """As in many GPT classes: right in a decoder, but the encoder sees less than it may."""

    self_only = True

    def attention_mask(self, mask, scores):
        earlier = offsets(scores.shape[-2], scores.shape[-1]) <= 0
        return earlier if mask is None else earlier & mask


@red("attention", "hides nothing that is allowed", "the diagonal is also masked", (0, None, 0, 0))
class HidesItself(MultiHeadAttention):
    """Not in a row in which no other word is allowed, so that its rows sum to one."""

    def attention_mask(self, mask, scores):
        mask = torch.ones_like(scores, dtype=torch.bool) if mask is None else mask
        others = mask & (offsets(scores.shape[-2], scores.shape[-1]) != 0)
        return others | (mask & ~others.any(-1, keepdim=True))


@red("attention", "hides nothing that is allowed", "hides more than the mask does")
class HidesTheFirst(MultiHeadAttention):
    def attention_mask(self, mask, scores):
        mask = torch.ones_like(scores, dtype=torch.bool) if mask is None else mask
        others = mask & (torch.arange(scores.shape[-1]) > 0)
        return others | (mask & ~others.any(-1, keepdim=True))


@red("attention", "no state between calls", "the layer stores something in `self`")
class KeepsKeys(MultiHeadAttention):
    """A cache of its own that is never emptied."""

    earlier = None

    def forward(self, x, memory, mask=None, cache=None):
        output = super().forward(x, memory, mask, cache)
        if self.earlier is not None:
            output = output + 0.1 * self.earlier.mean()
        self.earlier = output.detach()
        return output


@red("attention", "no state between calls", "if its first call had another text")
class KeepsTheFirst(MultiHeadAttention):
    mean = None

    def forward(self, x, memory, mask=None, cache=None):
        self.mean = x.detach().mean() if self.mean is None else self.mean
        return super().forward(x - self.mean, memory, mask, cache)


# ---- attention: cache, file, interface -------------------------------------------------------------
@red("attention", "cached equals full", "the mask is not used")
class MaskIgnoredWithoutProbes(MultiHeadAttention):
    def __init__(self, d_model, heads, dropout=0.0):
        super().__init__(d_model, heads, dropout)
        self.scores = self.scaled = self.masked = self.weights = nn.Identity()

    def attention_mask(self, mask, scores):
        return None


@red("attention", "cached equals full", "the layer ignores `cache`")
class CacheIgnored(MultiHeadAttention):
    def keys_and_values(self, memory, cache=None):
        return super().keys_and_values(memory, None)

    def attend(self, query, key, value, mask=None):
        fits = mask is None or mask.shape[-1] == key.shape[-2]
        return super().attend(query, key, value, mask if fits else mask[..., -key.shape[-2] :])


@red("attention", "cached equals full", "the cache’s result is not used")
class CacheNotRead(CacheIgnored):
    def keys_and_values(self, memory, cache=None):
        key, value = super().keys_and_values(memory)
        cache.extend(key, value) if cache is not None else None
        return key, value


@red("attention", "cached equals full", "the layer ignores `cache`")
class CacheIgnoredShapesDisagree(MultiHeadAttention):
    """Most attention classes: the mask of the next step does not fit one key."""

    def forward(self, x, memory, mask=None, cache=None):
        return super().forward(x, memory, mask)


@red("attention", "cached equals full", "the layer ignores `cache`")
class CausalInItself(MultiHeadAttention):
    """Hides later words with its own mask; the light must not say that the mask is not used."""

    self_only = True

    def forward(self, x, memory, mask=None, cache=None):
        return super().forward(x, x, torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).tril())


@red("attention", "cached equals full", "forward has no argument `cache`")
class NoCache(MultiHeadAttention):
    def forward(self, x, memory, mask=None):
        return super().forward(x, memory, mask)


@red("attention", "cached equals full", "a new word is treated as the first word")
class AlwaysFromZero(MultiHeadAttention):
    self_only = True

    def rotate_positions(self, x, start):
        return rotate(x, 0)


@red("attention", "saves and loads", "self.tilt is a plain tensor")
class PlainTensor(MultiHeadAttention):
    def __init__(self, d_model, heads, dropout=0.0):
        super().__init__(d_model, heads, dropout)
        self.tilt = torch.randn(d_model // heads)

    def score(self, query, key):
        return super().score(query * self.tilt, key)


@red("attention", "saves and loads", "self.maps is a plain list")
class PlainList(MultiHeadAttention):
    def __init__(self, d_model, heads, dropout=0.0):
        super().__init__(d_model, heads, dropout)
        self.maps = [nn.Linear(d_model // heads, d_model // heads)]

    def score(self, query, key):
        return super().score(self.maps[0](query), key)


@red("attention", "runs", "forward returned a tuple")
class ReturnsTwo(MultiHeadAttention):
    def forward(self, x, memory, mask=None, cache=None):
        return super().forward(x, memory, mask, cache), None


@red("attention", "runs", "wrong_layers/attention.py")
class Raises(MultiHeadAttention):
    def score(self, query, key):
        return self.scores(query @ key)


@red("attention", "runs", "is not a PyTorch layer")
class NoModule:
    def __init__(self, d_model, heads, dropout=0.0):
        pass


@red("attention", "shapes", "can be None")
class MaskAlways(MultiHeadAttention):
    def attention_mask(self, mask, scores):
        return mask & torch.ones_like(scores).bool()


@red("attention", "runs", "SystemExit")
class Exits(MultiHeadAttention):
    def score(self, query, key):
        raise SystemExit


# ---- attention that keeps every contract, and is another layer -------------------------------------
@unseen("attention", "scaled")
class NoRoot(MultiHeadAttention):
    def scale(self, scores, d_k):
        return self.scaled(scores)


@unseen("attention", "scaled")
class RootUpsideDown(MultiHeadAttention):
    def scale(self, scores, d_k):
        return self.scaled(scores * math.sqrt(d_k))


@unseen("attention", "scaled")
class ByDk(MultiHeadAttention):
    def scale(self, scores, d_k):
        return self.scaled(scores / d_k)


@unseen("attention", "key")
class KeysAndValuesSwapped(MultiHeadAttention):
    def keys_and_values(self, memory, cache=None):
        if memory is None:
            return super().keys_and_values(memory, cache)
        key, value = self.split(self.W_V(memory)), self.split(self.W_K(memory))
        if cache is not None:
            key, value = cache.extend(key, value)
        return self.key(key), self.value(value)


@unseen("attention", "output")
class HeadsTurnedRound(MultiHeadAttention):
    def merge(self, x):
        return super().merge(x.flip(1))
