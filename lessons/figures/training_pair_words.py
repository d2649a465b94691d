"""Every word that people read where two trainings are compared. Between ** and **: bold."""

TITLE = "{first} and {second}"
WORDS = {
    "loss": "**Loss** of each step",
    "exact": "**Held-out exact match**",
    "floor": "floor {floor}",
    "step": "step {step}",
    "at": "step {step}: {values}",
    "given": "given",
    "right": "right answer",
    "writes": "{run} writes",
    "frame": "frame of step {step}",
    "none": "no frame yet",
    "nothing": "(nothing: it ends at once)",
    "parted": "parted here",
    "last": "{run}: loss {loss} at step {step}{score}",
    "score": ", {score} right",
    "other": "The two learn different tasks, so they are given no common sentence.",
    "slider": "step",
    "copy_link": "Copy link",
    "copied": "Copied",
    "present": "Present",
    "keys": [[["←", "→"], "frame"]],
    "origin": "Runs {first} and {second}: every point is a line of their events.jsonl.",
}
PAPER = {"loss": "loss, nats a token", "exact": "held-out exact match, %", "step": "step"}
