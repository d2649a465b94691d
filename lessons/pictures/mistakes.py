"""Common mistakes in soft attention over a feature map, injected one at a time."""

from lessons.kit.mistakes import mutations
from transformer.pictures.places import on_map, place_weights, places, summary

# The code that the edits replace.
LIST, SCORES = "features.flatten(2).mT", "additive(state[:, None], places, W, U, v)[:, 0]"
WEIGHTS, MEAN, MAP = (
    "scores.softmax(dim=-1)",
    "(weights[:, None] @ places)[:, 0]",
    "weights.unflatten(-1, (rows, -1))",
)
PARTS = "(state @ W.mT)[:, None] + places @ U.mT"

MISTAKES = mutations(
    (places, place_weights, summary, on_map),
    ColumnsFirst=(
        "the map was listed column by column; list it row by row, so that positions 0 and 1 are neighbours in the "
        "first row",
        (LIST, "features.mT.flatten(2).mT"),
    ),
    Reshaped=(
        "the numbers were only regrouped, because `reshape` and `view` preserve the order in memory; one “position” "
        "now contains one feature of many positions. Merge rows and columns into one axis, then swap it with the "
        "feature axis",
        (LIST, "features.reshape(len(features), -1, features.shape[1])"),
    ),
    OverFeatures=(
        "the softmax ran over the components of a vector, not over the positions; apply softmax to the scores, over "
        "the last axis of (batch, position)",
        (SCORES, f"torch.tanh({PARTS}).softmax(dim=-1) @ v"),
        (WEIGHTS, "scores"),
    ),
    OverBatch=(
        "the softmax ran over the images of the batch, so each position competes with the same position in the other "
        "images. Apply softmax over the positions, the last axis",
        (WEIGHTS, "scores.softmax(dim=0)"),
    ),
    BestPlace=(
        "one position gets all the weight, as with argmax, a straight-through estimator or a very sharp softmax. "
        "Soft attention assigns every position some weight, so the weights change slightly with every score",
        (WEIGHTS, "torch.zeros_like(scores).scatter(-1, scores.argmax(-1, keepdim=True), 1.0)"),
    ),
    Sigmoid=(
        "each position has a separate value between 0 and 1; a softmax makes the values add up to 1",
        (WEIGHTS, "scores.sigmoid()"),
    ),
    NoSoftmax=("the function returned the scores; the softmax is missing", (WEIGHTS, "scores")),
    NoTanh=(
        "the tanh is missing, so W s adds the same number to every score, the softmax ignores it, and "
        "the decoder’s state no longer matters",
        (SCORES, f"({PARTS}) @ v"),
    ),
    NoState=(
        "the decoder’s state does not change the weights. Either the state is missing, or each part has its own tanh, "
        "so the state adds the same number to every score, which the softmax ignores. Apply one tanh to the sum",
        (SCORES, "torch.tanh(places @ U.mT) @ v"),
    ),
    MeanOfMap=(
        "all positions have the same weight, so the result is the mean of the map; use the weights",
        (MEAN, "places.mean(dim=1) + 0 * (weights[:, None] @ places)[:, 0]"),
    ),
    OnlyBest=(
        "only the position with the largest weight was used; the context is a weighted sum over all positions",
        (MEAN, "places[torch.arange(len(places)), weights.argmax(-1)]"),
    ),
    Divided=(
        "the sum was divided by the number of positions; the weights already add up to 1, so do not divide",
        (MEAN, "(weights[:, None] @ places)[:, 0] / places.shape[1]"),
    ),
    Transposed=(
        "rows and columns are swapped; the list was made row by row, so split it into rows",
        (MAP, "weights.unflatten(-1, (-1, rows)).mT"),
    ),
    RowsAsColumns=(
        "`rows` was used as the number of columns",
        (MAP, "weights.unflatten(-1, (-1, rows))"),
    ),
)
