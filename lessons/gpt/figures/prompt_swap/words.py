"""All text of the figure of a swapped task token. Text between ** and ** is bold."""

TITLE = "One prompt, three task tokens"
KIND, LAYER, HEAD_OF = "task token", "layer", "head"
LAYER_OF, HEAD = "layer {layer}", "head {head}"
ASKED, WRITES, NOTHING, CUT = "task token", "output", "nothing", " …"
TILES = "All heads; below each, how much of its weight moves"
TIP = "{row} attends to {column}: {value}"
MOVED = (
    "**{layer}, {head}** moves **{moved}** of its weight when the task token changes. The row of the task token "
    "determines the first output word."
)
SAME = (
    "In the rows of the sentence, the maps are the same for each task token, because no row attends ahead. The maps "
    "diverge at the row of the task token."
)
NO_KINDS = "{model} has no task tokens, so none can be swapped"
ORIGIN = "Greedy decoding and one forward pass of {model} per token."
