"""Common mistakes in multi-head attention, each planted into the reference source."""

from lessons.kit.mistakes import mutations
from transformer.attention import MultiHeadAttention, ScaledDotProduct

# Source text that the edits replace.
SCORE = "query @ key.transpose(-2, -1)"
HIDE = "scaled.masked_fill(~mask, -math.inf)"
ALLOW = "return validate_mask(mask, scores)"
SOFTMAX = "softmax(masked, mask)"
PLAIN = "masked.softmax(dim=-1)"


def unit(vectors: str) -> str:
    """Return code that normalises these vectors to length 1."""
    return f"nn.functional.normalize({vectors}, dim=-1)"


# In the order of the computation; the last ones show only in cross-attention.
MISTAKES = mutations(
    (ScaledDotProduct, MultiHeadAttention),
    ("MultiHeadAttention",),
    Cosine=(
        "queries and keys were scaled to unit norm, which makes the score a cosine similarity; use their dot "
        "product, which depends on their norms",
        (SCORE, f"{unit('query')} @ {unit('key')}.transpose(-2, -1)"),
    ),
    NoScaling=(
        "the scores were not scaled; divide them by √d_k before the softmax",
        ("scores / math.sqrt(d_k)", "scores"),
    ),
    ScaledByDk=(
        "the scores were divided by d_k; divide them by its square root, √d_k",
        ("math.sqrt(d_k)", "d_k"),
    ),
    ScaledByModel=(
        "the scores were divided by √d_model; each head has only d_k dimensions, so divide them by √d_k",
        ("math.sqrt(d_k)", "math.sqrt(d_k * self.heads)"),
    ),
    ScaledByHeads=(
        "the scores were divided by the square root of the number of heads; divide them by √d_k, "
        "where d_k is the size of one head",
        ("math.sqrt(d_k)", "math.sqrt(self.heads)"),
    ),
    ScaledByKeys=(
        "the scores were divided by the square root of the number of keys; divide them by √d_k",
        ("math.sqrt(d_k)", "math.sqrt(scores.shape[-1])"),
    ),
    SoftmaxTwice=(
        "the softmax was applied twice; apply it once, because a second softmax makes the weights nearly equal, "
        "even those of masked cells",
        (SOFTMAX, f"{PLAIN}.softmax(dim=-1)"),
    ),
    ScaledAfterSoftmax=(
        "the division by √d_k came after the softmax, so the rows sum to less than 1; divide the scores",
        ("scores / math.sqrt(d_k)", "scores"),
        (SOFTMAX, f"{SOFTMAX} / math.sqrt(self.W_Q.out_features / self.heads)"),
    ),
    Sigmoid=(
        "each weight is a sigmoid of its own score; use a softmax, so that the weights of a row sum to 1",
        (SOFTMAX, "masked.sigmoid()"),
    ),
    NotDivided=(
        "the exponentials of the scores were not normalised; divide them by the sum of their row",
        (SOFTMAX, "masked.exp()"),
    ),
    SoftmaxOverHeads=(
        "the softmax ran over the heads; apply it over the keys, the last axis (dim=-1)",
        (SOFTMAX, "masked.softmax(dim=1)"),
    ),
    SoftmaxOverQueries=(
        "the softmax ran over the queries; apply it over the keys, the last axis (dim=-1)",
        (SOFTMAX, "masked.softmax(dim=-2)"),
    ),
    MaskIgnored=(
        "the mask was never used; set the scores to −inf wherever it is False",
        (ALLOW, "return None"),
    ),
    MaskInverted=(
        "the mask was inverted; True means “may attend”, so mask the cells where it is False (`~mask`)",
        (ALLOW, "return None if mask is None else ~mask"),
        (SOFTMAX, PLAIN),
    ),
    MaskTransposed=(
        "the mask was transposed; rows must be queries, and columns must be keys",
        (ALLOW, "return None if mask is None else mask.mT"),
    ),
    DiagonalMasked=(
        "the diagonal was masked as well; a word may attend to itself",
        (
            ALLOW,
            "return None if mask is None else mask & ~torch.eye(*mask.shape[-2:], dtype=torch.bool)",
        ),
        (SOFTMAX, PLAIN),
    ),
    OneFutureWord=(
        "each word also attends to the next word; the mask is shifted by one position",
        (
            ALLOW,
            "return None if mask is None else mask | torch.ones(mask.shape[-2:]).triu(1).tril(1).bool()",
        ),
    ),
    MaskMultiplied=(
        "the masked scores became 0, as if multiplied by the mask, but a score of 0 still gets a positive weight; "
        "set masked scores to −inf",
        (HIDE, "scaled * mask"),
        (SOFTMAX, PLAIN),
    ),
    MaskAdded=(
        "True and False were added to the scores as 1 and 0, which masks nothing; set scores to −inf where the mask is "
        "False",
        (HIDE, "scaled + mask"),
        (SOFTMAX, PLAIN),
    ),
    MaskAfterSoftmax=(
        "the mask was applied after the softmax, so the rows sum to less than 1; apply it before the softmax",
        (f"scaled if mask is None else {HIDE}", "scaled"),
        (SOFTMAX, f"{PLAIN} * (1 if mask is None else mask)"),
    ),
    SplitWithoutTranspose=(
        "the heads were split with one `view` or `reshape`, which mixes words; split d_model into (head, d_k), then "
        "apply `transpose(1, 2)`",
        (
            "x.unflatten(-1, (self.heads, -1)).transpose(1, 2)",
            "x.reshape(len(x), self.heads, -1, x.shape[-1] // self.heads)",
        ),
    ),
    MergedWithoutTranspose=(
        "the heads were merged without transposing back, which mixes words; apply `transpose(1, 2)`, then `flatten`",
        ("x.transpose(1, 2).flatten(2)", "x.reshape(len(x), x.shape[2], -1)"),
    ),
    ValuesFromKeys=(
        "the values were computed with W_K; use their own projection, W_V",
        ("self.W_V(memory)", "self.W_K(memory)"),
    ),
    ValuesFromQueries=(
        "the values were computed from `x`; compute them from `memory`, like the keys",
        ("self.W_V(memory)", "self.W_V(self.asking)"),
        (
            "start = cache.length if cache is not None else 0  #",
            "self.asking = x; start = cache.length if cache is not None else 0  #",
        ),
    ),
    KeysFromQueries=(
        "the keys were computed from `x`; compute them from `memory`, like the values",
        ("self.W_K(memory)", "self.W_K(self.asking)"),
        (
            "start = cache.length if cache is not None else 0  #",
            "self.asking = x; start = cache.length if cache is not None else 0  #",
        ),
    ),
    NoOutputProjection=(
        "W_O is missing; apply it to the concatenated outputs of the heads",
        ("self.W_O(self.merge(mixed))", "self.merge(mixed)"),
    ),
    AddsX=(
        "`x` was added to the output; leave this to the residual connection around the layer",
        ("self.W_O(self.merge(mixed))", "x + self.W_O(self.merge(mixed))"),
    ),
    DropoutInEvaluation=(
        "dropout is on in evaluation mode; use `self.dropout`, or pass `training=self.training`",
        ("self.dropout(weights)", "nn.functional.dropout(weights, self.dropout.p)"),
    ),
    DropoutForgotten=(
        "dropout was never used; apply it to the weights: `self.dropout(weights)`",
        ("self.dropout(weights)", "weights"),
    ),
    DropoutOnValues=(
        "dropout was not applied to the weights; use `self.dropout(weights)`, so that no word relies on a single "
        "other word",
        ("self.dropout(weights) @ value", "weights @ self.dropout(value)"),
    ),
    QueriesFromMemory=(
        "the queries were computed from `memory`; compute them from `x`",
        ("self.W_Q(x)", "self.W_Q(memory)"),
    ),
    MemoryIgnored=(
        "`memory` was never used; compute keys and values from `memory`, not from `x`",
        ("self.keys_and_values(memory, cache)", "self.keys_and_values(x, cache)"),
    ),
)
