"""What several pages need of trainings: which there are, how one starts, which models they leave.

`catalogue` and `start` are read with a page, so they need neither torch nor the machine; `listing`, `plan`
and `saved` need both, and pages reach them with `live.load`.
"""

STATES = {
    "waiting": "waits in line",
    "running": "trains",
    "done": "done",
    "stopped": "stopped on the way",
    "cancelled": "cancelled",
    "failed": "failed",
}
ACTIVE = ("waiting", "running")
# Those that go on with a text: nothing is translated.
PROMPTS = ("prompts", "prompts_everything", "desk_prompt")
TEXTS = ("language_model", "induction", "induction_fixed", "walk", *PROMPTS, "text")
# Those about which a question is answered: nothing is written.
STORIES = ("stories", "stories_one", "stories_three")
# Those that say whether one sentence follows from another.
PAIRS = ("entailment", "entailment_two")
# Those of which words are hidden.
HIDDEN = ("discourses",)
# Those of questions and documents that belong together.
SEARCH = ("collection",)
# Those that are drawn, and described: pictures, and films.
FILMS = ("films",)
DRAWINGS = ("drawings", "drawings_by_hand", *FILMS)

# What can be chosen before a training, by the names that `Settings` and the config give it.
SETTINGS = ("steps", "learning_rate", "schedule", "optimizer", "seed", "batch", "warmup")
SETTINGS += ("smoothing", "weight_decay", "clip", "free_running")
SIZES = ("d_model", "self_heads", "d_ff", "dropout")
LAYERS = ("encoder_layers", "decoder_layers")
# Settings that can be changed when a training is done again: name → how it is called.
CHANGES = {
    "learning_rate": "learning rate",
    "schedule": "schedule",
    "optimizer": "optimiser",
    "warmup": "warm-up (share of the steps)",
    "smoothing": "label smoothing",
    "weight_decay": "weight decay",
    "clip": "gradient clipping at",
    "free_running": "free running (share of words)",
    "batch": "examples in a batch",
    "steps": "steps",
    "seed": "seed",
}
