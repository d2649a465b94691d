"""The lesson *The Transformer block*: the parts of its page and the models it opens with."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "stream": (
        "Residual stream",
        (
            "Every sub-layer adds its output to the residual stream of a word. What would the model "
            "write if it stopped after a given sub-layer?"
        ),
    ),
    "norm": (
        "Layer normalization",
        (
            "Apply LayerNorm to four numbers by hand, and compare stacks of 2 to 24 layers with and without "
            "residual connections."
        ),
    ),
    "units": (
        "Feed-forward network",
        (
            "The position-wise feed-forward network applies W_1, ReLU and W_2 to each word separately. On which "
            "words does a hidden unit fire?"
        ),
    ),
}
VIEWS = {"hand": "By hand", "depth": "2 to 24 layers"}  # of the part on LayerNorm
TRANSLATOR = "english_french"
# The same recipe with two seeds, and without guidance with two seeds.
TRAININGS = {
    "english_french": "guided",
    "english_french_again": "guided, another seed",
    "english_french_unguided": "unguided, seed 0",
    "english_french_unguided_seed_2": "unguided, seed 2",
}
