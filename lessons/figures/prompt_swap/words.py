"""Every word that people read in the picture of a swapped task token. Between ** and **: bold."""

TITLE = "One prompt, three task tokens"
KIND, LAYER, HEAD_OF = "task token", "layer", "head"
LAYER_OF, HEAD = "layer {layer}", "head {head}"
ASKED, WRITES, NOTHING, CUT = "ends in", "and the model writes", "nothing", " …"
TILES = "All heads; below each, how much its look moves"
TIP = "{row} looks at {column}: {value}"
MOVED = (
    "**{layer}, {head}** moves **{moved}** of its look when the task token is another one. The row of that word "
    "decides what is written first."
)
SAME = "In the rows of the sentence the maps are the same with each token, since nothing looks ahead; from the token’s row on they part."
NO_KINDS = "{model} has learned no task tokens, so none can be swapped"
ORIGIN = "A greedy answer and one pass of {model} for each."
