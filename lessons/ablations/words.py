"""Texts of the ablations page (markdown). They contain no measured numbers."""

import time

from lessons.ablations.figures.ablation.words import probability_in_words
from lessons.kit.age import ago
from transformer.measure.statistics import Comparison

LEAD = {
    "norm": "**Layer normalization** gives every vector mean 0 and variance 1, then multiplies each component by its γ and adds its β.",
    "mask": "The **causal mask** hides later words from the decoder in training.",
    "scaling": "**Scaling** divides scores by √d_k, so that the scores of random vectors have a variance of 1.",
    "residual": "A **residual connection** adds the output of a sub-layer to its input; without it the output replaces the input.",
    "feed_forward": "The **feed-forward network** applies two linear maps, with a ReLU between them, at every position.",
    "positions": "**Positional encoding** tells the model which word is where.",
    "head": "Each self-attention layer loses one of its four **heads**.",
    "smoothing": "**Label smoothing** spreads a tenth of the target probability over all words.",
    "warmup": "**Warm-up** raises the learning rate from 0 during the first tenth of the steps.",
    "nothing": "The recipe stays the same, with different initial parameters and batches.",
}

LEAD_OWN = "Your own layer, from `transformer/variants/my_….py`, replaces the standard layer."


def lead(part: str) -> str:
    """Say what the part is."""
    return LEAD.get(part, LEAD_OWN)


# Why switching a part off has the measured effect: (part, verdict) → the reason, for both models …
OFF = {
    ("norm", "broken"): "All other parameters were trained for vectors of this size.",
    (
        "residual",
        "broken",
    ): "Later sub-layers expect the sums, but get only the outputs of earlier sub-layers.",
    ("feed_forward", "broken"): "Later layers rely on the output of this network.",
    ("positions", "broken"): "The model was trained to read the word order from these vectors.",
}
# … or for one of them.
OFF_OF = {
    "reverse": {
        (
            "mask",
            "same",
        ): "While the model writes, no later letter exists yet, so the mask hides nothing.",
        (
            "scaling",
            "broken",
        ): "The scores are √d_k times as large as in training, and every row becomes almost one-hot.",
        (
            "head",
            "broken",
        ): "The other heads have different functions and cannot replace this head.",
    },
    "english_french": {
        ("mask", "worse"): (
            "For the last word, there are no later words to hide. But in the first of two layers, earlier words attend to later words, "
            "and the second layer reads the result."
        ),
        (
            "scaling",
            "same",
        ): "The rows of the decoder become sharper, and the largest weights stay on the same words.",
        ("head", "worse"): "The other heads have different functions and cannot replace this head.",
    },
}
# What the training runs without a part show, in words; `trained.seeds` adds their scores.
WITHOUT = {
    "norm": "A model with one layer on each side learns without LayerNorm; English → French has two layers.",
    "mask": (
        "In training the model can attend to the letter that it has to predict, and learns to copy it. At inference "
        "that letter does not exist yet."
    ),
    "head": "Training can distribute the work of four heads over three.",
    "positions": "Without positions a string is a set of letters, with no first or last letter.",
    "smoothing": "Label smoothing changes how confident the model is, but hardly which word is the most probable.",
    "warmup": "With LayerNorm before the sub-layer, as here, this small model learns without warm-up.",
    "nothing": "These two training runs differ only in their seed. Other seeds can differ more.",
    "residual": "Each sub-layer replaces its input, so every letter has to pass through every attention sub-layer.",
    "feed_forward": "To reverse a string, the model mostly needs to attend and copy.",
    "scaling": "The recipe’s learning rate of 0.01 is too large for unscaled scores.",
}
WITHOUT_OF = {
    "english_french": {
        "norm": "Two layers on each side learn nearly everything without LayerNorm.",
        "scaling": "This model learns at the learning rate that is too large for Reverse.",
        "residual": "The model has two layers on each side, and each sub-layer replaces the word vectors with its "
        "output.",
        "feed_forward": "These sentences are simple, and attention with its four matrices learns most of them.",
        "positions": (
            "The words themselves show much of their order, and from the causal mask the decoder knows how many words it has "
            "written. Look at the wrong sentences: which adjective is next to which noun?"
        ),
        "mask": (
            "In training the model can attend to the word that it has to predict, and learns to copy it. At inference "
            "that word does not exist yet."
        ),
    }
}


def reason(model: str, column: str, part: str, verdict: str) -> str:
    """Return the reason for the measured effect, or ""."""
    if column == "without":
        return WITHOUT_OF.get(model, {}).get(part) or WITHOUT.get(part, "")
    key = (part, verdict)
    return OFF_OF[model].get(key) or OFF.get(key, "")


