"""The lesson on GPT: the parts of its page, its models, and the sentence that it opens with."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "rows": ("One row", "Prompt, task token, answer, padding: one text. Which of its words does the model learn to write?"),
    "swap": ("Swap the token", "A sentence of your own, and one word after it that says what is to be done."),
    "learning": ("Learning", "Three tasks in one training. Which is learned first, and what if the mask is forgotten?"),
    "sizes": ("Sizes", "From GPT to GPT-3: how many numbers, and where are they?"),
}  # fmt: skip
MODEL, EVERYTHING = "prompts", "prompts_everything"
WAYS = {"answer": MODEL, "everything": EVERYTHING}  # what the loss counts → the model trained so
# Each model of the second part: how the page calls it, and the sentence that it opens with.
SENTENCE = "the old cat never sleeps"
MODELS = {
    MODEL: ("learned the answers", SENTENCE),
    EVERYTHING: ("learned all of the row", SENTENCE),
}
# The help desk as a prompt, and by two recurrent networks → how the page calls them.
DESKS = {
    "desk_prompt": "a decoder alone, as a prompt",
    "desk_luong": "recurrent, with attention",
    "desk_recurrent": "recurrent, from one state",
}
# After which words, which next one: what the rows hold, and what the model says.
PROBES = tuple(
    [("", one) for one in ("she", "he")]
    + [(f"{who} is a", what) for what in ("doctor", "teacher", "nurse") for who in ("she", "he")]
)
