"""The masks lesson: the parts of its page, and the sentences that it opens with."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "paint": (
        "Paint a mask",
        "Drag over the cells: who may look at whom? The scores, the weights and what moves what follow.",
    ),
    "leak": (
        "Find the leak",
        "Somebody made a mistake in a mask. No code is shown. Each word is changed in turn, and you see which outputs move.",
    ),
    "cheat": (
        "The model that cheats",
        "A loss can be too good. Here nobody can know the answer, so a model that does has seen it.",
    ),
}
TRANSLATOR = "english_french"
HONEST, CHEAT = "walk", "walk_without_mask"
BETWEEN = "/"  # sentences of a batch, as they are typed
OPENING = "the cat sleeps / the animal was too tired / we sing"
ATTENTIONS = {
    "encoder": "the encoder reads",
    "decoder": "the decoder writes",
    "cross": "cross-attention",
    "self": "it reads both ways",  # of BERT
}
# As many sentences as places, so that (sentence, place) can be mistaken for (query, key).
LAB = (
    "the cat sleeps",
    "the animal was too tired",
    "it was too wide",
    "i am a student",
    "we sing",
    "the cat sings",
)
ASKED = "B"  # the mask that the question is about
RULES = {"decoder": "causal + padding (the decoder)", "encoder": "padding (the encoder)"}
