"""Every word that people read in the picture of a layer's heads and their sum. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "From heads to one output, in {model}"
LAYERS = {"encoder": "encoder {n}", "decoder": "decoder {n}", "cross": "cross-attention {n}"}
WORDS = {
    "layer": "Layer",
    "word": "Word that looks",
    "head": "head {head}",
    "query": "**split**: the query of “{word}”, {size} of {d} numbers",
    "weights": "**attend**: its weights on all words",
    "mixed": "**mix** the values by these weights: {size} numbers",
    "joined": "**concatenate**: all heads side by side, {d} numbers",
    "block": "**× W_O**: each head meets its own {size} rows of the {joined} × {d} matrix (an nn.Linear keeps it "
    "transposed: there they are columns)",
    "written": "what each head **writes**: {d} numbers, and how long that vector is",
    "bias": "bias",
    "output": "sum",
    "same": "The sum of the rows and the attention’s recorded output differ by at most {difference}.",
    "hover": "Point at a number to read it.",
    "read": "{what}: {value}",
    "at": "{name}, number {at}",
    "look": "{name} looks at “{word}”",
    "row": "W_O, row {row}, column {at}",
    "keys": [[["←", "→"], "word"], [["↑", "↓"], "layer"]],
    "origin": "{path} in {model}.",
    **BUTTONS,
}
PAPER = {
    "caption": "{title}: {layer}, “{word}”. What each head writes, and the bias, add up to the attention’s output."
}
