"""The usual mistakes in a score, planted into the machine's own source one at a time."""

from lessons.kit.mistakes import planted
from transformer.measure.soft_lookup import lookup_weights, soft_lookup
from transformer.variants.scores import additive, general

# What the edits meet.
GENERAL = "query @ W @ key.mT"
SUM = "q[..., :, None, :] + k[..., None, :, :]"
TANH = f"torch.tanh({SUM})"
WITH_V = "pairs @ v"
SCORES = "query @ key.mT / temperature"
SHARES = f"softmax({SCORES})"
MIXED = "lookup_weights(query, key, temperature) @ value"

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
    GeneralTurned=(
        "the scores stand the wrong way round; rows are queries, columns are keys",
        (GENERAL, f"({GENERAL}).mT"),
    ),
    TanhForgotten=(
        "the tanh is missing; without it a key scores the same, up to a constant, for every query",
        (TANH, SUM),
    ),
    TanhAfterV=(
        "the tanh came last; it belongs to the hidden numbers, before the dot product with v",
        (TANH, SUM),
        (WITH_V, f"torch.tanh({WITH_V})"),
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
