"""All text of the position lab. Fields such as `{p}` are filled in later.

To translate the figure, translate this file; neither the drawing nor the model contains sentences.
Text between ** and ** is bold.
"""

from lessons.figures.kit.button_words import BUTTONS, RECOMPUTE

TITLE = "Positional encoding: {scheme}, n = {positions}, d = {dimensions}"

# One entry per scheme: its button, its formula, and what to see in it.
SCHEMES = {
    "sinusoidal": {
        "title": "Sinusoidal",
        "formula": "sin, cos(p / base^(2i/d))",
        "caption": "**Each pair of dimensions is one wave**, a sine and a cosine. The first pair turns "
        "once in 2π positions, and each later pair turns more slowly.",
    },
    "concatenated": {
        "title": "Concatenated",
        "formula": "all sines, then all cosines",
        "caption": "**The same numbers in a different order**: first all sines, then all cosines. Every dot product "
        "stays the same.",
    },
    "unpaired": {
        "title": "Exponent i/d",
        "formula": "sin, cos(p / base^(i/d))",
        "caption": "**An error on a slide**: every dimension has its own exponent i/d, so no sine has a cosine of the "
        "same frequency. The dot product now depends on the positions themselves.",
    },
    "binary": {
        "title": "Binary",
        "formula": "bit j of p",
        "caption": "**The position as a binary number**, lowest bit first. Bit j flips every 2ʲ positions, so the "
        "bits also form waves, but square ones. Neighbouring positions can differ in every bit.",
    },
    "index": {
        "title": "Index",
        "formula": "p, 0, 0, …",
        "caption": "**The position itself**, in one dimension. The number soon exceeds all others, and position 0 "
        "looks equally close to all positions, because its dot product is always 0.",
    },
    "normalised": {
        "title": "Normalised",
        "formula": "p / (n − 1), 0, 0, …",
        "caption": "**The numbers run from 0 to 1** at any length. If n changes, every position gets a new number, "
        "so a number identifies a position only if you know n.",
    },
    "learned": {
        "title": "Learned",
        "formula": "one trained vector per position",
        "caption": "**Trained, not computed**: this table is from {model}, which reverses strings of up to "
        "{trained} letters. The table ends after {rows} rows; in training, no letter had a position after {last}.",
    },
    "rotary": {
        "title": "Rotary",
        "formula": "each pair of x rotated by p · ω",
        "caption": "**Nothing is added**; queries and keys are rotated. The table shows a vector of ones, "
        "rotated for each position. The score of two rows depends only on their distance.",
    },
}

# The settings of the decks and of the paper: (title, note, setting).
PRESETS = [
    {
        "title": "The paper",
        "note": "Vaswani et al. 2017: base 10000, exponent 2i/d",
        "setting": ["sinusoidal", 64, 64, 10000],
    },
    {
        "title": "n 5, d 4",
        "note": "the example in the Mining Unstructured Data deck",
        "setting": ["sinusoidal", 5, 4, 10000],
    },
    {
        "title": "base 1000",
        "note": "as printed in the deck by Militsis and Pitas; the paper uses 10000",
        "setting": ["sinusoidal", 64, 64, 1000],
    },
    {
        "title": "exponent i/d",
        "note": "as printed in the deck by Gunhee Kim; the paper uses 2⌊i/2⌋/d",
        "setting": ["unpaired", 64, 64, 10000],
    },
    {
        "title": "16 in binary",
        "note": "the counting example in the deck by Vitay",
        "setting": ["binary", 16, 4, 10000],
    },
]

# Why there is no table. The browser (while a slider is dragged) and Python use the same sentences.
REASONS = {
    "positions": "The number of positions must be a whole number from 1 to {most_positions}.",
    "dimensions": "The number of dimensions must be a whole number from 1 to {most_dimensions}.",
    "odd": "d = {dimensions} is odd, but each sine is paired with a cosine of the same frequency. "
    "Choose an even d, for example {more}.",
    "base": "The base must be a positive number, because the frequencies are its powers: 0 or a negative number "
    "yields no usable frequencies. The paper uses 10000.",
    "bits": "Position {position} needs {bits} bits, but a vector has only {dimensions} dimensions. "
    "Choose d ≥ {bits}, or fewer positions.",
    "learned": "This model learned vectors for {rows} positions. It cannot encode {positions}, because its table has "
    "no more rows.",
    "no_model": "There is no trained model with learned positions here. To train one: "
    "python -m transformer.training reverse_learned",
}