CHOICES = {"better": "better", "same": "no difference seen", "worse": "worse", "broken": "broken"}
EXPLAINED = (
    "*Broken* means that the model gets less than half as many outputs right as the whole model. *Better* and "
    "*worse* mean that **McNemar’s test** gives p < 0.05, so two equally good models would differ by this much in "
    "less than 5% of "
    "comparisons (a **significant** difference). *No difference seen* does not mean that the two models are equal. The "
    "interval of the difference shows how far apart the models could be."
)

NOTICE = (
    "**Two questions.** Switched off: *what does this model use the part for?* Trained without: *can the "
    "task be learned without it?* Switching a part off can break a model although training without it hardly lowers "
    "the accuracy.\n\n"
    "**The confidence interval** applies to this model only, on unseen strings or sentences. 95 of 100 such "
    "intervals contain the true accuracy.\n\n"
    "**Seeds and steps.** The third column shows one training run. The control below trains *Reverse* with several "
    "seeds and three numbers of steps, and shows that “worse” often means “learned later”.\n\n"
    "**Multiple comparisons.** Of twenty comparisons of equally good models, on average one gives p < 0.05 by chance."
)
NOTICE_MASK = (
    "\n\n**Without the mask**, compare the accuracy of the *next* letter or word with the accuracy of whole outputs. "
    "Both accuracies are measured without a cache, because the usual cache of earlier "
    "positions would hide later positions as the mask does."
)
NOTICE_HEAD = (
    "\n\n**Which head?** Head k of every self-attention layer is silenced. Before training all four heads are alike, "
    "so one training run with three heads represents the removal of any head. (In the English → French model, one "
    "head was trained with an auxiliary *guide* loss. Silence this head and compare.)"
)
CONTROL = "Training without the part: several seeds, three numbers of steps"
ALL_PARTS = "All parts of this model"
OWN = "There is no question about your own layer. Train it with several seeds, then compare."
PREDICT_FIRST = "First predict, then train it yourself."
GUIDED = "The guide loss acts on {whole} of the whole model. That head is removed here, so the loss acts on {without}."


def notice(removal: str) -> str:
    """Say what to notice about this removal."""
    return NOTICE + {"mask": NOTICE_MASK, "head": NOTICE_HEAD}.get(removal, "")


def cards(whole: dict, without: dict | None, name: str) -> str:
    """Describe how the models of the figure were trained, from their cards."""
    lines = [describe_model(card, name) for card in (whole, without) if card]
    if without and whole["settings"]["guide"] != without["settings"]["guide"]:
        heads = [f"head {card['settings']['guide']['head'] + 1}" for card in (whole, without)]
        lines.append(GUIDED.format(whole=heads[0], without=heads[1]))
    return "\n\n".join(lines)


def describe_model(card: dict, name: str) -> str:
    """Describe how one model was trained."""
    settings = f"{card['settings']['steps']} steps, seed {card['settings']['seed']}"
    if "command" not in card:
        return f"`{name}` · trained here, with the recipe of the shipped model · {settings}"
    bleu = card["held_out"].get("bleu")
    score = card["held_out"].get("exact_match")  # withdrawn if the code has changed
    quality = "" if score is None else f" · {score:.1%} on its card"
    quality += "" if bleu is None else f", BLEU {bleu:.2f} with the task’s tokenization"
    return f"`{card['command']}` · {card['parameters']:,} parameters · {settings}{quality}"


def describe_training(card: dict) -> str:
    """Describe one training run in a list."""
    seed = f"seed {card['settings']['seed']}"
    if "command" in card:
        return f"ships with the project, {seed}"
    return f"trained here {ago(time.time() - card['created'])}, {seed}"


def compare_trainings(trainings: list[tuple[dict, str, tuple]], pair: Comparison) -> str:
    """Compare two training runs of one recipe; `pair`: the shipped one and the other."""
    lines = [
        f"- {describe_training(card).capitalize()}: **{share:.1%}** right, 95% interval {low:.1%} to {high:.1%} "
        f"(`{name}`)"
        for card, name, (share, low, high) in trainings
    ]
    apart = (
        f"- Only the seed differs. Only the first model is correct in {pair.only_first} cases, and only the second in "
        f"{pair.only_second}. Equally good models would differ by this much in {probability_in_words(pair.p_value)} "
        f"of cases."
    )
    return "\n".join([*lines, apart] if len(trainings) > 1 else lines)


def duration(steps: int, card: dict | None) -> str:
    """Say how long a training run takes, from the card of the shipped one."""
    return f"{steps:,} steps" + (
        f"; the shipped run took {card['seconds']:.0f} s." if card else "."
    )
