"""Every word that people read in the picture of a score's four parts. Between ** and **: bold."""

TITLE = "A score in four parts"
ORIGIN = "“{sentence}”. Model {model}, first of {layers} encoder layers."
MAP, HEAD, ROW, COLUMN = "map", "head", "row", "column"

# Of each map its title, and what it is.
MAPS = {
    "content–content": ("content–content", "this word with that word, wherever they stand"),
    "content–position": ("content–position", "this word with that place: looks for a place"),
    "position–content": ("position–content", "this place with that word: looked for by a place"),
    "position–position": (
        "position–position",
        "this place with that place, whatever the words are",
    ),
    "sum": ("sum of the four", "the four maps added, cell by cell"),
    "scaled": ("model’s scores", "Q Kᵀ / √d_k, as captured from the forward pass"),
}
SIGNS = ["", "+", "+", "+", "=", "≈"]
SCORE = (
    "**The score of {row} → {column} in head {head}**, and the four products it is made of. Click a map to enlarge it, "
    "and a cell to see its sum."
)
TIP = "{row} → {column}   {value}"
READ = "{map}: “{row}” and “{column}” give {value}."
SPREAD = "**Spread**: how much each part differs from key to key"
SPREAD_NOTE = (
    "What is the same for all keys of a row, the softmax does not see. So the part with the widest spread says most "
    "about where this head looks."
)
EQUAL = "**The four add up to the model’s own scores**: largest difference {difference}, over all heads and cells."
UNEQUAL = (
    "**The four do not add up to the model’s own scores**: largest difference {difference}. Something in this layer "
    "is not linear in word + position."
)
MORE = "More: why only the first layer, and what of the LayerNorm?"
WHY_FIRST = (
    "**Why only the first layer?** Its input is word + position, a plain sum, and queries and keys are linear in it: "
    "(a + b) · (c + d) has four products. Above, every vector is already a mixture of all words and places, and "
    "nothing in it belongs to one of them alone."
)
NORM = (
    "**And the LayerNorm before it?** It subtracts a mean, which is linear, and divides by a standard deviation, which "
    "is not. Both parts are divided by the deviation of the real sum, the number that the model used in this very "
    "pass; so they add up."
)
BIAS = "What belongs to neither, the biases, is counted as content."
CELL, WHICH = "This cell", "{row} → {column}, head {head}"
SUM = {
    "content–content": ("content–content", ""),
    "content–position": ("content–position", "+"),
    "position–content": ("position–content", "+"),
    "position–position": ("position–position", "+"),
    "sum": ("Σ of the four", "="),
    "scaled": ("the model", ""),
}
DIFFERENCE, LINE = "difference", "The line that made the score"
