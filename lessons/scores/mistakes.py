"""The usual mistakes in a score, planted into the machine's own source one at a time."""

from lessons.kit.mistakes import planted
from transformer.measure.attention.soft_lookup import lookup_weights, soft_lookup
from transformer.variants.scores import additive, general

# What the edits meet.
GENERAL = "query @ W @ key.mT"
SUM = "q[..., :, None, :] + k[..., None, :, :]"
TANH = f"torch.tanh({SUM})"
WITH_V = "pairs @ v"
SCORES = "query @ key.mT / temperature"
SHARES = f"softmax({SCORES})"
MIXED = "lookup_weights(query, key, temperature) @ value"


def unit(vectors: str) -> str:
    """These vectors, each of length 1."""
    return f"torch.nn.functional.normalize({vectors}, dim=-1)"


MISTAKES = planted(
    (general, additive, soft_lookup, lookup_weights),
    ("general", "additive", "soft_lookup"),
    GeneralTransposed=(
        "W stands the wrong way round; its rows go with the query, its columns with the key",
        (GENERAL, "query @ W.mT @ key.mT"),
    ),
    GeneralScaled=(
        "the score was divided by √d_k; that belongs to the scaled dot product, here nothing is divided",
        (GENERAL, f"({GENERAL}) / math.sqrt(key.shape[-1])"),
    ),
    GeneralWithoutW=(
        "W was left out; without it this is a dot product, which needs two vectors of one size",
        (GENERAL, "query @ key.mT"),
    ),
    GeneralShares=(
        "the scores went through a softmax; asked for are the scores themselves",
        (GENERAL, f"({GENERAL}).softmax(-1)"),
    ),
    GeneralTurned=(
        "the scores stand the wrong way round; rows are queries, columns are keys",
        (GENERAL, f"({GENERAL}).mT"),
    ),
    TanhForgotten=(
        "the tanh is missing; without it a key scores the same, up to a constant, for every query",
        (TANH, SUM),
    ),
    AdditiveSigmoid=(
        "a sigmoid took the place of the tanh; it is never negative, and the hidden numbers are to lie between "
        "−1 and 1",
        (TANH, f"torch.sigmoid({SUM})"),
    ),
    AdditiveReLU=(
        "a ReLU took the place of the tanh, so the hidden numbers grow without a bound",
        (TANH, f"torch.relu({SUM})"),
    ),
    AdditiveShares=(
        "the scores of additive went through a softmax; asked for are the scores themselves",
        (WITH_V, f"({WITH_V}).softmax(-1)"),
    ),
    TanhAfterV=(
        "the tanh came last; it belongs to the hidden numbers, before the dot product with v",
        (TANH, SUM),
        (WITH_V, f"torch.tanh({WITH_V})"),
    ),
    TanhOfEach=(
        "W₁ q and W₂ k went through the tanh one by one; add them first",
        (TANH, SUM.replace("q[", "q.tanh()[").replace("k[", "k.tanh()[")),
    ),
    MeanOfHidden=(
        "the mean over the hidden numbers was taken; a dot product with v adds them up",
        (WITH_V, "(pairs * v).mean(-1)"),
    ),
    Multiplied=(
        "W₁ q and W₂ k were multiplied; they are added, which gives this score its name",
        (SUM, SUM.replace("+", "*")),
    ),
    VForgotten=(
        "the hidden numbers were only added up; each is weighted by its number in v",
        (WITH_V, "pairs.sum(-1)"),
    ),
    OnlyEqualPlaces=(
        "query and key were added without a new axis; each query must meet each key, which takes (query, key, hidden)",
        (SUM, "q + k"),
    ),
    AdditiveTurned=(
        "the scores are turned: a row belongs to a query, a column to a key",
        (WITH_V, f"({WITH_V}).mT"),
    ),
    TemperatureTimes=(
        "the scores were multiplied by the temperature; divide by it, so that a high one makes them alike",
        (SCORES, SCORES.replace("/", "*")),
    ),
    TemperatureForgotten=(
        "the temperature was never used; divide the scores by it before the softmax",
        (SHARES, "softmax(query @ key.mT)"),
    ),
    TemperatureSquared=(
        "the scores were divided by the square of the temperature; divide by it once",
        (SCORES, f"{SCORES}**2"),
    ),
    Cosine=(
        "the score is a cosine: queries and keys were cut to length 1. Asked for is the dot product, in which a "
        "longer key counts more",
        (SCORES, SCORES.replace("query", unit("query")).replace("key.mT", unit("key") + ".mT")),
    ),
    RootToo=(
        "the scores were divided by √d too; here the temperature is all that they are divided by",
        (SCORES, f"{SCORES} / key.shape[-1] ** 0.5"),
    ),
    RootInstead=(
        "the scores were divided by √d, and the temperature was never used",
        (SCORES, "query @ key.mT / key.shape[-1] ** 0.5"),
    ),
    Overflow=(
        "e to the power of a large score is infinite, and ∞/∞ is NaN; take the largest score of the row off "
        "first, as torch’s softmax does",
        (SHARES, f"({SCORES}).exp() / ({SCORES}).exp().sum(-1, keepdim=True)"),
    ),
    NotNormalised=(
        "the powers of e were not divided by their sum, so the shares do not add up to 1",
        (SHARES, f"({SCORES}).exp()"),
    ),
    Sigmoid=(
        "each share is a sigmoid of its own score, so they do not add up to 1; a softmax shares 1 out among the keys",
        (SHARES, f"({SCORES}).sigmoid()"),
    ),
    NoPower=(
        "the scores were divided by their sum, but never made positive: e to their power comes first",
        (SHARES, f"({SCORES}) / ({SCORES}).sum(-1, keepdim=True)"),
    ),
    TemperatureAfter=(
        "the temperature came after the softmax, so the shares no longer add up to 1; divide the scores",
        (SHARES, "softmax(query @ key.mT) / temperature"),
    ),
    SoftmaxOverQueries=(
        "the softmax ran over the queries; the shares of each query, its row, must add up to 1 (dim=-1)",
        (SHARES, f"({SCORES}).softmax(-2)"),
    ),
    NoSoftmax=(
        "the scores themselves were used as shares; a softmax over the keys is missing",
        (SHARES, SCORES),
    ),
    OnlyTheBest=(
        "only the best key answered, as in a dictionary; a soft lookup mixes all values",
        (SHARES, f"torch.nn.functional.one_hot(({SCORES}).argmax(-1), key.shape[-2]).float()"),
    ),
    KeysMixed=(
        "the keys were mixed; what is handed on are the values",
        (MIXED, MIXED.replace("value", "key")),
    ),
)
