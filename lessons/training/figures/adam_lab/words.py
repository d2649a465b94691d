"""All text of the Adam lab. Text between ** and ** is bold."""

from lessons.figures.kit.button_words import BUTTONS, RECOMPUTE

TITLE = "Adam, step by step"

VIEWS = {
    "valley": "A valley",
    "weight": "A model parameter",
    "decay": "L2 or decoupled",
}
WALKERS = {
    "SGD": "SGD + momentum",
    "Adam": "Adam",
    "uncorrected": "Adam, not corrected",
}
WAYS = {"Adam": "no decay", "Adam + L2": "Adam + L2", "AdamW": "AdamW"}

WORDS = {
    "views": "view",
    "walkers": "optimiser",
    "weights": "parameter",
    "coordinates": "coordinate",
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
    # the view of the valley
    "valley_title": "**J(x, y) = {a} (x − {x})² + {b} (y − {y})²**; each ellipse marks one height",
    "start": "start",
    "lowest": "lowest point",
    "gone": "{name} has left the figure because it diverges at this learning rate.",
    "outside": "outside the figure at this step: {names}",
    "loss_title": "**Height J** after each step",
    "size_title": "**m̂ / (√v̂ + ε)** for {coordinate}, and without the corrections (dashed)",
    "velocity_title": "**The velocity v** for {coordinate}",
    "arrived": "**At learning rate {rate}**, J stays below {near}: {each}.",
    "arrived_at": "{name} from step {step} on",
    "arrived_never": "{name} not within {steps} steps",
    "valley_note": "The valley is {times} times as steep in y as in x, but both have the same learning rate. An SGD "
    "step is proportional to the slope, so SGD overshoots and diverges if the rate is too large. An Adam step is "
    "about one learning rate long at any slope, so Adam is slow if the rate is too small. J stays below {near} within "
    "{steps} steps at these rates: {which}. β₁ = {beta1}, β₂ = {beta2}, momentum {momentum}. Weight decay has its own "
    "view.",
    "arrives": "{name} {rates}",
    # the view of a model parameter
    "weight_title": "**The parameter**",
    "gradient_title": "**Gradient** (points), **m** (dashed) and **m̂**",
    "square_title": "**v** (dashed) and **v̂**",
    "update_title": "**The update**; dashed: ± the learning rate",
    "weight_note": "These are the first {steps} training steps of the shipped model for the task {model}. Training "
    "uses our own AdamW with a rising learning rate, β₁ = {beta1}, β₂ = {beta2} and λ = {decay}. Gradients are "
    "clipped first: in this step, to {clipped} of their norm.",
    # the view of weight decay
    "decay_title": "**A parameter that starts at 1**, under gradients +G, −G, +G, …",
    "decay_table": "**The parameter** after this many steps",
    "size": "gradient ±{size}",
    "size_short": "L2,",
    "decay_note": "These gradients cancel out, so only the decay remains, with λ = {decay} and learning rate {rate}. "
    "With L2, the decay passes through m and v, so it is divided by √v̂: **the larger the gradients, the weaker the "
    "decay**. L2 and decoupled decay agree where √v̂ is 1. AdamW keeps the decay separate, so all three parameters "
    "shrink equally.",
    # the panel of numbers
    "this_step": "This step",
    "which": "{name}, {what}, step {step}",
    "gradient": "gradient",
    "gradient_given": "from the batch, clipped",
    "gradient_swing": "alternating",
    "not_used": "not used",
    "velocity": "velocity",
    "move": "step",
    "shrink": "decay",
    "uncorrected": "Without the corrections, the step would be **{ratio} times** as long.",
    "uncorrected_now": "With the corrections, the step would be **1/{ratio}** as long.",
    "ended": "This walk has ended because its numbers became too large.",
    **RECOMPUTE,
    "origin": "Numbers from transformer/training/optimizers.py.",
}

# Text of the printed figure, which has no pointer.
PAPER = {
    "valley": "A valley {times:g} times as steep in y as in x; learning rate {rate:g}, {step} steps. β₁ = {beta1:g}, "
    "β₂ = {beta2:g}.",
    "weight": "{weight} of {model} in the first {steps} training steps, with AdamW.",
    "decay": "A parameter that starts at 1, under alternating gradients ±G; λ = {decay:g}, learning rate {rate:g}.",
    "step": "step",
    "height": "J",
    "value": "value",
    "gradient": "gradient and m̂",
    "square": "v̂",
    "update": "update",
}
