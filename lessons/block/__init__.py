"""The block lesson: the parts of its page, and how it opens."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "stream": (
        "If it stopped here",
        "Every sub-layer adds to one vector for each word. What would the model write if it stopped after this one?",
    ),
    "norm": (
        "LayerNorm and depth",
        "LayerNorm of four numbers by hand; and what it does, with the residual, to a stack of 24 layers.",
    ),
    "units": (
        "Feed-forward",
        "A small network that works on one word at a time. Which of its hidden units fire at which words?",
    ),
}
VIEWS = {"hand": "By hand", "depth": "2 to 24 layers"}  # of the part on LayerNorm
TRANSLATOR = "english_french"
