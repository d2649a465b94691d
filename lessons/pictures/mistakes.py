"""The usual mistakes in soft attention over a map, planted one at a time."""

from lessons.kit.mistakes import planted
from transformer.pictures.places import on_map, place_weights, places, summary

# What the edits meet.
LIST, SCORES = "features.flatten(2).mT", "additive(state[:, None], places, W, U, v)[:, 0]"
WEIGHTS, MEAN, MAP = (
    "scores.softmax(dim=-1)",
    "(weights[:, None] @ places)[:, 0]",
    "weights.unflatten(-1, (rows, -1))",
)
PARTS = "(state @ W.mT)[:, None] + places @ U.mT"

MISTAKES = planted(
    (places, place_weights, summary, on_map),
    ColumnsFirst=(
        "the list goes down the columns; a picture is read row after row, so that place 0 and place 1 are neighbours "
        "in the first row",
        (LIST, "features.mT.flatten(2).mT"),
    ),
    Reshaped=(
        "the numbers were only cut anew: reshape and view keep their order in memory, so one “place” now holds one "
        "feature of many places. Make one axis of rows and columns, then swap it with the axis of the features",
        (LIST, "features.reshape(len(features), -1, features.shape[1])"),
    ),
    OverFeatures=(
        "softmax ran over the numbers inside a vector, and not over the places; it belongs after v, over the last "
        "axis of (batch, place)",
        (SCORES, f"torch.tanh({PARTS}).softmax(dim=-1) @ v"),
        (WEIGHTS, "scores"),
    ),
    OverBatch=(
        "softmax ran over the pictures of the batch: each place of a picture then competes with the same place of "
        "another one. It belongs over the places, the last axis",
        (WEIGHTS, "scores.softmax(dim=0)"),
    ),
    BestPlace=(
        "only the best place has a weight: argmax instead of softmax. It looks sharper, and no gradient passes: where "
        "to look could never be learned",
        (WEIGHTS, "torch.zeros_like(scores).scatter(-1, scores.argmax(-1, keepdim=True), 1.0)"),
    ),
    Sigmoid=(
        "each place has a share of its own, between 0 and 1, and they do not add up to 1; softmax makes the places "
        "share one whole",
        (WEIGHTS, "scores.sigmoid()"),
    ),
    NoSoftmax=("these are the scores; the softmax is missing", (WEIGHTS, "scores")),
    NoTanh=(
        "the tanh is missing; without it W s adds the same to every place, the softmax takes it away again, and the "
        "decoder’s state no longer matters",
        (SCORES, f"({PARTS}) @ v"),
    ),
    NoState=(
        "the decoder’s state is missing: the same weights would come out at every word",
        (SCORES, "torch.tanh(places @ U.mT) @ v"),
    ),
    MeanOfMap=(
        "all places count the same: this is the mean of the map, which needs no weights",
        (MEAN, "places.mean(dim=1) + 0 * (weights[:, None] @ places)[:, 0]"),
    ),
    OnlyBest=(
        "only the place with the largest weight was taken; the context is a mixture of all places",
        (MEAN, "places[torch.arange(len(places)), weights.argmax(-1)]"),
    ),
    Divided=(
        "the weights add up to 1 already; the sum must not be divided by the number of places",
        (MEAN, "(weights[:, None] @ places)[:, 0] / places.shape[1]"),
    ),
    Transposed=(
        "rows and columns have changed places: the list was made row after row, so it is cut into rows again",
        (MAP, "weights.unflatten(-1, (-1, rows)).mT"),
    ),
    RowsAsColumns=(
        "`rows` became the number of columns",
        (MAP, "weights.unflatten(-1, (-1, rows))"),
    ),
)
