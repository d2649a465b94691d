"""Hints for the exercise on pictures: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Begin with places. Which axes of (batch, width, row, column) become one, and where does it stand?",
    "flatten(2) makes one axis of the third and all that follow; .mT swaps the last two.",
    "return features.flatten(2).mT.",
)
ORDER = (
    "Number the places of a small map on paper. Which one is place 1?",
    "The second one of the first row. flatten keeps the last axis, the columns, running fastest.",
    "features.flatten(2) is (batch, width, place); then .mT, and no reshape.",
)
WEIGHTS = (
    "Four steps stand in the comments. Which shape has W s, and which U a?",
    "state @ W.mT is (batch, mix), places @ U.mT is (batch, place, mix). An axis [:, None] lets them be added.",
    "scores = torch.tanh((state @ W.mT)[:, None] + places @ U.mT) @ v; return scores.softmax(-1).",
)
SUM = (
    "The weights of one picture must add up to 1. Over which axis did the softmax run?",
    "Over the places, the last axis of (batch, place), after v has made one score of each vector.",
    "return scores.softmax(-1).",
)
ALONE = (
    "A picture must get the same weights whatever else is in the batch.",
    "So nothing may be added up or compared along the first axis.",
    "scores has the shape (batch, place): softmax(-1), not softmax(0).",
)
STATE = (
    "The state says which word is to be written. Must it change the weights?",
    "Yes, and through the tanh: what is added to all scores alike, the softmax takes away.",
    "torch.tanh((state @ W.mT)[:, None] + places @ U.mT) @ v.",
)
GRADIENT = (
    "Change a score a little. Do your weights change a little, too?",
    "A choice of one place jumps or stays; softmax moves with every score.",
    "return scores.softmax(-1).",
)
SUMMARY = (
    "Each place times its weight, all added up. Which axis disappears?",
    "That of the places. weights[:, None] is (batch, 1, place), and @ places adds up over the places.",
    "return (weights[:, None] @ places)[:, 0].",
)
MAP = (
    "The list was made row after row. How is it cut again?",
    "The last axis becomes two, (rows, columns); torch finds the number of columns where you write −1.",
    "return weights.unflatten(-1, (rows, -1)).",
)
