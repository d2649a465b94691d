"""Sentences of the ablations page beside its figure (markdown). They hold no measured number."""

import time

from lessons.figures.ablation.words import probability_in_words
from transformer.measure.statistics import Comparison

LEAD = {
    "norm": "LayerNorm gives every vector mean 0 and variance 1, then each feature its γ and its β.",
    "mask": "The causal mask hides what comes later from the decoder while it learns to write.",
    "scaling": "Scores are divided by √d_k, so that the softmax does not become too sharp.",
    "residual": "Each sub-layer adds to its input; without residuals its output takes the input’s place.",
    "feed_forward": "Two linear maps with a ReLU between them, at every position alike.",
    "positions": "What tells the model who stands where.",
    "head": "One of four attentions that run side by side in each self-attention.",
    "smoothing": "Label smoothing keeps a tenth of the probability for all the other words.",
    "warmup": "The learning rate starts small and rises during the first tenth of the steps.",
    "nothing": "The same recipe once more, with other initial weights and other batches.",
}

LEAD_OWN = (
    "A layer of your own, from `transformer/variants/my_….py`, in the place of the standard one."
)


def lead(part: str) -> str:
    """What the part is."""
    return LEAD.get(part, LEAD_OWN)


# Said to an answer: (column, part, measured verdict) → why that could be; of either model …
WHY = {
    ("off", "norm", "broken"): "All other weights were trained for vectors of this size.",
    ("off", "residual", "broken"): (
        "Later sub-layers expect the vectors themselves, and get only what was added to them."
    ),
    ("off", "feed_forward", "broken"): "Later weights count on what it added.",
    ("off", "positions", "broken"): "It was trained to read an order out of its vectors.",
    ("without", "mask", "broken"): (
        "In training it could look at what it was to predict, and learned to copy it. While it writes, "
        "that is not there yet."
    ),
    ("without", "head", "same"): "Three heads learn the work of four.",
    ("without", "smoothing", "same"): (
        "It changes how sure the model is, hardly what it takes for most likely."
    ),
    ("without", "warmup", "same"): (
        "Where LayerNorm stands before each sub-layer, a long warm-up is not needed (Xiong et al. 2020)."
    ),
    (
        "without",
        "nothing",
        "same",
    ): "So far apart lie these two trainings, which differ in their seed alone. Other seeds may lie further.",
}
# … or of one of them.
WHY_OF = {
    "reverse": {
        ("without", "norm", "same"): (
            "With one layer on each side nothing grows out of hand. English → French has two: look there."
        ),
        ("off", "mask", "same"): (
            "While it writes, there are no later letters yet: the mask has nothing to hide."
        ),
        ("off", "scaling", "broken"): "A model that knew mild scores is given harsh ones.",
        ("without", "scaling", "broken"): (
            "It fits what the paper suspects: through a sharp softmax hardly any gradient flows back."
        ),
        ("without", "residual", "worse"): (
            "Everything must now pass through every attention. With one layer on each side it learns, but "
            "less well; English → French has two."
        ),
        ("without", "feed_forward", "worse"): "Reversing is mostly looking and copying.",
        ("without", "positions", "broken"): "A bag of letters has no back and no front.",
        ("off", "head", "broken"): "The other heads do their own part, not its part.",
    },
    "english_french": {
        ("without", "norm", "worse"): (
            "It learns nearly everything. Reverse, with one layer on each side, lost nothing at all."
        ),
        ("off", "mask", "worse"): (
            "The last word has no future to be hidden; but in the first of two layers the words before it "
            "look ahead, and in the second it reads what they found."
        ),
        ("off", "scaling", "same"): "Sharper still, the decoder looks at the same words.",
        ("without", "scaling", "worse"): (
            "This training gets through, that of Reverse gets stuck. What a part is worth depends on the "
            "task and on the recipe."
        ),
        ("without", "residual", "broken"): (
            "Two layers on each side, and each puts its output in the place of the words. Training finds no "
            "way through; with one layer on each side, as in Reverse, it does."
        ),
        ("without", "feed_forward", "same"): (
            "For these sentences attention and its four matrices are enough."
        ),
        ("without", "positions", "worse"): (
            "Better than one would think: the words themselves say much of what belongs to what, and the "
            "decoder’s mask lets it see how many words it has written. In the sentences that "
            "it gets wrong, which adjective stands beside which noun?"
        ),
        ("off", "head", "worse"): "The other heads do their own part, not its part.",
    },
}


def why(model: str, column: str, part: str, verdict: str) -> str:
    """Why that could be, where we can say it."""
    key = (column, part, verdict)
    return WHY_OF[model].get(key) or WHY.get(key, "")


