"""The parts of the masks page, and its default sentences."""

# Name of a part → (its title on the page, the sentence below the title).
PARTS = {
    "paint": (
        "Paint a mask",
        "Drag over the cells to set which word may attend to which. The scores and weights are updated.",
    ),
    "leak": (
        "Find the leak",
        "This mask may contain a mistake. No code is shown. Each word is changed in turn, and you see which outputs "
        "change.",
    ),
    "cheat": (
        "Training and decoding",
        "Compare a model with the causal mask and one without it. How many bits does a letter cost in training, and "
        "how many when the model writes?",
    ),
}
TRANSLATOR = "english_french"
HONEST, CHEAT = "walk", "walk_without_mask"
BETWEEN = "/"  # between the typed sentences of a batch
OPENING = "the cat sleeps / the animal was too tired / we sing"
ATTENTIONS = {
    "encoder": "the encoder reads",
    "decoder": "the decoder writes",
    "cross": "cross-attention",
    "self": "it reads both ways",  # of BERT
}
# As many sentences as positions, so that (sentence, position) can be mistaken for (query, key).
LAB = (
    "the cat sleeps",
    "the animal was too tired",
    "it was too wide",
    "i am a student",
    "we sing",
    "the cat sings",
)
ASKED = "B"  # the mask of the question
RULES = {"decoder": "causal + padding (the decoder)", "encoder": "padding (the encoder)"}
