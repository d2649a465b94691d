"""All text of the embedding map. Fields such as `{word}` are filled in later.

To translate the figure, translate this file; neither the drawing nor the model contains sentences.
Text between ** and ** is bold.
"""

from lessons.figures.kit.button_words import BUTTONS

TITLES = {
    "map": "{table} of {model}",
    "film": "{table} of {model}, during training",
    "pairs": "From masculine to feminine in the {table} of {model}",
}
TABLES = {"source": "Source embeddings", "target": "Target embeddings"}
VIEWS = {"2d": "2-D", "3d": "3-D"}
SENTENCES = {
    "source": "What the model reads",
    "target": "What the model writes",
    "typed": "Typed words",
}
AXIS = "axis {number}: {share}% of the variance"
AXIS_ONLY = "axis {number} of the last frame"
SPECIAL, LETTER, PIECE = "special token", "symbol", "piece of a word"

CAPTIONS = {
    "map": "**Each mark is one row of the table**, a vector of {d} dimensions, projected onto the axes along which "
    "the rows vary most (PCA). These {axes} axes show {shown}% of the variance; the rest is not shown. Lines lead "
    "from the chosen word to its nearest neighbours in all {d} dimensions.",
    "film": "**After {step} of {steps} steps**, rows are projected onto the axes of the last frame, so a mark moves "
    "only if its vector changes. These two axes show {shown}% of this frame’s variance. Between two recorded frames, "
    "marks move in a straight line.",
    "pairs": "**Each arrow leads from a masculine form to its feminine form.** Axis 1 is the mean of all arrows, "
    "chosen to separate the forms; axis 2 is the direction in which the rest varies most. The two axes show {shown}% "
    "of the variance of these words. Solid arrows: found; dashed: missed.",
}

# Added to the caption if not all rows are drawn.
FEW = (
    " **{drawn} of {all} rows** are drawn: the pieces of your sentence and the nearest neighbours of each in "
    "the whole table. The neighbours of other marks were searched only among these rows."
)

WORDS = {
    "views": "dimensions",
    **BUTTONS,
    "nothing": "Click a mark or a row of the table.",
    "near": "in all {d} dimensions",
    "near_title": "Nearest by cosine",
    "seen_title": "Nearest as drawn",
    "seen": "in this figure",
    "both": "{both} of {count} words are in both lists.",
    "kept": "Over all words, {share}% of the nearest neighbours are also nearest in the drawing.",
    "row": "row {row}",
    "gender": {"m": "masculine", "f": "feminine", "": "without gender"},
    "french": {"source": "{gender} in French", "target": "{gender}"},
    "table": "The table, row by row: {rows} words × {d} dimensions",
    "table_tip": "{word}, dim {dimension}: {value}",
    "table_scale": "from −{limit} to {limit}",
    "table_label": "rows of the table; arrow keys change the word",
    "frame": "frame",
    "step": "step {step}",
    "play": "▷ play",
    "pause": "❚❚ pause",
    "film_near": "nearest after {step} steps",
    "pair_head": "{hits} of {count} correct",
    "pair_base": "{baseline} if only the nearest neighbour of the masculine form is used, without a direction",
    "pair_chance": "{chance}% with a random word",
    "pair_stays": "In {stays} of {count} pairs, the nearest word is the masculine form itself. As usual in this test, "
    "that form may not be the answer.",
    "pair_right": "“{start}” + direction → “{found}”, cosine {cosine}. Correct. Without the direction: “{neighbour}”.",
    "pair_wrong": "“{start}” + direction → “{found}”, cosine {cosine}. Wrong: “{wanted}” has rank {place}. "
    "Without the direction: “{neighbour}”.",
    "pair_columns": ["masculine", "answer", "without"],
    "chosen": "{word}, {part}; nearest: {near}",
    "origin": "Numbers from {model}, {table}.",
    "keys": {
        "map": [
            [["drag"], "zoom, or turn in 3-D"],
            [["double click"], "whole figure"],
            [["D"], "2-D or 3-D"],
            [["Esc"], "unselect"],
        ],
        "film": [[["←", "→"], "frame"], [["Space"], "play"], [["Esc"], "unselect"]],
        "pairs": [[["←", "→"], "pair"], [["Esc"], "unselect"]],
    },
}

PAPER = {
    "source": "{table}, {model}. Numbers from transformer/weights/{weights}.",
}
