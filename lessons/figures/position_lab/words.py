"""Every word that people read in the position lab. `{p}` and the like are filled in later.

To translate the figure, translate this file; neither the drawing nor the machine holds a sentence.
Between ** and ** stands what is printed bold.
"""

from lessons.figures.kit.button_words import BUTTONS, RECOMPUTE

TITLE = "Positions: {scheme}, n = {positions}, d = {dimensions}"

# Of each scheme: its button, its formula, and what to see in it.
SCHEMES = {
    "sinusoidal": {
        "title": "Sinusoidal",
        "formula": "sin, cos(p / base^(2i/d))",
        "caption": "**Each pair of dimensions is one wave**, a sine and a cosine. The first pair turns "
        "once in 2π positions, every next one more slowly.",
    },
    "concatenated": {
        "title": "Concatenated",
        "formula": "all sines, then all cosines",
        "caption": "**The same numbers in another order**: first all sines, then all cosines. Every dot "
        "product stays what it was.",
    },
    "unpaired": {
        "title": "Exponent i/d",
        "formula": "sin, cos(p / base^(i/d))",
        "caption": "**A slip of a slide**: every dimension has its own exponent i/d, so no sine has a "
        "cosine of its frequency. The dot product now depends on where you stand.",
    },
    "binary": {
        "title": "Binary",
        "formula": "bit j of p",
        "caption": "**The position as a binary number**, lowest bit first. Bit j flips every 2ʲ "
        "positions: waves too, but with corners. Neighbours can differ in every bit.",
    },
    "index": {
        "title": "Index",
        "formula": "p, 0, 0, …",
        "caption": "**The position itself**, in one dimension. It outgrows every other number, and "
        "position 0 looks equally near to all: its dot product is always 0.",
    },
    "normalised": {
        "title": "Normalised",
        "formula": "p / (n − 1), 0, 0, …",
        "caption": "**From 0 to 1**, whatever the length. Change n: every position gets another number, "
        "so nobody can read a place from it without knowing n.",
    },
    "learned": {
        "title": "Learned",
        "formula": "one trained vector a position",
        "caption": "**Trained, not computed**: the table of {model}, which reverses rows of at most "
        "{trained} letters. It has {rows} rows: no letter ever stood at a place past {last}, and after the last row "
        "there is nothing.",
    },
    "rotary": {
        "title": "Rotary",
        "formula": "each pair of x turned by p · ω",
        "caption": "**Nothing is added**: queries and keys are turned. Shown is a vector of ones after "
        "its turn at each position. Two of them score by their distance alone.",
    },
}

# The decks' settings, and the paper's. (title, what it is, setting, cell that it opens at)
PRESETS = [
    {
        "title": "The paper",
        "note": "Vaswani et al. 2017: base 10000, exponent 2i/d",
        "setting": ["sinusoidal", 64, 64, 10000],
    },
    {
        "title": "n 5, d 4",
        "note": "the example of the Mining Unstructured Data deck",
        "setting": ["sinusoidal", 5, 4, 10000],
    },
    {
        "title": "base 1000",
        "note": "as printed in the deck by Militsis and Pitas; the paper has 10000",
        "setting": ["sinusoidal", 64, 64, 1000],
    },
    {
        "title": "exponent i/d",
        "note": "as printed in the deck by Gunhee Kim; the paper has 2⌊i/2⌋/d",
        "setting": ["unpaired", 64, 64, 10000],
    },
    {
        "title": "16 in binary",
        "note": "the counting example of the deck by Vitay",
        "setting": ["binary", 16, 4, 10000],
    },
]

# Why there is no table. The same sentences while a slider is dragged and from Python.
REASONS = {
    "positions": "The number of positions must be a whole number from 1 to {most_positions}.",
    "dimensions": "The number of dimensions must be a whole number from 1 to {most_dimensions}.",
    "odd": "d = {dimensions} is odd, but each sine is paired with a cosine of the same frequency. "
    "Choose an even d, for example {more}.",
    "base": "The base must be a positive number: frequencies are its powers, and 0 or a negative "
    "number has none that can be used. The paper has 10000.",
    "bits": "Position {position} needs {bits} bits, but a vector has only {dimensions} numbers. "
    "Choose d ≥ {bits}, or fewer positions.",
    "learned": "This model learned {rows} positions. For {positions} there is no vector: what is "
    "learned ends where the training ended.",
    "no_model": "There is no trained model with learned positions here. To make it: "
    "python -m transformer.training reverse_learned",
}

