"""Every word that people read in the picture of who knows of a word after how many layers. ** and **: bold."""

TITLE = "Who knows of this word?"
CHOICES = {"kind": "layers of", "place": "the word at place"}
KINDS = {
    "attention": "attention",
    "three": "convolution, k = 3",
    "five": "convolution, k = 5",
    "doubling": "k = 3, dilated",
    "recurrent": "a recurrent network",
}
ABOUT = {
    "attention": "**One layer.** Everybody reads everybody.",
    "three": "**One place further with each layer**, to both sides. Attention to r = 3 words reads the same places.",
    "five": "**Two places further with each layer.** Attention to r = 5 words reads the same places.",
    "doubling": "**The places that are read stand 1, 2, 4, 8 apart**, layer by layer: the reach doubles.",
    "recurrent": "**One word further with each step**, and only to the right: one layer, as many steps as words.",
}
INPUT = "input"
MAP = "after each layer, or step: who knows of it"
TIP = "{row}, place {column}: {value}"
NEEDED = "**{layers}** until the last word knows of the first, in a row of {n}."
LONG = (
    "**{n} words, k = 3:** {contiguous} layers where the kernel’s places are neighbours, {doubling} where they stand "
    "1, 2, 4, … apart."
)
ORIGIN = "transformer/measure/cost/paths.py: a search through the graph of who reads whom"
