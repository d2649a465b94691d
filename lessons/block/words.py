"""Sentences of the block page beside its figures (markdown). All numbers come from the figures."""

from lessons.block.measure.hidden_units import Units
from lessons.block.measure.pronoun import PRONOUNS, AtIt
from lessons.figures.kit.figure import Figure
from lessons.kit.tables import table

NORM = (
    "**Choose 10 20 30 40**, then change the divisor. The correct σ grows with the numbers, so the result stays the "
    "same. σ² grows faster, so the larger the vector, the smaller the result.\n\n"
    "**The index i.** The slides *Mining Unstructured Data 12* call x_i the input of layer i, with one *a* and one *b* "
    "per layer. In LayerNorm, x_i is component i of one vector, and γ and β have one parameter per component.\n\n"
    "On the page *Ablations* you write LayerNorm and see a model without it."
)
UNITS = (
    "**One word at a time.** Information passes between words only in attention. The **feed-forward network** applies "
    "the same function to every word separately: change one word, and the outputs at all other positions stay exactly "
    "the same. In Vaswani et al. (2017) the sizes are 512 → 2048 → 512.\n\n"
    "**Click dark cells.** Some units, or **neurons**, respond to a group of words, such as animals or verbs, although "
    "no loss term rewards this. A neuron that responds to unrelated words is **polysemantic**.\n\n"
    "**A unit that fires on a word need not represent that word.** The counts come from at most 150 sentences, and "
    "many words occur only once in them."
)
GUIDED = (
    "This page opens with a **guided** model: during training an extra loss made one encoder head attend from *it* to "
    "its noun. So the vector of *it* encodes the gender. For held-out sentences, the table counts which English word "
    "best matches the vector of *it* at the end of the encoder. The last column counts how often *he* or *she*, "
    "whichever matches better, agrees with the French pronoun; the chance level is 50%. Choose a different training "
    "run to see its stream."
)
DEAD = "How many hidden units never fire, and does this number depend on the training run?"
STACKS = ("encoder 1", "encoder 2", "decoder 1", "decoder 2")


def pronoun_table(trainings: dict[str, AtIt]) -> str:
    """Build a table with one row per training run: the vector of *it* in the encoder."""
    heads = (
        "training run",
        *(f"“{word}” matches best" for word in PRONOUNS),
        "“he” or “she” agrees with the French",
    )
    rows = [
        (
            title,
            *(f"{pronoun.best.get(word, 0)}" for word in PRONOUNS),
            f"{pronoun.agrees} of {pronoun.sentences}",
        )
        for title, pronoun in trainings.items()
    ]
    return table("control-table", heads, rows)


def dead_units_table(trainings: dict[str, dict[str, Units]]) -> str:
    """Build a table with one row per training run: the units of each layer that never fire."""
    rows = [
        (title, *(f"{units.silent()} of {len(units.fires)}" for units in layers.values()))
        for title, layers in trainings.items()
    ]
    return table("control-table", ("training run", *STACKS), rows)


def about_dead_units(trainings: dict[str, dict[str, Units]]) -> str:
    """Describe the table of units that never fire (markdown)."""
    counts = [layers["encoder.layers.1.feed_forward"].silent() for layers in trainings.values()]
    units = len(next(iter(trainings.values()))["encoder.layers.1.feed_forward"].fires)
    return (
        f"In the second encoder layer, {min(counts)} to {max(counts)} of {units} units never fire in the held-out "
        "sentences, depending on the training run. These units are **dead ReLUs**: if a unit is below 0 for every "
        "word, its gradient is 0, and training cannot revive it. A high learning rate, here 0.01, is known to kill "
        "units; this table does not test that cause."
    )


def notice(shown: str, figure: Figure, results) -> str:
    """Say what to look for in the figure."""
    if shown in ("units", "hand"):
        return UNITS if shown == "units" else NORM
    return (
        about_stream(figure)
        if shown == "stream"
        else about_depth(figure, results.cosine_without_mixing())
    )


def about_stream(figure: Figure) -> str:
    """Say what to notice in the residual stream: where the last vectors come from."""
    stack = "decoder" if "decoder.share" in figure.arrays else "encoder"
    share = figure.arrays[f"{stack}.share"]
    mean = share.values[..., 0].mean(1)  # (part,), of the best word at each position
    most = int(mean.argmax())
    length = figure.arrays[f"{stack}.length"].values.mean(1)[1:-1]  # (place,)
    layer, _, name = share.labels["part"][most].partition(" ")
    which = f"the {name} of layer {layer}" if layer.isdigit() else share.labels["part"][most]
    return (
        f"**Residual (skip) connection**: each sub-layer adds its output to the vector instead of replacing it. In "
        f"this sentence, the vector’s average norm changes from {length[0]:.0f} to {length[-1]:.0f}. Elhage "
        "et al. (2021) call this vector the **residual stream**.\n\n"
        "**Direct logit attribution** splits a logit into one part per sub-layer. On average over these words, "
        f"{which} adds most to the logit of the best word: {mean[most]:.1f} of {mean.sum():.1f}.\n\n"
        "**In the decoder**, the same table embeds and scores words. So before the first sub-layer, the best word "
        "is the word that was just read.\n\n"
        "**The other language** has its own table. Some word in that table always matches best, even if none "
        "matches well."
    )


def about_depth(figure: Figure, unmixed: dict[int, float]) -> str:
    """Say what to notice in the gradients over the depth. `unmixed`: by depth, how alike the words are without residual
    when each word attends only to itself."""
    ways = [way["name"] for way in figure.header["ways"]]
    alike = dict(zip(ways, figure.arrays["alike"].values, strict=True))  # (depth,) of each way
    adam = dict(zip(ways, figure.arrays["adam"].values, strict=True))
    (few, *_), (*_, many) = figure.header["depths"], figure.header["depths"]
    itself = ", ".join(f"{value:.2f} with {layers} layers" for layers, value in unmixed.items())
    return (
        "**Two dangers.** Gradients can vanish or explode; LayerNorm on its own prevents both. But words can also "
        f"become alike (**rank collapse**, **oversmoothing**). Without residual connections {few} layers are enough "
        f"for collapse: the mean cosine of two words is {alike['without residual'][0]:.2f}. With residual connections "
        f"the word vectors stay distinct (cosine {alike['pre'][0]:.2f} in **pre-norm**, {alike['post'][0]:.2f} in "
        f"**post-norm**). Attention is not the only cause: if each word attends only to itself, the cosine without "
        f"residual connections is still {itself}.\n\n"
        "**The models in this course are trained with Adam**, which divides out the size of a gradient. In the "
        f"{many}-layer stack with neither LayerNorm nor residual connections, Adam’s first step is still "
        f"{adam['without both'][-1]:.2f} of the learning rate; where the gradient explodes, it is "
        f"{adam['without norm'][-1]:.2f}. So a small gradient does not stop Adam; noise and rank collapse remain.\n\n"
        f"**Pre-norm or post-norm?** With {many} layers post-norm also makes the words alike "
        f"(cosine {alike['post'][-1]:.2f}), because each LayerNorm shrinks the residual stream. In pre-norm the cosine "
        f"is still {alike['pre'][-1]:.2f}. In post-norm the gradient is larger in the last layers than in the first; "
        "in pre-norm it is smaller.\n\n"
        "All these stacks are untrained. The page *Ablations* shows trained models that lack one part."
    )
