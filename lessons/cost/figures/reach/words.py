"""All text of the figure of path lengths. Text between ** and ** is bold."""

TITLE = "How far has a word’s information travelled?"
CHOICES = {"kind": "layers of", "place": "position of the word"}
KINDS = {
    "attention": "attention",
    "three": "convolution, k = 3",
    "five": "convolution, k = 5",
    "doubling": "k = 3, dilated",
    "recurrent": "a recurrent network",
}
ABOUT = {
    "attention": "**Attention** needs one layer: each word reads every word.",
    "three": "**A convolution with k = 3** reads one word to the left and one to the right, so information moves one position per "
    "layer. Local attention to r = 3 words reads the same positions.",
    "five": "**A convolution with k = 5** moves information two positions per layer. Local attention to r = 5 words reads the same positions.",
    "doubling": "**A dilated convolution** reads positions 1, 2, 4, 8 apart in successive layers, so its receptive "
    "field doubles.",
    "recurrent": "**A recurrent network** has one layer and takes one step per word, only to the right.",
}
INPUT = "input"
MAP = "after each layer or step: positions that have received information about this word"
TIP = "{row}, position {column}: {value}"
NEEDED = "Layers (or steps) from the first word to the last, in a sequence of {n}: **{layers}**."
LONG = (
    "**{n} words, k = 3:** {contiguous} layers if the kernel reads neighbouring positions (**contiguous**), {doubling} if it "
    "reads positions 1, 2, 4, … apart (**dilated**)."
)
ORIGIN = "transformer/measure/cost/paths.py: a search in the graph of links between positions"
