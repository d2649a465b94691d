"""Every word that people read in the picture of convolution and attention on one signal. Between ** and **: bold."""

TITLE = "One signal, two ways to mix it"
CHOICES = {"signal": "signal", "operator": "read by", "place": "place"}
SIGNALS = {"given": "as given", "moved": "second bump one place left"}
OPERATORS = {"convolution": "convolution", "attention": "attention"}
EDGES = {
    "convolution": "**By distance.** ¼ of the place before, ½ of itself, ¼ of the place after: at every place, "
    "whatever stands there. Here they are set by hand; a network learns them.",
    "attention": "**By content.** Each weight is made of the two numbers that meet, so places that are alike find each "
    "other at any distance. Lines are drawn from a weight of {least} on.",
}
INPUT, OUTPUT, READS = "input", "output", "read"
PLACES = "place"
MAPS = "weights of {operator} at place {place}, for places 1 to 16"
CHANGED = (
    "When the second bump moves, the weights at the first peak (place {peak}) change by up to **{convolution}** in the "
    "convolution and by up to **{attention}** in attention."
)
NAMED = (
    "One deck calls convolution “a weighted average for all inputs”. That is attention: its weights are positive and "
    "add up to 1. Those of a convolution may be anything, and reach only as far as its kernel."
)
ORIGIN = "transformer/measure/cost/signal.py: torch’s conv1d, and this project’s ScaledDotProduct"
