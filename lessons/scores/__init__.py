"""The lesson on scores: the parts of its page, and what it opens with."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "head": (
        "Touch",
        "One row of a trained head. Move its query or overwrite a weight, and the model writes with what you did.",
    ),
    "functions": (
        "Seven scores",
        "How well a query fits a key can be computed in many ways. Each gives other weights to the same four items.",
    ),
    "root": (
        "÷ √d_k",
        "Longer vectors have larger scores. What does the softmax make of them, and what is left to learn from?",
    ),
}
HANDS = {"query": "the query", "weight": "a weight"}  # what can be moved in a head
TRANSLATOR = "english_french"
HEAD = "encoder.layers.1.self_attention/1"  # that links "it" to its noun, as a control names it
LOOKS = "it"
DICTIONARY = {
    "jack": 4098,
    "sape": 4139,
    "guido": 4127,
}  # of the Python tutorial; Vitay's deck has the first two
ASKED = "jacky"
