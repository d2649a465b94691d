"""Sentences of the ablations page beside its figure (markdown). They hold no measured number."""

LEAD = {
    "norm": "LayerNorm gives every vector mean 0 and variance 1 before a layer reads it.",
    "mask": "The causal mask hides later words from the decoder while it learns to write.",
    "scaling": "Scores are divided by √d_k, so that the softmax does not become too sharp.",
    "residual": "Each layer adds to its input; without residuals its output takes the input’s place.",
    "feed_forward": "Two linear maps with a ReLU between them, at every position alike.",
    "positions": "What tells the model who stands where.",
    "head": "One of four attentions that run side by side in each self-attention.",
    "smoothing": "Label smoothing keeps a tenth of the probability for all the other words.",
    "warmup": "The learning rate starts small and rises during the first tenth of the steps.",
    "nothing": "The same recipe once more, with other initial weights and other batches.",
}

# Said to an answer: (column, part, measured verdict) → why that could be.
WHY = {
    ("off", "norm", "broken"): "All other weights were trained for vectors of this size.",
    ("without", "norm", "same"): (
        "With one layer a stack nothing grows out of hand. Deep stacks are another matter."
    ),
    ("off", "mask", "same"): (
        "While it writes, there are no later words yet: the mask has nothing to hide."
    ),
    ("off", "mask", "worse"): (
        "The last word has no future to be hidden; but in the first of two layers the words before it look "
        "ahead, and in the second it reads what they found."
    ),
    ("without", "mask", "broken"): (
        "In training it could look at the word that it was to predict, and learned to copy it. "
        "While it writes, that word is not there."
    ),
    ("off", "scaling", "broken"): "A model that knew mild scores is given harsh ones.",
    ("without", "scaling", "broken"): (
        "The paper’s reason for scaling fits: a sharp softmax hands back hardly any gradient."
    ),
    ("off", "scaling", "same"): "Sharper still, the decoder looks at the same words.",
    ("off", "residual", "broken"): (
        "Later layers expect the words themselves, and get only what was added to them."
    ),
    ("without", "residual", "worse"): (
        "Everything must now pass through every attention. It learns, but less well."
    ),
    ("off", "feed_forward", "broken"): "Later weights count on what it added.",
    ("without", "feed_forward", "worse"): "Reversing is mostly looking and copying.",
    ("off", "positions", "broken"): "A bag of words has no order.",
    ("without", "positions", "broken"): "A bag of letters has no back and no front.",
    ("off", "head", "worse"): "The other heads do their own part, not its part.",
    ("off", "head", "broken"): "The other heads do their own part, not its part.",
    (
        "without",
        "head",
        "same",
    ): "Three heads learn to share among three what four share among four.",
    ("without", "smoothing", "same"): (
        "It changes how sure the model is, hardly which word comes first."
    ),
    ("without", "warmup", "same"): (
        "Where LayerNorm stands before each layer, a long warm-up is not needed (Xiong et al. 2020)."
    ),
    ("without", "nothing", "same"): "So far apart are two trainings that should not differ.",
}

CHOICES = {"better": "better", "same": "no different", "worse": "worse", "broken": "broken"}
EXPLAINED = (
    "*Broken*: less than half as many sentences right. *Better* or *worse*: a fair coin would divide "
    "the sentences on which the two disagree so unevenly less than once in twenty times."
)

NOTICE = (
    "**Two questions.** Switched off: *what does this model use the part for?* Trained without: *can the "
    "task be learned without it?* The first can be a disaster and the second nothing at all.\n\n"
    "**The interval** is about these sentences only. Other sentences would give another share; 95 of 100 "
    "such intervals hold the true one.\n\n"
    "**One training each.** Another seed moves “trained without” too. Look at *anything: another "
    "seed* before you believe a small difference.\n\n"
    "**Ten parts, two columns.** Ask twenty questions, and one coin in twenty lands below 5 % by itself."
)
NOTICE_MASK = (
    "\n\n**Without the mask** look at the *next word right*, and then at what the model writes. Both are "
    "measured by computing every word anew in each step; the usual memory of earlier words would hide "
    "later ones as the mask does."
)
NOTICE_HEAD = (
    "\n\n**Which head?** Here head number k of every self-attention is silent. Before training all four are "
    "alike, so one training with three heads answers for each of them."
)


def notice(removal: str) -> str:
    """What to look for at this removal."""
    return NOTICE + {"mask": NOTICE_MASK, "head": NOTICE_HEAD}.get(removal, "")


def cards(whole: dict, without: dict | None) -> str:
    """How the models of the picture were made, from their cards."""
    lines = [whole] + ([without] if without else [])
    return "\n\n".join(
        f"`{card['command']}` · {card['parameters']:,} parameters · {card['settings']['steps']} steps, "
        f"seed {card['settings']['seed']} · {card['held_out']['exact_match']:.1%} on its card"
        for card in lines
    )
