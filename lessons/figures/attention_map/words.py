"""Every word that people read in the attention map. `{row}` and the like are filled in later.

To translate the figure, translate this file; neither the drawing nor the model holds a sentence.
Between ** and ** stands what is printed bold.
"""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "Attention on “{sentence}”"
SCORES = {
    "exact_match": "{title}, {score:.1%} of held-out sentences exactly right",
    "next_right": "{title}, {score:.1%} of the next pieces of held-out lines guessed right",
    "words_right": "{title}, {score:.1%} of the hidden words of held-out sentences guessed right",
}
OTHER_SCORE = "{title}, {name} {score:.3g} on held-out sentences"
NO_SCORE = "{title}, not measured"
BLEU = "{said}, BLEU {bleu:.2f} in the task’s words"

# Of each kind of rows and columns; a family that is not the standard one gives its maps other names.
STANDARD = ("encoder", "decoder", "cross")
MAPS = {
    ("source", "source"): {
        "title": "Encoder self-attention",
        "weights": "Rows and columns are the words of the source sentence.",
    },
    ("target", "target"): {
        "title": "Decoder masked self-attention",
        "weights": "Rows and columns are what the decoder has written so far; ▸ is what it writes next.",
    },
    ("target", "source"): {
        "title": "Cross-attention",
        "weights": "Rows are what the decoder has written so far (▸ is what it writes next), "
        "columns are the source words that the encoder has read.",
    },
}
OTHER_MAP = {"title": "", "weights": "Rows look, columns are looked at."}
MASKED = {
    True: "A hatched word is not there yet when the model writes this row’s word.",
    False: "Nothing is masked here: every row may look at every column.",
}
UNKNOWN_NOTE = "⟨?⟩ marks a word that the model does not know; it reads ⟨unknown⟩ instead."

STEPS = [
    {
        "name": "scores",
        "formula": "Q Kᵀ",
        "title": "scores",
        "caption": "**Each row is one word looking**, each column a word looked at. A cell is the "
        "row’s query times the column’s key: large where they point the same way. "
        "**Click a cell** to see its arithmetic.",
        "bars": "scores of “{row}”",
        "say": "The query of “{row}” and the key of “{column}” give the score {value}.",
    },
    {
        "name": "scaled",
        "formula": "÷ √d_k",
        "title": "",
        "caption": "**Every score divided by √d_k**, or longer vectors would make larger scores and "
        "the softmax would look at one word only. The pattern stays, the numbers shrink.",
        "bars": "scores of “{row}”, divided by √d_k",
        "say": "The score of “{row}” and “{column}”, divided by √d_k, is {value}.",
    },
    {
        "name": "masked",
        "formula": "+ mask",
        "title": "",
        "caption": "**The mask adds −∞ where looking is forbidden**, so that the softmax gives "
        "exactly 0 there.",
        "bars": "scores of “{row}” after the mask",
        "say": "“{row}” may look at “{column}”: the score stays {value}.",
    },
    {
        "name": "weights",
        "formula": "softmax",
        "title": "→ weights",
        "caption": "**Each row is one word looking**; each column is a word looked at; a row adds "
        "up to 1. A stronger colour is more, from 0 to 1, alike for every head; while a row is chosen, the others are "
        "paler. **Click a cell** to see its arithmetic.",
        "bars": "what “{row}” receives",
        "say": "“{row}” looks at “{column}” with weight {value}.",
    },
    {
        "name": "head_output",
        "formula": "× V",
        "title": "output",
        "caption": "**Each row is what one word receives**: the values of all words, mixed by its "
        "weights. The columns are the numbers of that vector.",
        "bars": "what “{row}” receives",
        "say": "Number {column} of what “{row}” receives is {value}.",
    },
]

WORDS = {
    "figure": "Attention map of “{sentence}”",
    "maps": "which attention",
    "layer": "layer",
    "steps": "step",
    "head": "head {number}",
    "all_heads": "All heads · click to enlarge",
    "dimension": "number {number}",
    "view": "view",
    "matrix": "Matrix",
    "lines": "Lines",
    **BUTTONS,
    "back": "◀ step",
    "back_title": "previous step",
    "forward": "step ▶",
    "forward_title": "next step",
    "player": "player",
    "play": "▷ play",
    "pause": "❚❚ pause",
    "unlock": "✕ unlock (Esc)",
    "not_locked": "Point at a cell to read it; click to keep it.",
    "tip": "{row} → {column}   {value}",
    "say_forbidden": "“{row}” may not look at “{column}”: the mask forbids it.",
    "hatched": "hatched = not allowed (mask)",
    "scrolls": "{rows} rows and {columns} columns do not fit: scroll inside the picture.",
    "largest": "{what}: the {count} largest",
    "keys": [
        [["←", "→"], "step"],
        [["H"], "next head"],
        [["L"], "next layer"],
        [["V"], "matrix or lines"],
        [["space"], "play"],
        [["Esc"], "unlock"],
        [["⇧", "←↑↓→"], "move cell"],
    ],
    "this_cell": "This cell",
    "cell_title": "{row} → {column}, layer {layer}, head {head}",
    "nothing_locked": "Click a cell of the map: its arithmetic appears here.",
    "plus_mask": "+ mask",
    "forbidden": "not allowed",
    "softmax": "softmax",
    "overflow": "e to this power is too large for float32. torch subtracts the largest score of "
    "the row first, which leaves the quotient as it is.",
    "own_way": "made by this layer in its own way: see its line",
    "own_score": "score",
    "own_scaled": "scaled",
    "sum": "sum",
    "all_products": "all {count} products",
    "weight": "weight",
    "product": "product",
    "weight_times_value": "w · v",
    "more_words": "… {count} more words",
    "recompute": "Recompute",
    "recomputing": "computing …",
    "recompute_here": "Recompute in Python:",
    "same": "✓ difference {difference}",
    "differs": "✗ difference {difference}: Python gets {value}",
    "origin": "“{sentence}” → “{output}”. {score} (model {model}).",
    "the_line": "The line that made this",
}

# What a head does on this sentence, where one thing gets more than half of its attention.
NOTES = {-1: "previous", 0: "itself", 1: "next"}
GUIDED = "it → noun (guided)"
GUIDED_CROSS = "source word (guided)"
FOUND = "it → noun"

# On paper, where nothing can be pointed at.
PAPER = {
    "caption": "{map}, layer {layer}, head {head}: {step}. Rows look, columns are looked at.",
    "source": "{score}. Model {model}, “{sentence}” → “{output}”. Probe {probe}.",
}
MARKS = {"inf": "∞", "-inf": "−∞", "nan": "NaN"}
