"""The lesson on BERT: the parts of its page, its models, and its opening text."""

# Name in the address → (name on the page, sentence under it).
PARTS = {
    "sum": (
        "Input embeddings",
        "BERT’s input for each token is the sum of a token, a position and a segment embedding.",
    ),
    "hide": (
        "Masked words",
        "Type two sentences and mask a word. One model looks in both directions; the other looks only backwards.",
    ),
    "learning": (
        "Pretraining",
        "Watch forty seconds of training, step by step. Which kind of word is learned first, and which last?",
    ),
    "tables": (
        "Position embeddings",
        "Compare learned position embeddings with sinusoids.",
    ),
}
MODEL, BACK = "discourses", "discourses_causal"
OPENING = "the young queen is in the library. today she reads the new letter"
VERB = "reads"  # masked at first
# Models of the first two parts → (name on the page, opening text).
MODELS = {MODEL: ("BERT, small", OPENING)}
# Name of a table of learned positions on the page → its model.
TABLES = {"BERT, small": MODEL, "a decoder": "induction"}
