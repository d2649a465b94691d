"""Shared by several pages: the list of training runs, starting a run, and the trained models.

`catalogue` and `start` are imported with a page, so they need neither torch nor the model code; `listing`, `plan`
and `saved` need both, and pages load them with `live.load`.
"""

STATES = {
    "waiting": "queued",
    "running": "trains",
    "done": "done",
    "stopped": "stopped early",
    "cancelled": "cancelled",
    "failed": "failed",
}
ACTIVE = ("waiting", "running")
# Tasks that continue a text, without translating.
PROMPTS = ("prompts", "prompts_everything", "desk_prompt")
TEXTS = ("language_model", "induction", "induction_fixed", "walk", *PROMPTS, "text")
# Tasks that answer a question, without writing.
STORIES = ("stories", "stories_one", "stories_three", "stories_dropped", "stories_alike")
# Tasks that decide whether one sentence follows from another.
PAIRS = ("entailment", "entailment_two")
# Tasks that mask words.
HIDDEN = ("discourses",)
# Tasks that match questions with documents.
SEARCH = ("collection",)
# Tasks that describe images and videos.
FILMS = ("films",)
DRAWINGS = ("drawings", "drawings_by_hand", *FILMS)

# The choices before a training run, by their names in `Settings` and the config.
SETTINGS = (
    *("steps", "learning_rate", "schedule", "optimizer", "seed", "batch", "warmup"),
    *("smoothing", "weight_decay", "clip", "scheduled_sampling"),
)
SIZES = ("d_model", "self_heads", "d_ff", "dropout")
LAYERS = ("encoder_layers", "decoder_layers")
# Settings that can be changed when a run is repeated: name → label.
CHANGES = {
    "learning_rate": "learning rate",
    "schedule": "schedule",
    "optimizer": "optimiser",
    "warmup": "warm-up (fraction of the steps)",
    "smoothing": "label smoothing",
    "weight_decay": "weight decay",
    "clip": "gradient clipping threshold",
    "scheduled_sampling": "scheduled sampling (share of the model’s own words)",
    "batch": "batch size",
    "steps": "steps",
    "seed": "seed",
}
