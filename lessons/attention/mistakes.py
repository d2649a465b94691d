"""The usual mistakes in multi-head attention, planted into the machine's own source one at a time."""

from lessons.kit.mistakes import planted
from transformer.attention import MultiHeadAttention, ScaledDotProduct

# What the edits meet.
SCORE = "query @ key.transpose(-2, -1)"
HIDE = "scaled.masked_fill(~mask, -math.inf)"
ALLOW = "return validate_mask(mask, scores)"
SOFTMAX = "softmax(masked, mask)"
PLAIN = "masked.softmax(dim=-1)"


def unit(vectors: str) -> str:
    """These vectors, each of length 1."""
    return f"nn.functional.normalize({vectors}, dim=-1)"


# In the order in which attention is computed; at the end what only cross-attention shows.
MISTAKES = planted(
    (ScaledDotProduct, MultiHeadAttention),
    ("MultiHeadAttention",),
    Cosine=(
        "the score is a cosine: queries and keys were cut to length 1. It is their dot product, in which a longer key "
        "counts more",
        (SCORE, f"{unit('query')} @ {unit('key')}.transpose(-2, -1)"),
    ),
    NoScaling=(
        "the scores were not divided; divide them by √d_k before the softmax",
        ("scores / math.sqrt(d_k)", "scores"),
    ),
    ScaledByDk=(
        "the scores were divided by d_k; divide by its square root, √d_k",
        ("math.sqrt(d_k)", "d_k"),
    ),
    ScaledByModel=(
        "the scores were divided by √d_model; each head has only d_k numbers, so divide by √d_k",
        ("math.sqrt(d_k)", "math.sqrt(d_k * self.heads)"),
    ),
    ScaledAfterSoftmax=(
        "the division by √d_k came after the softmax, so the rows lost weight; divide the scores",
        ("scores / math.sqrt(d_k)", "scores"),
        (SOFTMAX, f"{SOFTMAX} / math.sqrt(self.W_Q.out_features / self.heads)"),
    ),
    Sigmoid=(
        "each weight is a sigmoid of its own score; a softmax shares 1 out among the keys of a row",
        (SOFTMAX, "masked.sigmoid()"),
    ),
    NotDivided=(
        "e to the power of the scores was not divided by the sum of its row",
        (SOFTMAX, "masked.exp()"),
    ),
    SoftmaxOverHeads=(
        "softmax ran over the heads; each head has rows of its own, over the keys (dim=-1)",
        (SOFTMAX, "masked.softmax(dim=1)"),
    ),
    SoftmaxOverQueries=(
        "softmax ran over the query axis; the key axis is the last one (dim=-1)",
        (SOFTMAX, "masked.softmax(dim=-2)"),
    ),
    MaskIgnored=(
        "the mask was never used; put −inf into the scores wherever it is False",
        (ALLOW, "return None"),
    ),
    MaskInverted=(
        "the mask is upside down: True means may look, so hide where it is False (~mask)",
        (ALLOW, "return None if mask is None else ~mask"),
        (SOFTMAX, PLAIN),
    ),
    MaskTransposed=(
        "the mask is transposed: its rows are queries and its columns are keys",
        (ALLOW, "return None if mask is None else mask.mT"),
    ),
    DiagonalMasked=(
        "the diagonal is hidden too; a word may look at itself",
        (
            ALLOW,
            "return None if mask is None else mask & ~torch.eye(*mask.shape[-2:], dtype=torch.bool)",
        ),
        (SOFTMAX, PLAIN),
    ),
    OneFutureWord=(
        "each word also sees the next one; the mask is shifted by one place",
        (
            ALLOW,
            "return None if mask is None else mask | torch.ones(mask.shape[-2:]).triu(1).tril(1).bool()",
        ),
    ),
    MaskMultiplied=(
        "the hidden scores became 0, as by a multiplication with the mask; a score of 0 still gets weight e⁰, "
        "only −inf gets none",
        (HIDE, "scaled * mask"),
        (SOFTMAX, PLAIN),
    ),
    MaskAdded=(
        "True and False were added to the scores as 1 and 0, which hides nothing; put −inf where the mask is False",
        (HIDE, "scaled + mask"),
        (SOFTMAX, PLAIN),
    ),
    MaskAfterSoftmax=(
        "the mask came after the softmax, so the rows lost weight; hide before the softmax",
        (f"scaled if mask is None else {HIDE}", "scaled"),
        (SOFTMAX, f"{PLAIN} * (1 if mask is None else mask)"),
    ),
    SplitWithoutTranspose=(
        "the heads were cut with one view or reshape, which mixes words; "
        "cut d_model into (head, d_k) first, then transpose(1, 2)",
        (
            "x.unflatten(-1, (self.heads, -1)).transpose(1, 2)",
            "x.reshape(len(x), self.heads, -1, x.shape[-1] // self.heads)",
        ),
    ),
    MergedWithoutTranspose=(
        "the heads were merged without transposing back, which mixes words; "
        "transpose(1, 2) first, then flatten",
        ("x.transpose(1, 2).flatten(2)", "x.reshape(len(x), x.shape[2], -1)"),
    ),
    ValuesFromKeys=(
        "the values came out of W_K; they have a projection of their own, W_V",
        ("self.W_V(memory)", "self.W_K(memory)"),
    ),
    ValuesFromQueries=(
        "the values were made from x; values, like keys, come from memory",
        ("self.W_V(memory)", "self.W_V(self.asking)"),
        (
            "start = cache.length if cache is not None else 0  #",
            "self.asking = x; start = cache.length if cache is not None else 0  #",
        ),
    ),
    KeysFromQueries=(
        "the keys were made from x; keys, like values, come from memory",
        ("self.W_K(memory)", "self.W_K(self.asking)"),
        (
            "start = cache.length if cache is not None else 0  #",
            "self.asking = x; start = cache.length if cache is not None else 0  #",
        ),
    ),
    NoOutputProjection=(
        "W_O is missing; it mixes what the heads found, after they are put side by side",
        ("self.W_O(self.merge(mixed))", "self.merge(mixed)"),
    ),
    AddsX=(
        "x was added to the answer; the residual around the layer does that, and then x counts twice",
        ("self.W_O(self.merge(mixed))", "x + self.W_O(self.merge(mixed))"),
    ),
    DropoutInEvaluation=(
        "dropout is on although the layer is in evaluation; use self.dropout, "
        "or pass training=self.training",
        ("self.dropout(weights)", "nn.functional.dropout(weights, self.dropout.p)"),
    ),
    DropoutForgotten=(
        "dropout was never used; in training it drops some of the weights: self.dropout(weights)",
        ("self.dropout(weights)", "weights"),
    ),
    DropoutOnValues=(
        "dropout met something else than the weights; it is there so that no word leans on a single other one",
        ("self.dropout(weights) @ value", "weights @ self.dropout(value)"),
    ),
    QueriesFromMemory=(
        "the queries were made from memory; x asks, and memory is what is looked at",
        ("self.W_Q(x)", "self.W_Q(memory)"),
    ),
    MemoryIgnored=(
        "memory was never used: keys and values both came from x",
        ("self.keys_and_values(memory, cache)", "self.keys_and_values(x, cache)"),
    ),
)
