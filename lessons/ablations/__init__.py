"""The ablations lesson: what can be removed from which model."""

# Model → how the page calls it.
MODELS = {"reverse": "Reverse", "english_french": "English → French"}
# In the order of the page; a removal that concerns only training comes last.
ORDER = (
    "norm",
    "mask",
    "scaling",
    "residual",
    "feed_forward",
    "positions",
    "head",
    "smoothing",
    "warmup",
    "nothing",
)
TRAINING_ONLY = ("smoothing", "warmup", "nothing")
OPENS_WITH = ORDER[0]
