"""The ablations lesson: the parts that can be removed, and the models."""

# Model → its name on the page.
MODELS = {"reverse": "Reverse", "english_french": "English → French"}
# In the order of the page; removals that affect only training come last.
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
