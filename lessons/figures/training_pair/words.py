"""All text of the comparison of two training runs. Text between ** and ** is bold."""

from lessons.figures.kit.button_words import BUTTONS
from lessons.figures.training_film import words as film

TITLE = "{first} and {second}"
SAME = ("play", "pause", "head", "layer", "read", "rests", "known", "share")  # as in the recording
WORDS = {name: film.WORDS[name] for name in SAME} | {
    "loss": "**Loss** of each step",
    "exact": "**Held-out exact match**",
    "floor": "floor {floor}",
    "step": "step {step}",
    "at": "step {step}: {values}",
    "given": "given",
    "right": "correct answer",
    "writes": "{run} writes",
    "frame": "frame of step {step}",
    "heads": "**Every head of both models** on this sentence",
    "stands": "{run}: frame of step {step}",
    "lacks": "{run}: {lacks}",
    "none_of": "The first frame of {run} is at step {step}.",
    "no_head": "{run} does not have this head.",
    "map": "**{kind}, layer {layer}, head {head}**",
    "nothing": "(nothing: it ends at once)",
    "parted": "split here",
    "last": "{run}: loss {loss} at step {step}{score}",
    "score": ", {score} correct",
    "other": "The two runs learn different tasks, so they share no sentence.",
    "slider": "step",
    **BUTTONS,
    "keys": film.WORDS["keys"],
    "origin": "Runs {first} and {second}: every point is a line in their events.jsonl, and every map is a forward "
    "pass of a checkpoint.",
}
MIXED = "**Held-out accuracy**: exact match or next piece"
TEXT = {  # both are language models
    "exact": "**Held-out: next {unit} correct**",
    "right": "the line continues",
    "heads": "**Every head of both models** on this line",
    "rests": film.TEXT["rests"],
    "score": ", {score} of the next {unit}s correct in held-out lines, {bits} bits each",
}
OTHER = {"exact": "**Held-out {name}**"}  # for a score with its own name
LACKS = {"frame": "no frame yet", "layer": "its layer is missing"}
PAPER = {
    "loss": "loss, nats per token",
    "exact": "held-out score, %",
    "step": "step",
    "head": "{run}, step {step}:\n{kind}, layer {layer}, head {head}",
    "no_head": "{run} does not have this head",
    "no_frame": "{run}: {lacks}",
}
