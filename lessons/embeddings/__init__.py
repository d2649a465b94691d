"""The embeddings lesson: the parts of its page, and how it opens."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "map": (
        "The map",
        "Every word the model knows, as a point. Click one: who is near it, and who only looks near?",
    ),
    "film": (
        "Through training",
        "The same table, from its first random numbers to its last. Drag the slider, or play.",
    ),
    "pairs": (
        "Agreement",
        "Is there one direction that leads from petit to petite, and from every other masculine form?",
    ),
    "sum": (
        "Lookup and √d_model",
        "From the number of a word to the vector that the first layer reads.",
    ),
    "scores": (
        "Scores",
        "The way back: the same table turns the decoder’s last vector into a score for every word.",
    ),
}
TRANSLATOR = "english_french"
FILMED = "street"  # the word that is followed through training at first
TABLES = {"source": "what it reads", "target": "what it writes"}
