"""All text of the live curves of a training run. Text between ** and ** is bold."""

TITLE = "Training {run}: {task}"
WORDS = {
    "loss": "**Loss** of each step, in nats per token",
    "floor": "floor {floor}",
    "exact": "**Held-out exact match**, on sentences not used in training",
    "exact_and_bleu": "**Held-out exact match**; dashed: **BLEU**",
    "match": "exact",
    "unknown": "BLEU counts n-grams of 1 to 4 words (as the task splits text) in greedy translations. Each "
    "translation is at most two words longer than the longest correct one. For a word unknown to the model, <unknown> "
    "counts as correct for an exact match, but for BLEU it matches nothing.",
    "bleu": "BLEU",
    "bleu_done": "BLEU {bleu}.",
    "rate": "**Learning rate** of each step",
    "norms": "**Gradient norm** in each part, before clipping",
    "step": "step",
    "line": "**Queued**, position {place}. Training starts as soon as a slot is free.",
    "soon": "**Starting.** The first training run waits a few seconds while a process starts.",
    "preparing": "**Preparing the text**: its lines are read, cut, and split into tokens. Then training begins.",
    "running": "**Step {step} of {steps}.** About {left} s left.",
    "begun": "**Step {step} of {steps}.**",
    "done": "**Done:** {steps} steps. Final loss {loss}; exact match on {score} of the held-out sentences.",
    "unmeasured": "**Done:** {steps} steps. Final loss {loss}.",
    "cancelled": "**Cancelled** after step {step}.",
    "failed": "**Failed** after step {step}.",
    "stopped": "**Stopped** after step {step}: the app that trained it has stopped.",
    "gone": "This run was deleted.",
    "floor_said": "A word with probability p has a loss of −ln p, in a unit called the nat. The floor is the lowest "
    "loss that label smoothing ({smoothing}) permits with {words} target words: {floor} nats. A model below the floor "
    "has seen the answers.",
    "no_floor": "Without label smoothing, the lowest possible loss is 0.",
    "measured": "Exact match and gradient norms are measured at the frames, which are closer together at the start.",
    "origin": "Run {run}: every point is a line in its events.jsonl.",
}
# For a language model there is no answer to compare with, so the next piece is measured.
TEXT = {
    "loss": "**Loss** of each step, in nats per {unit}; dots: held-out lines",
    "exact": "**Held-out: next {unit} correct**, given the text before it",
    "done": "**Done:** {steps} steps. In held-out lines, {score} of the {unit}s are predicted correctly, at {bits} "
    "bits each.",
    "no_floor": "Bits are the held-out loss divided by ln 2. Dashed lines are unigram and bigram baselines, which "
    "know how frequent each {unit} is, and how frequent it is after the previous {unit}. The lowest possible loss of "
    "a text is unknown.",
    "measured": (
        "Held-out lines and gradient norms are measured at the frames, which are closer together at "
        "the start."
    ),
    "trained": "training",
    "held_out": "held out",
}
OTHER = {  # for a score with its own name
    "exact": "**Held-out {name}**, on examples not used in training",
    "done": "**Done:** {steps} steps. Final loss {loss}; {name} {score} on held-out examples.",
    "measured": "The {name} and gradient norms are measured at the frames, which are closer together at the start.",
}
