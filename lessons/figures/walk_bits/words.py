"""Every word that people read in the picture of the coins. Between ** and **: bold."""

TITLE = "A walk by coin: what each letter costs"
END = "⟨end⟩"
MODELS = {"honest": "with the causal mask: {mean} bits", "cheat": "without a mask: {mean} bits"}
FLOOR = "floor, the coins: {mean} bits"
GIVEN, HOW = "what the model is given", {"together": "in training", "alone": "in use"}
CHART = {
    "together": "**Bits for each next letter**, the whole row being there, as in training",
    "alone": "**Bits for each next letter**, only what came before being there, as when it writes",
}
AXIS = "place in the row"
TOLD = {
    "together": "**{cheat} bits a letter without a mask, {honest} with it; the coins alone are {floor}.** Nobody "
    "can know a coin before it falls. So a loss below the floor does not show a better model: it shows one that "
    "has seen the answer.",
    "alone": "**{cheat} bits a letter without a mask, {honest} with it.** Now the next letter is not there to be "
    "copied. The model without a mask never learned anything else: to guess blindly among eight letters "
    "costs 3 bits, and it does worse than that.",
}
ROW = (
    "A row of the task: each letter is a neighbour of the one before it on the ring a b c d e f g h, one "
    "on or one back, as a coin decides."
)
ORIGIN = (
    "Measured on {rows} held-out rows. The floor is exact: 3 bits for the first of eight letters, 1 bit "
    "for each coin, 0 for the end, which always stands at the same place."
)
