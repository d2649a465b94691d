"""The GPT lesson: the parts of its page, its models, and its first sentence."""

# Name in the address → (title of the part on the page, sentence below the title).
PARTS = {
    "rows": ("A training example", "A sequence contains a prompt, a task token, an answer and padding. Which words "
    "count in the loss?"),
    "swap": ("Task tokens", "Write your own sentence. The task token after the sentence names the task."),
    "learning": ("Three tasks", "One model learns three tasks, with and without a loss mask."),
    "sizes": ("Model sizes", "Count the parameters of each part, from GPT to GPT-3, and compare the models by year."),
}  # fmt: skip
MODEL, EVERYTHING = "prompts", "prompts_everything"
WAYS = {
    "answer": MODEL,
    "everything": EVERYTHING,
}  # what the loss counts → the model trained with it
# Each model of the second part: its name on the page, and its first sentence.
SENTENCE = "the old cat never sleeps"
MODELS = {
    MODEL: ("learned only the answers", SENTENCE),
    EVERYTHING: ("learned the whole sequence", SENTENCE),
}
REPEATS, PERIOD = (
    "induction",
    12,
)  # the model that continues repeated strings, and the length of the period
# The help desk as a prompt, and as two recurrent networks → their names on the page.
DESKS = {
    "desk_prompt": "decoder-only, as a prompt",
    "desk_luong": "recurrent, with attention",
    "desk_recurrent": "recurrent, from one state",
}
# Prefixes and next words: their frequency in the training data is compared with the model’s probability.
PROBES = tuple(
    [("", word) for word in ("she", "he")]
    + [(f"{who} is a", what) for what in ("doctor", "teacher", "nurse") for who in ("she", "he")]
)
