"""Parts of the page “Embeddings” and its opening settings."""

# Name in the address → (title of the part, sentence under the title).
PARTS = {
    "map": (
        "Embedding map",
        "Every word in the vocabulary is a point. Click a point: which words are near it, and which only appear near?",
    ),
    "film": (
        "During training",
        "How does the embedding matrix change during training? Drag the slider, or press play.",
    ),
    "pairs": (
        "Gender agreement",
        "Does one direction lead from petit to petite, and from each masculine form to its feminine form?",
    ),
    "sum": (
        "Lookup and √d_model",
        "How does a word’s index become the vector that the first layer reads?",
    ),
    "scores": (
        "Output logits",
        "Weight tying: the same table turns the decoder’s last vector into a logit for every word.",
    ),
}
TRANSLATOR = "english_french"
FILMED = "street"  # the word that the recording follows at first
TABLES = {"source": "source tokens", "target": "target tokens"}
