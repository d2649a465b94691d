"""Hints for the exercise on pictures: three for each kind of failure, from a nudge to a near-solution."""

BEGIN = (
    "Begin with `places`. Which axes of (batch, width, row, column) must be merged, and where does the merged axis "
    "go?",
    "`flatten(2)` merges the third axis with all later axes; `.mT` swaps the last two axes.",
    "`return features.flatten(2).mT`.",
)
ORDER = (
    "Number the positions of a small map on paper, from 0. Where is position 1?",
    "Position 1 is in the first row and second column. In `flatten`, the last axis (the columns) changes fastest.",
    "`features.flatten(2)` has shape (batch, width, position); then use `.mT`, not `reshape`.",
)
WEIGHTS = (
    "The comments list four steps. What shapes do W s and U a have?",
    "`state @ W.mT` has shape (batch, mix); `places @ U.mT` has shape (batch, position, mix). Add an axis to the first "
    "product with `[:, None]`.",
    "`scores = torch.tanh((state @ W.mT)[:, None] + places @ U.mT) @ v; return scores.softmax(-1)`.",
)
SUM = (
    "The weights of one image must add up to 1. Over which axis did the softmax run?",
    "Apply the softmax over the positions, the last axis of (batch, position), after v has turned each vector into a "
    "score.",
    "`return scores.softmax(-1)`.",
)
ALONE = (
    "An image must get the same weights whatever else the batch contains.",
    "Do not add up or compare values along the first axis.",
    "`scores` has the shape (batch, position), so use `softmax(-1)`, not `softmax(0)`.",
)
STATE = (
    "The state determines the next word. Must the weights depend on the state?",
    "Yes, and the state must go through the tanh, because the softmax ignores any number added to all scores.",
    "`torch.tanh((state @ W.mT)[:, None] + places @ U.mT) @ v`.",
)
GRADIENT = (
    "Change a score slightly. Do your weights also change slightly?",
    "If you choose one position, the weights either jump or stay the same; softmax weights change with every score.",
    "`return scores.softmax(-1)`.",
)
SUMMARY = (
    "Multiply each vector by its weight, and add up the results. Which axis disappears?",
    "The position axis disappears. `weights[:, None]` has shape (batch, 1, position), and `@ places` sums over the "
    "positions.",
    "`return (weights[:, None] @ places)[:, 0]`.",
)
MAP = (
    "The list was made row by row. How must you split the list to form a map?",
    "Split the last axis into (rows, columns); PyTorch infers the number of columns if you write −1.",
    "`return weights.unflatten(-1, (rows, -1))`.",
)
