"""The lesson on sequences: the parts of its page, and the models that it opens with."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "read": ("Word by word",
        "A recurrent network summarizes what it has read in one vector, its hidden state. How does each word change "
        "this state?"),
    "time": ("Vanishing gradients",
        "A gradient must travel from the loss back to the first word. How much of the gradient reaches the first "
        "word?"),
    "length": ("The bottleneck",
        "A decoder copies a string of letters from one state. Is the state too small, or was the training run too "
        "short?"),
    "desk": ("Dialogue",
        "The encoder reads the whole conversation, and the decoder writes the next answer. What can one state "
        "remember?"),
}  # fmt: skip
SENTENCE = "the animal did not cross the street because it was too tired"
BOAT = "the boat did not cross the street because it was very steep"  # not a sentence of training
TRANSLATOR, WITH_ATTENTION = "english_french_recurrent", "english_french_bahdanau"
# Models without attention → (how the page calls them, the sentence that each opens with).
READERS = {
    TRANSLATOR: ("English → French", SENTENCE),
    "english_french_recurrent_backwards": ("English → French, read backwards", SENTENCE),
    "copy_recurrent": ("Copy", "a b c d e f"),
    "copy_recurrent_long": ("Copy, 6,000 steps", "a b c d e f"),
    "copy_recurrent_backwards": ("Copy, read backwards", "a b c d e f"),
    "copy_recurrent_twice": ("Copy, read twice", "a b c d e f"),
    "dates_recurrent": ("Dates", "3 may 1998"),
}
LOOKS, FORGETS, LONGER = "desk_luong", "desk_recurrent", "desk_recurrent_long"
DESKS = {
    LOOKS: "With attention",
    FORGETS: "One state",
    LONGER: "One state, three times as many steps",
}
COPIERS = ("copy_bahdanau", "copy_recurrent_backwards", "copy_recurrent_twice", "copy_recurrent")
# How long the model with one state was trained → the models that are compared.
SHORT, LONG = "1,200 steps", "6,000 steps"
COMPARED = {SHORT: COPIERS, LONG: ("copy_bahdanau", "copy_recurrent", "copy_recurrent_long")}
