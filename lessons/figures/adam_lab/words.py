"""Every word that people read in the Adam lab. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS, RECOMPUTE

TITLE = "Adam, step by step"

VIEWS = {
    "valley": "A valley",
    "weight": "A weight of the model",
    "decay": "L2 or decoupled",
}
WALKERS = {
    "SGD": "SGD + momentum",
    "Adam": "Adam",
    "uncorrected": "Adam, not corrected",
}
WAYS = {"Adam": "no decay", "Adam + L2": "Adam + L2", "AdamW": "AdamW"}

WORDS = {
    "views": "what is shown",
    "walkers": "whose numbers",
    "weights": "which weight",
    "coordinates": "of which parameter",
    "rate": "learning rate",
    "step": "step",
    "of": "{step} of {steps}",
    "play": "▷ play",
    "pause": "❚❚ pause",
    **BUTTONS,
    "keys": [
        [["←", "→"], "step"],
        [["space"], "play"],
        [["O"], "next row or optimiser"],
        [["R"], "learning rate"],
        [["C"], "x or y"],
        [["V"], "view"],
    ],
    # the valley
    "valley_title": "**J(x, y) = {a} (x − {x})² + {b} (y − {y})²**; each ellipse: one height",
    "start": "start",
    "lowest": "lowest point",
    "gone": "{name} has left the picture for good: at this learning rate it diverges.",
    "outside": "outside the picture at this step: {names}",
    "loss_title": "**Height J** after each step",
    "size_title": "**m̂ / (√v̂ + ε)** for {coordinate}, and without the corrections (dashed)",
    "velocity_title": "**The velocity v** for {coordinate}",
    "arrived": "**At learning rate {rate}** J stays below {near}: {each}.",
    "arrived_at": "{name} from step {step} on",
    "arrived_never": "{name} not in {steps} steps",
    "valley_note": "The valley is {times} times as steep in y as in x, and has one learning rate for both. SGD’s "
    "step is as long as the slope is steep: with too large a rate it jumps across and away. Adam’s step "
    "is about one learning rate long, however steep the slope: with too small a rate it is still on its way. "
    "The rates at which J stays below {near} within {steps} steps: {which}. β₁ {beta1}, β₂ {beta2}, "
    "momentum {momentum}; weight decay has its own view.",
    "arrives": "{name} {rates}",
    # a weight
    "weight_title": "**The weight**",
    "gradient_title": "**Gradient** (points), **m** (dashed) and **m̂**",
    "square_title": "**v** (dashed) and **v̂**",
    "update_title": "**What the step added** and, dashed, ± the learning rate",
    "weight_note": "Task {model}: the first {steps} steps of the training that made the shipped model: AdamW "
    "written out, learning rate rising, β₁ {beta1}, β₂ {beta2}, λ {decay}. Gradients are clipped first: in "
    "this step to {clipped} of their length.",
    # the decay alone
    "decay_title": "**A parameter that begins at 1**, under gradients +G, −G, +G, …",
    "decay_table": "**After this many steps** the parameter is",
    "size": "gradient ±{size}",
    "size_short": "L2,",
    "decay_note": "Gradients that cancel out pull nowhere; what remains is the decay, λ {decay} at learning "
    "rate {rate}. L2 sends it through m and v, so it is divided by √v̂: **the larger the gradients, the "
    "weaker the decay**. Where √v̂ is 1 both agree. AdamW keeps it apart, and all three shrink alike.",
    # the numbers
    "this_step": "This step",
    "which": "{name}, {what}, step {step}",
    "gradient": "gradient",
    "gradient_given": "from the batch, clipped",
    "gradient_swing": "to and fro",
    "not_used": "not used",
    "velocity": "velocity",
    "move": "step",
    "shrink": "decay",
    "uncorrected": "Without the corrections the step would be **{ratio} times** as long.",
    "uncorrected_now": "With the corrections it would be **1/{ratio}** of this.",
    "ended": "This walk has ended: its numbers are no longer on any paper.",
    **RECOMPUTE,
    "origin": "Numbers of transformer/training/optimizers.py.",
}

# On paper, where nothing can be pointed at.
PAPER = {
    "valley": "A valley {times:g} times as steep in y as in x; learning rate {rate:g}, {step} steps. "
    "β {beta1:g} and {beta2:g}.",
    "weight": "{weight} of {model} in the first {steps} steps of its training, with AdamW.",
    "decay": "A parameter that begins at 1, under gradients ±G in turn; λ {decay:g}, learning rate {rate:g}.",
    "step": "step",
    "height": "J",
    "value": "value",
    "gradient": "gradient and m̂",
    "square": "v̂",
    "update": "what the step added",
}
