"""Every word that people read in the embedding map. `{word}` and the like are filled in later.

To translate the figure, translate this file; neither the drawing nor the model holds a sentence.
Between ** and ** stands what is printed bold.
"""

from lessons.figures.kit.button_words import BUTTONS

TITLES = {
    "map": "{table} of {model}",
    "film": "{table} of {model}, through training",
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
    "map": "**Each mark is one row of the table**, {d} numbers, seen along the axes on which the rows "
    "vary most (PCA). These {axes} axes show {shown}% of the variance; what the other axes hold is "
    "not in the picture. Lines lead from the chosen word to its nearest ones in all {d} dimensions.",
    "film": "**After {step} of {steps} steps**, seen along the axes of the last frame, so that marks "
    "move only because words do. These two axes show {shown}% of this frame’s variance. Between two "
    "recorded frames a mark glides on a straight line.",
    "pairs": "**Each arrow leads from a masculine form to its feminine.** Axis 1 is the mean of all "
    "arrows, chosen to tell the two apart; axis 2 is the one on which the rest varies most. "
    "The two show {shown}% of the variance of these words. Solid: found; dashed: missed.",
}

# Behind the caption, where not all rows are drawn.
FEW = (
    " **{drawn} of {all} rows** are drawn: the pieces of your sentence and, of each, the nearest ones in the whole table. What is "
    "nearest to another mark was looked for among these alone."
)

WORDS = {
    "views": "dimensions",
    **BUTTONS,
    "nothing": "Click a mark or a row of the table.",
    "near": "in all {d} dimensions",
    "near_title": "Nearest by cosine",
    "seen_title": "Nearest to the eye",
    "seen": "in this picture",
    "both": "{both} of {count} are in both lists.",
    "kept": "Over all words, {share}% of the nearest ones are also nearest to the eye.",
    "row": "row {row}",
    "gender": {"m": "masculine", "f": "feminine", "": "without gender"},
    "french": {"source": "{gender} in French", "target": "{gender}"},
    "table": "The table, row by row: {rows} words × {d} numbers",
    "table_tip": "{word}, number {dimension}: {value}",
    "table_scale": "from −{limit} to {limit}",
    "table_label": "rows of the table; arrow keys move the choice",
    "frame": "frame",
    "step": "step {step}",
    "play": "▷ play",
    "pause": "❚❚ pause",
    "film_near": "nearest after {step} steps",
    "pair_head": "{hits} of {count} right",
    "pair_base": "{baseline} by the nearest neighbour of the masculine alone, without a direction",
    "pair_chance": "{chance}% by drawing a word",
    "pair_stays": "In {stays} of {count} the nearest of all is the masculine itself. As is usual in this "
    "game, it is not allowed as an answer.",
    "pair_right": "“{start}” + direction → “{found}”, cosine {cosine}. Right. Without the direction: “{neighbour}”.",
    "pair_wrong": "“{start}” + direction → “{found}”, cosine {cosine}. Wrong: “{wanted}” comes at place {place}. "
    "Without the direction: “{neighbour}”.",
    "pair_columns": ["masculine", "answer", "without"],
    "chosen": "{word}, {part}: nearest are {near}",
    "origin": "Real numbers: {model}, {table}.",
    "keys": {
        "map": [
            [["drag"], "zoom, or turn in 3-D"],
            [["double click"], "whole picture"],
            [["D"], "2-D or 3-D"],
            [["Esc"], "choose nothing"],
        ],
        "film": [[["←", "→"], "frame"], [["Space"], "play"], [["Esc"], "choose nothing"]],
        "pairs": [[["←", "→"], "pair"], [["Esc"], "choose nothing"]],
    },
}

PAPER = {
    "source": "{table}, {model}. Real numbers from transformer/weights/{weights}.",
}
