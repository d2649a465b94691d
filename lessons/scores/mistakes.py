"""Common mistakes in a score, each injected into the reference implementation."""

from lessons.kit.mistakes import mutations
from lessons.scores.measure.soft_lookup import lookup_weights, soft_lookup
from transformer.variants.scores import additive, general

# The source text that the edits replace.
GENERAL = "query @ W @ key.mT"
SUM = "q[..., :, None, :] + k[..., None, :, :]"
TANH = f"torch.tanh({SUM})"
WITH_V = "pairs @ v"
SCORES = "query @ key.mT / temperature"
SHARES = f"softmax({SCORES})"
MIXED = "lookup_weights(query, key, temperature) @ value"


def unit(vectors: str) -> str:
    """Code that scales these vectors to length 1."""
    return f"torch.nn.functional.normalize({vectors}, dim=-1)"


MISTAKES = mutations(
    (general, additive, soft_lookup, lookup_weights),
    ("general", "additive", "soft_lookup"),
    GeneralTransposed=(
        "W is transposed; its rows belong to the query and its columns to the key",
        (GENERAL, "query @ W.mT @ key.mT"),
    ),
    GeneralScaled=(
        "the score was divided by √d_k, as in scaled dot-product attention; do not scale it here",
        (GENERAL, f"({GENERAL}) / math.sqrt(key.shape[-1])"),
    ),
    GeneralWithoutW=(
        "W was left out; without W, the score is a dot product, which needs two vectors of equal size",
        (GENERAL, "query @ key.mT"),
    ),
    GeneralShares=(
        "the scores went through a softmax; return the scores themselves",
        (GENERAL, f"({GENERAL}).softmax(-1)"),
    ),
    GeneralTurned=(
        "the scores are transposed; rows must be queries, and columns must be keys",
        (GENERAL, f"({GENERAL}).mT"),
    ),
    TanhForgotten=(
        "the tanh is missing; without it, a key has the same score for every query, up to a constant",
        (TANH, SUM),
    ),
    AdditiveSigmoid=(
        "a sigmoid, which is never negative, was used instead of tanh; hidden values must lie between −1 and 1",
        (TANH, f"torch.sigmoid({SUM})"),
    ),
    AdditiveReLU=(
        "a ReLU was used instead of tanh, so the hidden values can grow without bound",
        (TANH, f"torch.relu({SUM})"),
    ),
    AdditiveShares=(
        "the scores of `additive` went through a softmax; return the scores themselves",
        (WITH_V, f"({WITH_V}).softmax(-1)"),
    ),
    TanhAfterV=(
        "the tanh was applied last; apply it to the hidden values, before the dot product with v",
        (TANH, SUM),
        (WITH_V, f"torch.tanh({WITH_V})"),
    ),
    TanhOfEach=(
        "the tanh was applied to W₁ q and W₂ k separately; add them first",
        (TANH, SUM.replace("q[", "q.tanh()[").replace("k[", "k.tanh()[")),
    ),
    MeanOfHidden=(
        "the hidden values were averaged; a dot product with v adds them up",
        (WITH_V, "(pairs * v).mean(-1)"),
    ),
    Multiplied=(
        "W₁ q and W₂ k were multiplied; they must be added, which gives this score its name",
        (SUM, SUM.replace("+", "*")),
    ),
    VForgotten=(
        "the hidden values were only added up; first multiply each value by its component of v",
        (WITH_V, "pairs.sum(-1)"),
    ),
    VTwice=(
        "each hidden value was multiplied by its component of v twice, not once",
        (WITH_V, "(pairs * v) @ v"),
    ),
    Subtracted=(
        "W₂ k was subtracted from W₁ q; the two must be added, which gives this score its name",
        (SUM, SUM.replace("+", "-")),
    ),
    OnlyEqualPlaces=(
        "queries and keys were added without a new axis; pair each query with each key: (query, key, hidden)",
        (SUM, "q + k"),
    ),
    AdditiveTurned=(
        "the scores of `additive` are transposed; rows must be queries, and columns must be keys",
        (WITH_V, f"({WITH_V}).mT"),
    ),
    TemperatureTimes=(
        "the scores were multiplied by the temperature; divide by it, so that a high temperature makes the scores "
        "similar",
        (SCORES, SCORES.replace("/", "*")),
    ),
    TemperatureForgotten=(
        "the temperature was never used; divide the scores by the temperature before the softmax",
        (SHARES, "softmax(query @ key.mT)"),
    ),
    TemperatureSquared=(
        "the scores were divided by the square of the temperature; divide only by the temperature",
        (SCORES, f"{SCORES}**2"),
    ),
    Cosine=(
        "the score is a cosine similarity: queries and keys were scaled to unit norm. Use the dot product, which "
        "depends on their norms",
        (SCORES, SCORES.replace("query", unit("query")).replace("key.mT", unit("key") + ".mT")),
    ),
    RootToo=(
        "the scores were also divided by √d; divide them only by the temperature",
        (SCORES, f"{SCORES} / key.shape[-1] ** 0.5"),
    ),
    RootInstead=(
        "the scores were divided by √d instead of by the temperature",
        (SCORES, "query @ key.mT / key.shape[-1] ** 0.5"),
    ),
    Overflow=(
        "e to the power of a large score overflows to infinity, and ∞/∞ is NaN; first subtract the largest score of "
        "the row, as PyTorch’s softmax does",
        (SHARES, f"({SCORES}).exp() / ({SCORES}).exp().sum(-1, keepdim=True)"),
    ),
    NotNormalised=(
        "the exponentials were not divided by their sum, so the weights do not add up to 1",
        (SHARES, f"({SCORES}).exp()"),
    ),
    Sigmoid=(
        "each weight is a sigmoid of its own score, so the weights do not add up to 1; use a softmax over the keys",
        (SHARES, f"({SCORES}).sigmoid()"),
    ),
    NoPower=(
        "the scores were divided by their sum, but never made positive; first exponentiate each score",
        (SHARES, f"({SCORES}) / ({SCORES}).sum(-1, keepdim=True)"),
    ),
    TemperatureAfter=(
        "the weights were divided by the temperature, so they no longer add up to 1; divide the scores instead",
        (SHARES, "softmax(query @ key.mT) / temperature"),
    ),
    SoftmaxOverQueries=(
        "the softmax ran over the queries; the weights of each query must add up to 1 (dim=-1)",
        (SHARES, f"({SCORES}).softmax(-2)"),
    ),
    NoSoftmax=(
        "the scores themselves were used as weights; a softmax over the keys is missing",
        (SHARES, SCORES),
    ),
    OnlyTheBest=(
        "only the best key was used, as in a dictionary; a soft lookup mixes all values",
        (SHARES, f"torch.nn.functional.one_hot(({SCORES}).argmax(-1), key.shape[-2]).float()"),
    ),
    KeysMixed=(
        "the keys were mixed; the values must be mixed instead",
        (MIXED, MIXED.replace("value", "key")),
    ),
)