CHOICES = {"better": "better", "same": "no different", "worse": "worse", "broken": "broken"}
EXPLAINED = (
    "*Broken*: less than half as many right. *Better* or *worse*: two equally good models would differ so "
    "much, or more, in less than 5% of all comparisons."
)

NOTICE = (
    "**Two questions.** Switched off: *what does this model use the part for?* Trained without: *can the "
    "task be learned without it?* The first can be a disaster and the second nothing at all.\n\n"
    "**The interval** is about this model only, on rows or sentences that it has not seen. Others would give "
    "another share; 95 of 100 such intervals hold the true one.\n\n"
    "**One training each.** Another seed moves “trained without” too: train it here once more. *Nothing "
    "(other seed)* is one such pair; a smaller model’s trainings can lie tens of percent apart.\n\n"
    "**Ten parts, two columns.** Of twenty comparisons of equally good models, one lands below 5% by chance alone."
)
NOTICE_MASK = (
    "\n\n**Without the mask** look at how often the *next* letter or word is right, and then at what the model "
    "writes. Both are measured by computing everything anew in each step; the usual memory of earlier "
    "positions would hide later ones as the mask does."
)
NOTICE_HEAD = (
    "\n\n**Which head?** Here head number k of every self-attention is silent. Before training all four are "
    "alike, so one training with three heads answers for each of them. (In English → French one head is "
    "*guided*. Silence that one, and see.)"
)
OWN = (
    "No question: whoever trains a layer of their own has seen how it does. Train it, better with several "
    "seeds, and compare."
)
PREDICT_FIRST = "Predict first; then train it yourself."
GUIDED = "Guidance pulls on {whole} of the whole model. That one is removed here, so it pulls on {without}."


def notice(removal: str) -> str:
    """What to look for at this removal."""
    return NOTICE + {"mask": NOTICE_MASK, "head": NOTICE_HEAD}.get(removal, "")


def cards(whole: dict, without: dict | None, name: str) -> str:
    """How the models of the picture were made, from their cards."""
    lines = [made(card, name) for card in (whole, without) if card]
    if without and whole["settings"]["guide"] != without["settings"]["guide"]:
        heads = [f"head {card['settings']['guide']['head'] + 1}" for card in (whole, without)]
        lines.append(GUIDED.format(whole=heads[0], without=heads[1]))
    return "\n\n".join(lines)


def made(card: dict, name: str) -> str:
    """How one model was made."""
    settings = f"{card['settings']['steps']} steps, seed {card['settings']['seed']}"
    if "command" not in card:
        return f"`{name}` · trained here, with the recipe of the weights that ship · {settings}"
    bleu = card["held_out"].get("bleu")
    score = card["held_out"].get("exact_match")  # withdrawn where the code is another one
    said = "" if score is None else f" · {score:.1%} on its card"
    said += "" if bleu is None else f", BLEU {bleu:.2f} in the task’s words"
    return f"`{card['command']}` · {card['parameters']:,} parameters · {settings}{said}"


def training(card: dict) -> str:
    """One training in a list."""
    seed = f"seed {card['settings']['seed']}"
    if "command" in card:
        return f"ships with the project, {seed}"
    return f"trained here {ago(time.time() - card['created'])}, {seed}"


def ago(seconds: float) -> str:
    """An age as people say it."""
    minutes = max(0.0, seconds) / 60
    if minutes < 2:
        return "just now"
    if minutes < 90:
        return f"{minutes:.0f} min ago"
    return f"{minutes / 60:.0f} h ago" if minutes < 36 * 60 else f"{minutes / 1440:.0f} days ago"


def compared(trainings: list[tuple[dict, str, tuple]], pair: Comparison) -> str:
    """Two trainings of the same recipe; `pair`: the one that ships, and the other."""
    lines = [
        f"- {training(card).capitalize()}: **{share:.1%}** right, 95% interval {low:.1%} – {high:.1%} "
        f"(`{name}`)"
        for card, name, (share, low, high) in trainings
    ]
    apart = (
        f"- Only the seed differs. Right only in the first: {pair.only_first}. Right only in the second: "
        f"{pair.only_second}. Equal models would differ so in {probability_in_words(pair.p_value)} of cases."
    )
    return "\n".join([*lines, apart] if len(trainings) > 1 else lines)


def takes(steps: int, card: dict | None) -> str:
    """How long a training takes, from the card of the one that ships."""
    return f"{steps:,} steps" + (
        f"; the one that ships took {card['seconds']:.0f} s." if card else "."
    )
