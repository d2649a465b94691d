"""All text of the figure of a layer's heads and their sum. Text between ** and ** is bold."""

TITLE = "From heads to one output, in {model}"
LAYERS = {"encoder": "encoder {n}", "decoder": "decoder {n}", "cross": "cross-attention {n}"}
LAYER, WORD, HEAD = "layer", "word", "head {head}"
QUERY = "**split**: the query of “{{word}}”, {size} of {joined} dimensions"
WEIGHTS = "**attend**: its weights on all words"
MIXED = "**mix** the values by these weights: {size} dimensions"
JOINED = "**concatenate**: all heads side by side, {joined} dimensions"
BLOCK = (
    "**× W_O**: each head uses its own {size} rows of the {joined} × {d} matrix (columns of the nn.Linear’s "
    "weight)"
)
WRITES = "what each head **writes**: {d} dimensions, and the norm of that vector"
MORE, BIAS, OUTPUT = "+ {head}", "+ bias", "**= sum**"
SAME = "The sum of the rows and the attention’s recorded output differ by at most {difference}."
ORIGIN = "{path} in {model}."
