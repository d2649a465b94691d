"""Every word that people read where two trainings are compared. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS
from lessons.figures.training_film import words as film

TITLE = "{first} and {second}"
SAME = ("play", "pause", "head", "layer", "read", "rests", "known", "share")  # as in the film
WORDS = {name: film.WORDS[name] for name in SAME} | {
    "loss": "**Loss** of each step",
    "exact": "**Held-out exact match**",
    "floor": "floor {floor}",
    "step": "step {step}",
    "at": "step {step}: {values}",
    "given": "given",
    "right": "right answer",
    "writes": "{run} writes",
    "frame": "frame of step {step}",
    "heads": "**Every head of both** on this sentence",
    "stands": "{run}: frame of step {step}",
    "lacks": "{run}: {lacks}",
    "none_of": "The first frame of {run} is that of step {step}.",
    "no_head": "{run} has no such head.",
    "map": "**{kind}, layer {layer}, head {head}**",
    "nothing": "(nothing: it ends at once)",
    "parted": "parted here",
    "last": "{run}: loss {loss} at step {step}{score}",
    "score": ", {score} right",
    "other": "The two learn different tasks, so they are given no common sentence.",
    "slider": "step",
    **BUTTONS,
    "keys": film.WORDS["keys"],
    "origin": "Runs {first} and {second}: every point is a line of their events.jsonl, every map a forward "
    "pass of a checkpoint.",
}
MIXED = "**Held-out score**: exact match, or next pieces right"
TEXT = {  # both learn a text
    "exact": "**Held-out: next {unit} right**",
    "right": "the line goes on",
    "heads": "**Every head of both** on this line",
    "rests": film.TEXT["rests"],
    "score": ", {score} of the next {unit}s right in held-out lines, {bits} bits each",
}
OTHER = {"exact": "**Held-out {name}**"}  # of a score with a name of its own
LACKS = {"frame": "no frame yet", "layer": "its layer is not in place"}
PAPER = {
    "loss": "loss, nats a token",
    "exact": "held-out score, %",
    "step": "step",
    "head": "{run}, step {step}:\n{kind}, layer {layer}, head {head}",
    "no_head": "{run} has no such head",
    "no_frame": "{run}: {lacks}",
}
