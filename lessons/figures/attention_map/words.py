"""All text of the attention map. Fields such as `{row}` are filled in later.

To translate the figure, translate this file; neither the drawing nor the model contains sentences.
Text between ** and ** is bold.
"""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "Attention on “{sentence}”"
SCORES = {
    "exact_match": "{title}, exact match on {score:.1%} of held-out sentences",
    "next_right": "{title}, {score:.1%} of the next pieces of held-out lines predicted correctly",
    "words_right": "{title}, {score:.1%} of the masked words of held-out sentences predicted correctly",
}
OTHER_SCORE = "{title}, {name} {score:.3g} on held-out sentences"
NO_SCORE = "{title}, not measured"
BLEU = "{said}, BLEU {bleu:.2f} with the task’s tokenization"

# One entry for each kind of rows and columns. Other model families give their maps other names.
STANDARD = ("encoder", "decoder", "cross")
MAPS = {
    ("source", "source"): {
        "title": "Encoder self-attention",
        "weights": "Rows and columns are the words of the source sentence.",
    },
    ("target", "target"): {
        "title": "Decoder masked self-attention",
        "weights": "Rows and columns are the decoder’s output so far; ▸ marks its next output.",
    },
    ("target", "source"): {
        "title": "Cross-attention",
        "weights": "Rows are the decoder’s output so far (▸ marks its next output); columns are the source words that "
        "the encoder has read.",
    },
}
OTHER_MAP = {"title": "", "weights": "Rows attend; columns are attended to."}
MASKED = {
    True: "When the model writes a row’s word, the hatched words in that row have not been written yet.",
    False: "Nothing is masked here: every row may attend to every column.",
}
UNKNOWN_NOTE = "⟨?⟩ marks a word that the model does not know; the model reads ⟨unknown⟩ instead."

STEPS = [
    {
        "name": "scores",
        "formula": "Q Kᵀ",
        "title": "scores",
        "caption": "**Each row is a word that attends**; each column is a word attended to. A cell shows the dot "
        "product of the row’s query and the column’s key; the product is large if both point the same way. **Click a "
        "cell** to see its arithmetic.",
        "bars": "scores of “{row}”",
        "say": "The query of “{row}” and the key of “{column}” give the score {value}.",
    },
    {
        "name": "scaled",
        "formula": "÷ √d_k",
        "title": "",
        "caption": "**Every score is divided by √d_k.** Otherwise, longer vectors would give larger scores, and the "
        "softmax would put all weight on one word. The pattern stays the same, but the numbers shrink.",
        "bars": "scores of “{row}”, divided by √d_k",
        "say": "The score of “{row}” and “{column}”, divided by √d_k, is {value}.",
    },
    {
        "name": "masked",
        "formula": "+ mask",
        "title": "",
        "caption": "**The mask adds −∞ where attention is forbidden**, so that the softmax gives exactly 0 there.",
        "bars": "scores of “{row}” after the mask",
        "say": "“{row}” may attend to “{column}”: the score stays {value}.",
    },
    {
        "name": "weights",
        "formula": "softmax",
        "title": "→ weights",
        "caption": "**Each row is a word that attends**; each column is a word attended to. A row adds up to 1. "
        "Stronger colours mean larger weights, on the same scale from 0 to 1 for every head. If a row is chosen, the "
        "other rows are paler. **Click a cell** to see its arithmetic.",
        "bars": "what “{row}” receives",
        "say": "“{row}” attends to “{column}” with weight {value}.",
    },
    {
        "name": "head_output",
        "formula": "× V",
        "title": "output",
        "caption": "**Each row is what one word receives**: the values of all words, mixed by its weights. The "
        "columns are the components of that vector.",
        "bars": "what “{row}” receives",
        "say": "Component {column} of what “{row}” receives is {value}.",
    },
]

WORDS = {
    "figure": "Attention map of “{sentence}”",
    "maps": "attention",
    "layer": "layer",
    "steps": "step",
    "head": "head {number}",
    "all_heads": "All heads · click to enlarge",
    "dimension": "component {number}",
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
    "not_locked": "Point to a cell to read it; click to lock it.",
    "tip": "{row} → {column}   {value}",
    "say_forbidden": "“{row}” may not attend to “{column}”: the mask forbids it.",
    "hatched": "hatched = not allowed (mask)",
    "scrolls": "To see all {rows} rows and {columns} columns, scroll inside the figure.",
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
    "nothing_locked": "Click a cell of the map to see its arithmetic here.",
    "plus_mask": "+ mask",
    "forbidden": "not allowed",
    "softmax": "softmax",
    "overflow": "e to this power is too large for float32, so PyTorch first subtracts the row’s largest score, which "
    "does not change the quotient.",
    "own_way": "this layer uses its own formula: see its line of code",
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
    "the_line": "The line of code",
}

# What a head does on this sentence, if one pattern gets more than half of its attention.
NOTES = {-1: "previous", 0: "itself", 1: "next"}
GUIDED = "it → noun (guided)"
GUIDED_CROSS = "source word (guided)"
FOUND = "it → noun"

# Text of the printed figure, which has no pointer.
PAPER = {
    "caption": "{map}, layer {layer}, head {head}: {step}. Rows attend; columns are attended to.",
    "source": "{score}. Model {model}, “{sentence}” → “{output}”. Probe {probe}.",
}
MARKS = {"inf": "∞", "-inf": "−∞", "nan": "NaN"}
