"""The lesson on hidden words: the parts of its page, its models, and the pair of sentences that it opens with."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "sum": (
        "The sum",
        "What goes in, for each token: what it is, where it stands, and in which sentence. Three vectors, added.",
    ),
    "hide": (
        "Hide a word",
        "Type two sentences and hide a word. Who looks both ways, and who only back?",
    ),
    "learning": (
        "Learning",
        "Forty seconds of training, moment by moment. What is learned first, and what has to wait?",
    ),
    "tables": (
        "Tables",
        "Where does a token stand? Position vectors that were learned, and those of a formula.",
    ),
}
MODEL, BACK = "discourses", "discourses_causal"
OPENING = "the young queen is in the library. today she reads the new letter"
VERB = "reads"  # is hidden at first
# Models of the first two parts → (how the page calls them, what they open with).
MODELS = {MODEL: ("BERT, small", OPENING)}
# How the page calls the tables of learned positions → the model that has them.
TABLES = {"BERT, small": MODEL, "a decoder": "induction"}
