"""Shared by several pages: the list of training runs, starting a run, and the trained models.

`catalogue` and `start` are imported with a page, so they need neither torch nor the model code; `listing`, `plan`
and `saved` need both, and pages load them with `live.import_module`.
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
