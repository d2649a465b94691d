"""All text of the figure of convolution and attention on one signal. Text between ** and ** is bold."""

TITLE = "One signal, two operators"
CHOICES = {"signal": "signal", "operator": "read by", "place": "position"}
SIGNALS = {"given": "as given", "moved": "second bump one left"}
OPERATORS = {"convolution": "convolution", "attention": "attention"}
EDGES = {
    "convolution": "**A convolution weights inputs by distance:** everywhere, it takes ¼ of the previous value, ½ of the "
    "current value and ¼ of the next value. These weights are set by hand here; a network learns them.",
    "attention": "**Attention weights by content:** each weight is computed from the two values, so similar positions attend to each "
    "other at any distance. Lines show weights of at least {least}.",
}
INPUT, OUTPUT, READS = "input", "output", "read"
PLACES = "position"
MAPS = "weights of {operator} at position {place}, for positions 1 to 16"
CHANGED = (
    "When the second bump moves, the weights at the peak of the first bump (position {peak}) change by up to "
    "**{convolution}** in the convolution and by up to **{attention}** in attention."
)
NAMED = (
    "One deck calls convolution “a weighted average for all inputs”. That describes attention: its weights are positive and "
    "add up to 1. The weights of a convolution can have any sign, and they reach only as far as its kernel."
)
ORIGIN = "lessons/cost/measure/signal.py: torch’s conv1d, and this project’s ScaledDotProduct"
