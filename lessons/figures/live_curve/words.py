"""Every word that people read beside the curves of a training. Between ** and **: bold."""

TITLE = "Training {run}: {task}"
WORDS = {
    "loss": "**Loss** of each step, in nats a token",
    "floor": "floor {floor}",
    "exact": "**Held-out exact match**, on sentences that training never sees",
    "exact_and_bleu": "**Held-out exact match**; dashed: **BLEU**",
    "match": "exact",
    "unknown": "BLEU counts runs of 1 to 4 words, as the task splits text into words, in greedy translations; each "
    "ends at the latest two words after the longest right one. Where a word is unknown to the model, <unknown> is "
    "counted as right for an exact match; for BLEU it matches nothing.",
    "bleu": "BLEU",
    "bleu_done": "BLEU {bleu}.",
    "rate": "**Learning rate** of each step",
    "norms": "**Gradient norm** in each part, before clipping",
    "step": "step",
    "line": "**In line**, at place {place}. It starts as soon as there is room.",
    "soon": "**Starting.** The first training waits a few seconds while a process warms up.",
    "preparing": "**Prepares the text**: its lines are read, cut and split. Training begins after that.",
    "running": "**Step {step} of {steps}.** About {left} s left.",
    "begun": "**Step {step} of {steps}.**",
    "done": "**Done:** {steps} steps. Loss of the last one {loss}; {score} of the held-out sentences "
    "are right to the last token.",
    "unmeasured": "**Done:** {steps} steps. Loss of the last one {loss}.",
    "cancelled": "**Cancelled** after step {step}.",
    "failed": "**Failed** after step {step}.",
    "stopped": "**Stopped** after step {step}: the app that trained it has ended.",
    "gone": "This run was deleted.",
    "floor_said": "A word of probability p costs −ln p; the unit is called a nat. The floor is the least loss "
    "that label smoothing ({smoothing}) permits with {words} target words: {floor} nats. A model that goes "
    "below it has seen the answers.",
    "no_floor": "Without label smoothing the least possible loss is 0.",
    "measured": "Exact match and gradient norms are measured at the frames, closer together at the "
    "start.",
    "origin": "Run {run}: every point is a line of its events.jsonl.",
}
# Of a text: nothing is given to be answered, so what is measured is the next piece.
TEXT = {
    "loss": "**Loss** of each step, in nats a {unit}; dots: held-out lines",
    "exact": "**Held-out: next {unit} right**, when all before it are known",
    "done": "**Done:** {steps} steps. In held-out lines {score} of the next {unit}s are right, and each "
    "costs {bits} bits.",
    "no_floor": "Bits are the loss of held-out lines ÷ ln 2. Dashed: what counting alone reaches on "
    "them, when it knows how frequent each {unit} is, and how frequent after the one before. Nobody "
    "knows the least possible loss of a text.",
    "measured": "Held-out lines and gradient norms are measured at the frames, closer together at the "
    "start.",
    "trained": "training",
    "held_out": "held out",
}
OTHER = {  # of a score with a name of its own
    "exact": "**Held-out {name}**, on examples that training never sees",
    "done": "**Done:** {steps} steps. Loss of the last one {loss}; {name} {score} on held-out examples.",
    "measured": "The {name} and gradient norms are measured at the frames, closer together at the start.",
}
