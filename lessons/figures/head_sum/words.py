"""Every word that people read in the picture of a layer's heads and their sum. Between ** and **: bold."""

TITLE = "From heads to one output, in {model}"
LAYERS = {"encoder": "encoder {n}", "decoder": "decoder {n}", "cross": "cross-attention {n}"}
LAYER, WORD, HEAD = "layer", "word that looks", "head {head}"
QUERY = "**split**: the query of “{{word}}”, {size} of {joined} numbers"
WEIGHTS = "**attend**: its weights on all words"
MIXED = "**mix** the values by these weights: {size} numbers"
JOINED = "**concatenate**: all heads side by side, {joined} numbers"
BLOCK = (
    "**× W_O**: each head meets its own {size} rows of the {joined} × {d} matrix (an nn.Linear keeps it transposed: "
    "there they are columns)"
)
WRITES = "what each head **writes**: {d} numbers, and how long that vector is"
MORE, BIAS, OUTPUT = "+ {head}", "+ bias", "**= sum**"
SAME = "The sum of the rows and the attention’s recorded output differ by at most {difference}."
ORIGIN = "{path} in {model}."