WORDS = {
    "schemes": "positional encoding",
    "presets": "Presets",
    "positions": "positions n",
    "dimensions": "dimensions d",
    "base": "base",
    "views": "view",
    "view_table": "Table",
    "view_products": "Dot products",
    "view_waves": "Waves and bits",
    "ask_table": "Which number is in which cell? Each row is the vector of one position.",
    "ask_products": "How similar are two positions? Each cell is the dot product of two rows of the table.",
    "ask_waves": "How fast does each column change, compared with the bits of a binary number?",
    "more": "More: other encodings, the decks’ settings, the size (now n = {positions}, d = {dimensions}{base})",
    "more_base": ", base {base}",
    "preview": "browser preview",
    "checked": "exact",
    "only_preview": "Python does not run here. When a slider moves, your browser computes a preview.",
    "refused": "No table for this setting",
    "table_title": "Table: one row per position",
    "rotary_title": "A vector of ones, rotated: one row per position",
    "products_title": "PE · PEᵀ: every pair of positions",
    "rows": "position",
    "columns": "dimension",
    "other": "position",
    "wave_title": "Dimension {j}",
    "wavelength": "repeats every {wavelength} positions",
    "offset_title": "Dot product with position {p}",
    "kernel_title": "Kernel: the score as a function of distance",
    "offset_axis": "distance from position {p}",
    "position_axis": "position",
    "nearest": "Most similar to position {p}: {places} ({value})",
    "farthest": "least similar: {places} ({value})",
    "and_more": "{places} and {count} more",
    "alone": "With one position, there is nothing to compare.",
    "spread": "Along a diagonal, the numbers differ by at most {spread}.",
    "spread_same": "**Only the distance matters.**",
    "spread_differs": "**The positions matter, not only their distance.**",
    "monotone": "From position {p} on, similarity falls with every step.",
    "not_monotone": "Similarity does not simply fall: position {far} ({far_value}) is more similar to position {p} "
    "than position {near} ({near_value}).",
    "waves_left": "**Columns of the table**, and the period of each in positions",
    "waves_right": "**Bits of the position**, and the period of each in positions",
    "column_bit": "bit {j}",
    "column": "dim {j}",
    "tip": "position {p}, dimension {j}: {value}",
    "tip_product": "PE({p}) · PE({q}) = {value}",
    **BUTTONS,
    "play": "▷ play the dimensions",
    "pause": "❚❚ pause",
    "keys": [
        [["←", "→"], "column"],
        [["↑", "↓"], "row"],
        [["S"], "next encoding"],
        [["V"], "next view"],
        [["space"], "play"],
    ],
    "this_number": "This number",
    "cell_title": "position {p}, dimension {j}",
    "product_title": "position {p} · position {q}",
    "pair": "pair i",
    "angle": "angle",
    "dimension_is_sine": "even: sine of pair {i}",
    "dimension_is_cosine": "odd: cosine of pair {i}",
    "first_half": "first half: sine of pair {i}",
    "second_half": "second half: cosine of pair {i}",
    "as_in_paper": "even: exponent {j}/{d}, as in the paper",
    "own_exponent": "odd: exponent {j}/{d}; the paper uses {even}/{d}",
    "turned": "1 · cos − 1 · sin of pair {i}",
    "turned_odd": "1 · sin + 1 · cos of pair {i}",
    "bit_of": "{p} in binary: {binary}",
    "is_index": "the position itself",
    "is_normalised": "position / (n − 1)",
    "is_zero": "nothing is stored in this dimension",
    "is_learned": "learned: read from the trained table",
    "own_way": "The running code disagrees with the formula, which gives {value}.",
    "sum": "sum",
    "all_products": "all {count} products",
    "product": "product",
    **RECOMPUTE,
    "stale": "The setting is changing; Python’s number appears when the slider stops.",
    "shift_title": "From position p to p + k",
    "shift_formula": "PE(p + {k}) = M · PE(p)",
    "shift_rule": "M rotates each pair by k · ω, for every p:",
    "shift_pair": "pair {i}, p = {p}",
    "shift_good": "For all pairs and {count} positions p, the largest difference is {error}.",
    "shift_bad": "No such M exists: the best least-squares fit over {count} positions is off by up to {error}.",
    "shift_far": "This rule is checked up to k = {most}; choose two positions that are closer together.",
    "shift_preview": "Python checks this when the slider stops.",
    "origin": "Numbers from transformer/positions.py and transformer/variants/rotary.py. {scheme}, n = "
    "{positions}, d = {dimensions}, base {base}.",
}

# Text of the printed figure, which has no pointer.
PAPER = {
    "caption": "{scheme}: {formula}. n = {positions}, d = {dimensions}{base}.",
    "base": ", base {base:g}",
    "table": "Table: one row per position",
    "products": "PE · PEᵀ",
    "row": "position",
    "column": "dimension",
}
