"""The lesson on sequences: the parts of its page, and the models that it opens with."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "read": ("Word by word",
        "A recurrent network keeps what it has read in one row of numbers, its state. Each word makes a new one of it."),
    "time": ("Time", "A gradient must reach the first word, back through all steps. How much arrives?"),
    "length": ("The bottleneck", "A row of letters has to be copied from one state. How long may it be?"),
    "desk": ("A conversation", "All that was said goes in, the next answer comes out. Write to it."),
}  # fmt: skip
SENTENCE = "the animal did not cross the street because it was too tired"
BOAT = "the boat did not cross the street because it was very steep"  # nobody trained on it
TRANSLATOR = "english_french_recurrent"
# Models without attention → (how the page calls them, the sentence that each opens with).
READERS = {
    TRANSLATOR: ("English → French", SENTENCE),
    "english_french_recurrent_backwards": ("English → French, read backwards", SENTENCE),
    "copy_recurrent": ("Copy", "a b c d e f"),
    "copy_recurrent_backwards": ("Copy, read backwards", "a b c d e f"),
    "copy_recurrent_twice": ("Copy, read twice", "a b c d e f"),
    "dates_recurrent": ("Dates", "3 may 1998"),
}
LOOKS, FORGETS = "desk_luong", "desk_recurrent"
DESKS = {LOOKS: "With attention", FORGETS: "Without attention"}
COPIERS = ("copy_bahdanau", "copy_recurrent_backwards", "copy_recurrent_twice", "copy_recurrent")
