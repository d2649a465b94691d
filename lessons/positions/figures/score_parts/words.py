"""All text of the figure of a score's four parts. Text between ** and ** is bold."""

TITLE = "A score in four parts"
ORIGIN = "“{sentence}”. Model {model}, first of {layers} encoder layers."
MAP, HEAD, ROW, COLUMN = "map", "head", "row", "column"

# The title of each map, and what it shows.
MAPS = {
    "content–content": ("content–content", "query word with key word, at any position"),
    "content–position": ("content–position", "query word with key position"),
    "position–content": ("position–content", "query position with key word"),
    "position–position": (
        "position–position",
        "query position with key position, for any words",
    ),
    "sum": ("sum of the four", "the four maps added, cell by cell"),
    "scaled": ("model’s scores", "Q Kᵀ / √d_k, as captured from the forward pass"),
}
SIGNS = ["", "+", "+", "+", "=", "≈"]
SCORE = (
    "**The score of {row} → {column} in head {head}** is the sum of four products. Click a map to enlarge it, "
    "or a cell to see its sum."
)
TIP = "{row} → {column}   {value}"
READ = "{map}: “{row}” and “{column}” give {value}."
SPREAD = "**Spread**: how much each part differs from key to key"
SPREAD_NOTE = (
    "The softmax ignores whatever is the same for all keys of a row. So the part with the widest spread mostly "
    "determines where this head attends."
)
EQUAL = "**The four parts add up to the model’s own scores**: largest difference {difference}, over all heads and cells."
UNEQUAL = (
    "**The four parts do not add up to the model’s own scores**: largest difference {difference}. A step in this "
    "layer is not linear in word + position."
)
MORE = "More: why only the first layer; layer normalization"
WHY_FIRST = (
    "**Why only the first layer?** Its input is word + position, a plain sum, and queries and keys are linear in it: "
    "(a + b) · (c + d) has four products. In higher layers, every vector is already a mixture of all words and positions, "
    "and cannot be split between them."
)
NORM = (
    "**What about the layer normalization before it?** It subtracts a mean (linear) and divides by a standard deviation "
    "(not linear). Both parts are divided by the standard deviation of the real sum, as in this forward pass, so they "
    "add up."
)
BIAS = "The biases belong to neither word nor position; they are counted as content."
CELL, WHICH = "This cell", "{row} → {column}, head {head}"
SUM = {
    "content–content": ("content–content", ""),
    "content–position": ("content–position", "+"),
    "position–content": ("position–content", "+"),
    "position–position": ("position–position", "+"),
    "sum": ("Σ of the four", "="),
    "scaled": ("the model", ""),
}
DIFFERENCE, LINE = "difference", "The line that computed it"
