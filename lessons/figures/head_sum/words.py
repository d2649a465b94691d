"""Every word that people read in the picture of a layer's heads and their sum. Between ** and **: bold."""

TITLE = "From heads to one output, in {model}"
LAYERS = {"encoder": "encoder {n}", "decoder": "decoder {n}", "cross": "cross-attention {n}"}
LAYER, WORD, HEAD = "layer", "word that looks", "head {head}"
QUERY = "**split**: the query of “{word}”"
WEIGHTS = "**attend**: its weights on all words"
MIXED = "**mix** the values by these weights"
JOINED, ALL = "**concatenate**: all heads side by side", "all heads"
BLOCK = (
    "**× W_O**: each head meets rows of its own of the matrix (an nn.Linear keeps it transposed: there "
    "they are columns)"
)
WRITES = "what each head **writes**, and how long that vector is"
BIAS, OUTPUT = "+ bias", "= sum"
SAME = "The sum of the rows and the attention’s recorded output differ by at most {difference}."
ORIGIN = "{path} in {model}."
