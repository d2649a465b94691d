"""Sentences of the training page beside its figures: what to notice in each part (markdown).

They quote no number from a figure that can change. Statements about a run are read from the run itself.
"""

import time

from lessons.kit.age import ago
from lessons.models import STATES
from lessons.models.catalogue import LAYER_KINDS, is_decoder_only
from lessons.training import TASKS
from transformer.runs import Run, RunConfig

NOTICE = {
    "train": (
        "- **Floor**: the dashed line. With label smoothing, a lower loss would mean that information leaks.\n"
        "- **Plateau and cliff**: in many training runs the loss stays flat and then falls. *Copy* has hardly any "
        "plateau; *Addition* has a clear plateau.\n"
        "- **Learning rate**: with *copy*, try three rates. At 3e-4 the loss falls too slowly for this number of "
        "steps. At 1 the loss rises far above its first value and ends near the loss of random guessing. At 1e9 the "
        "loss is no longer a number, and the message names the layer where the problem began.\n"
        "- **The paper’s recipe**: choose the schedule *paper* and the optimiser *Adam*, and set label smoothing and "
        "dropout to 0.1 under More settings. The notebook shows the effect of dropout.\n"
        "- **Next character**: the model reads no source sentence, and several answers are possible. So the loss is "
        "measured in bits per character, and the dashed lines show two counting baselines."
    ),
    "film": (
        "**Plateau**: the loss hardly changes, and training looks finished. Then comes the **cliff**: the loss falls, "
        "and whole answers become correct.\n\n"
        "In the shipped run for *addition*, an extra loss (the **guide loss**) trains the first cross-attention head "
        "to attend to a digit of the first number. The other heads are not guided: one of them finds the correct digit "
        "for a while, but no head keeps attending to it.\n\n"
        "The points move because the embeddings change; all frames use the axes of the last frame. So the early point "
        "clouds look small and shapeless; the caption states the share of variance that these axes explain.\n\n"
        "An attention map shows where information can flow, not why the model gives an answer."
    ),
    "compare": (
        "Change only **one** setting, because after two changes you cannot tell which made the difference.\n\n"
        "**Each optimiser has its own best learning rate.** SGD hardly learns at Adam’s rate of 0.01, so search for "
        "each optimiser’s best rate before you compare optimisers.\n\n"
        "One seed is only one sample, so repeat the run with other seeds before you believe a small difference.\n\n"
        "A run that continues from a frame keeps the optimiser’s state and the order of the examples, so later "
        "differences come from the changed setting."
    ),
    "adam": (
        "m and v are running means of the gradient and of its square. Both means start at 0. Without **bias "
        "correction**, the first steps have the wrong length.\n\n"
        "In Adam + L2, **weight decay** passes through m and v; in AdamW it does not."
    ),
}
EQUATIONS = "Adam, Adam + L2, and AdamW"
REMARKS = "What a deck says about Adam"
RECIPE = "The recipe of “Attention Is All You Need”"
DECKS = {
    EQUATIONS: "With g = ∇J(θ), learning rate a and decay λ:\n\n"
    "- **m ← β₁ m + (1 − β₁) g** (first moment), **v ← β₂ v + (1 − β₂) g²** (second moment), m̂ = m / (1 − β₁ᵗ), v̂ = "
    "v / (1 − β₂ᵗ)\n"
    "- **Adam** (Kingma and Ba 2015): θ ← θ − a m̂ / (√v̂ + ε)\n"
    "- **Adam + L2**: the same update with g = ∇J(θ) + 2dθ, so the decay passes through m and v. PyTorch calls λ = 2d "
    "`weight_decay`.\n"
    "- **AdamW** (Loshchilov and Hutter 2019): θ ← θ − a (m̂ / (√v̂ + ε) + **λθ**), with m and v computed from ∇J "
    "only.",
    REMARKS: "Militsis and Pitas reproduce the paper’s equations for Adam. Three of their remarks need a "
    "correction.\n\n",
    RECIPE: (
        "Vaswani et al. (2017, sections 5.3 and 5.4) use **cross-entropy** with **label smoothing** of 0.1, and "
        "**Adam** with β₁ = 0.9, β₂ = 0.98 and ε = 10⁻⁹. They apply **dropout** of 0.1 to the output of each sub-layer "
        "and to the sums of embeddings and positional encodings. The learning rate rises for 4,000 steps (**warm-up**) "
        "and then falls: d_model^(−0.5) · min(step^(−0.5), step · 4000^(−1.5)). For d_model = 512:"
    ),
}
REMARKED = (
    "- **“Preventing too high gradient values”** (bias correction). m and v start at 0, so both are too *low* at "
    "first. The uncorrected first *step* has the wrong length: {steps}. With correction its length is 1 learning "
    "rate.\n"
    "- **“Second-order gradients.”** v is a mean of *squares* of gradients, which are first derivatives.\n"
    "- **(∇J)′ = ∇J + 2dθ as the “first moment”.** This sum is the regularised *gradient*, and it enters both "
    "moments. After 20 steps the result differs from `torch.optim.Adam(weight_decay=2d)` by {both}. If 2dθ enters only "
    "m, the difference is {alone}."
)
NONE_OF_ONES_OWN = (
    "The project ships with these two training runs, which differ only in the learning rate. After you train a model, "
    "you can rewind its run to any frame, change one setting and continue."
)
BY_ITSELF = "The app has no training run yet, so it automatically trains a model on the shortest task, *copy*."
MEANWHILE = "Another visitor is currently training a model."


def final_facts(run: Run, score: float | None, bleu: float | None = None) -> list[str]:
    """Return the final scores of a run and its duration."""
    events = run.events()
    what = (
        "of the next tokens correct" if is_decoder_only(run.card) else "of held-out answers correct"
    )
    scored = [] if score is None else [f"{score:.1%} {what}"]
    scored += [] if bleu is None else [f"BLEU {bleu:.2f} with the task’s tokenization"]
    return [*scored, f"{sum(e['seconds'] for e in events):.1f} s for {len(events)} steps"]


def run_line(run: Run, state: str, score: float | None, bleu: float | None = None) -> str:
    """Return one run of a list as text: state, size, score, age."""
    config = RunConfig.read(run.card)
    what = "of next tokens correct" if is_decoder_only(run.card) else "correct"
    scored = "" if score is None else f" · {score:.1%} {what}"
    scored += "" if bleu is None else f", BLEU {bleu:.2f} with the task’s tokenization"
    return (
        f"{TASKS.get(config.task, config.task)}{layers_of(config)} · {STATES[state]} · {config.settings.steps} steps · "
        f"learning rate {config.settings.learning_rate:g}{scored} · {ago(time.time() - run.card['created'])}"
    )


def layers_of(config: RunConfig) -> str:
    """Return " with attention mine", or "" if all layers are the standard ones."""
    named = [f"{kind} {name}" for kind, name in config.sizes.items() if kind in LAYER_KINDS]
    return f" with {', '.join(named)}" if named else ""
