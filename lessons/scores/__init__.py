"""The parts of the scores page, and its default settings."""

from string import punctuation

# Name of a part → (its title on the page, the sentence below the title).
PARTS = {
    "head": (
        "Change a head",
        "Move the query of a row in a trained head, or overwrite a weight. The model translates again with your change.",
    ),
    "functions": (
        "Score functions",
        "A score measures how well a query matches a key. Seven functions assign the same four items different "
        "weights.",
    ),
    "root": (
        "Scaling by √d_k",
        "Vectors with more components produce larger scores. How do larger scores change the weights and the "
        "gradients?",
    ),
}
HANDS = {"query": "the query", "weight": "a weight"}  # what you can change in a head
TRANSLATOR = "english_french"
HEAD = "encoder.layers.1.self_attention/1"  # the head that links "it" to its noun
LOOKS = "it"
DICTIONARY = {
    "jack": 4098,
    "sape": 4139,
    "guido": 4127,
}  # from the Python tutorial; Vitay's deck has the first two
ASKED = "jacky"


def plain(word: str) -> str:
    """Escape a typed word for markdown."""
    return "".join(f"\\{c}" if c in punctuation else c for c in word)
