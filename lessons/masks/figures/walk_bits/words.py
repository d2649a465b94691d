"""All text of the figure of the random walk. Text between ** and ** is bold."""

TITLE = "Random walk: bits per letter"
END = "⟨end⟩"
MODELS = {"honest": "with the causal mask: {mean} bits", "cheat": "without a mask: {mean} bits"}
FLOOR = "floor, the coin tosses: {mean} bits"
GIVEN, HOW = "input", {"together": "in training", "alone": "in use"}
CHART = {
    "together": "**Bits for each next letter**, given the whole sequence, as in training",
    "alone": "**Bits for each next letter**, given only the letters before it, as in decoding",
}
AXIS = "position"
TOLD = {
    "together": "**A model needs {cheat} bits per letter without a mask and {honest} with one; the coin tosses need "
    "{floor}.** This is the loss in training, with the whole sequence as input. A coin toss cannot be predicted, but "
    "one loss is below this floor.",
    "alone": "**A model needs {cheat} bits per letter without a mask and {honest} with one.** Now the next letter is "
    "not in the input, so it cannot be copied. The model without a mask learned only to copy the next letter: a "
    "random guess among eight letters needs 3 bits, and this model does worse. Its low training loss was a **data "
    "leak**.",
}
ROW = (
    "A sequence of the task: each letter is a neighbour of the letter before it on the ring a b c d e f g h; a coin "
    "toss chooses the neighbour."
)
ORIGIN = (
    "Measured on {rows} held-out sequences. The floor is exact: 3 bits for the first of eight letters, 1 bit "
    "for each coin toss, 0 for the end, which is always at the same position."
)