WORDS = {
    "schemes": "how positions are marked",
    "presets": "Settings to start from",
    "positions": "positions n",
    "dimensions": "dimensions d",
    "base": "base",
    "views": "what is shown",
    "view_table": "Table",
    "view_products": "Dot products",
    "view_waves": "Waves and bits",
    "ask_table": "Which number stands at which place? Each row is the vector of one position.",
    "ask_products": "How alike are two positions? Each cell is the dot product of two rows of the table.",
    "ask_waves": "How fast does each column change, beside the bits of a binary number?",
    "more": "More: other ways, the decks’ settings, and the size (now n = {positions}, d = {dimensions}{base})",
    "more_base": ", base {base}",
    "preview": "preview by your browser",
    "checked": "exact",
    "only_preview": "Here is no Python: after a slider moved, your browser computes the preview.",
    "refused": "No table for this setting",
    "table_title": "Table: one row a position",
    "rotary_title": "A vector of ones, turned: one row a position",
    "products_title": "PE · PEᵀ: each position with each",
    "rows": "position",
    "columns": "dimension",
    "other": "position",
    "wave_title": "Dimension {j}",
    "wavelength": "repeats every {wavelength} positions",
    "offset_title": "Dot product with position {p}",
    "kernel_title": "Kernel: what distance alone makes of a score",
    "offset_axis": "distance from position {p}",
    "position_axis": "position",
    "nearest": "Most like position {p}: {places} ({value})",
    "farthest": "least like it: {places} ({value})",
    "and_more": "{places} and {count} more",
    "alone": "One position has no other to be compared with.",
    "spread": "Along a diagonal the numbers differ by at most {spread}.",
    "spread_same": "**Only the distance counts.**",
    "spread_differs": "**It matters where you stand, not only how far apart.**",
    "monotone": "From position {p} on, similarity falls with every step.",
    "not_monotone": "It does not simply fall: position {far} ({far_value}) is more like position {p} "
    "than position {near} ({near_value}) is.",
    "waves_left": "**Columns of the table**, and after how many positions each repeats",
    "waves_right": "**Bits of the position**, and after how many positions each repeats",
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
        [["S"], "next way"],
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
    "own_exponent": "odd: exponent {j}/{d}, where the paper has {even}/{d}",
    "turned": "1 · cos − 1 · sin of pair {i}",
    "turned_odd": "1 · sin + 1 · cos of pair {i}",
    "bit_of": "{p} in binary: {binary}",
    "is_index": "the position itself",
    "is_normalised": "position / (n − 1)",
    "is_zero": "nothing is stored in this dimension",
    "is_learned": "learned: read from the trained table",
    "own_way": "The code that runs makes this number in its own way. The formula would give {value}.",
    "sum": "sum",
    "all_products": "all {count} products",
    "product": "product",
    **RECOMPUTE,
    "stale": "The setting is changing: Python’s number comes when the slider rests.",
    "shift_title": "From position p to p + k",
    "shift_formula": "PE(p + {k}) = M · PE(p)",
    "shift_rule": "M turns each pair by k · ω, whatever p is:",
    "shift_pair": "pair {i}, p = {p}",
    "shift_good": "All pairs, {count} positions p: largest difference {error}.",
    "shift_bad": "No such M: the best that least squares finds over {count} positions is off by up "
    "to {error}.",
    "shift_far": "Checked up to k = {most}; choose a nearer pair of positions.",
    "shift_preview": "Checked by Python when the slider rests.",
    "origin": "Numbers of transformer/positions.py and transformer/variants/rotary.py. {scheme}, n = "
    "{positions}, d = {dimensions}, base {base}.",
}

# On paper, where nothing can be pointed at.
PAPER = {
    "caption": "{scheme}: {formula}. n = {positions}, d = {dimensions}{base}.",
    "base": ", base {base:g}",
    "table": "Table: one row a position",
    "products": "PE · PEᵀ",
    "row": "position",
    "column": "dimension",
}
