"""Every word that people read in the picture of a score's four parts. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "A score in four parts: “{sentence}”"
ORIGIN = "Model {model}, first of {layers} encoder layers."

MAPS = {
    "content–content": {
        "title": "content–content",
        "note": "this word with that word, wherever they stand",
    },
    "content–position": {
        "title": "content–position",
        "note": "this word with that place: looks for a place",
    },
    "position–content": {
        "title": "position–content",
        "note": "this place with that word: looked for by a place",
    },
    "position–position": {
        "title": "position–position",
        "note": "this place with that place, whatever the words are",
    },
    "sum": {"title": "sum of the four", "note": "the four maps added, cell by cell"},
    "scaled": {
        "title": "model’s scores",
        "note": "Q Kᵀ / √d_k, as captured from the forward pass",
    },
}
WORDS = {
    "head": "head",
    "maps": "**The score of {row} → {column} in head {head}**, and the four products it is made of. Click a map to "
    "enlarge it, and a cell to see its sum.",
    "tip": "{row} → {column}   {value}",
    "read": "{map}: “{row}” and “{column}” give {value}.",
    "spread": "**Spread**: how much each part differs from key to key",
    "spread_note": "What is the same for all keys of a row, the softmax does not see. So the part with the widest "
    "spread says most about where this head looks.",
    "more": "More: why only the first layer, and what of the LayerNorm?",
    "equal": "**The four add up to the model’s own scores**: largest difference {difference}, over all "
    "heads and cells.",
    "unequal": "**The four do not add up to the model’s own scores**: largest difference {difference}. "
    "Something in this layer is not linear in word + position.",
    "why_first": "**Why only the first layer?** Its input is word + position, a plain sum, and queries and keys "
    "are linear in it: (a + b) · (c + d) has four products. Above, every vector is already a "
    "mixture of all words and places, and nothing in it belongs to one of them alone.",
    "norm": "**And the LayerNorm before it?** It subtracts a mean, which is linear, and divides by a standard "
    "deviation, which is not. Both parts are divided by the deviation of the real sum, the number "
    "that the model used in this very pass; so they add up.",
    "bias": "What belongs to neither, the biases, is counted as content.",
    "sum_of": "Σ of the four",
    "real": "the model",
    "difference": "difference",
    "this_cell": "This cell",
    "cell_title": "{row} → {column}, head {head}",
    "line": "The line that made the score",
    "recompute": "Recompute",
    "recomputing": "computing …",
    "recompute_here": "Recompute in Python:",
    "same": "✓ difference {difference}",
    "differs": "✗ difference {difference}: Python gets {value}",
    **BUTTONS,
    "keys": [[["←", "→"], "map"], [["H"], "next head"], [["⇧", "←↑↓→"], "move cell"]],
}
PAPER = {
    "caption": "Head {head}, first encoder layer. {difference}",
    "adds": "The four add up to the scores; largest difference {difference:.1e}.",
}
