"""Sentences of the page on a layer beside its figures (markdown). What is a number comes from a figure."""

from lessons.figures.kit.figure import Figure

NORM = (
    "**Choose 10 20 30 40**, then change what is divided by. The right σ grows with the numbers, so the result "
    "stays. σ² grows faster than they do: the larger the vector, the smaller what is left of it.\n\n"
    "**i is a feature.** One deck calls x_i the input of layer i, with one a and one b for each layer. x_i is "
    "number i of one vector, and γ and β have as many numbers as it has.\n\n"
    "To write LayerNorm yourself, and to see what a model is without it: the page *Ablations*."
)
UNITS = (
    "**One word at a time.** Words meet in the attention only. The feed-forward layer does the same to every word, "
    "so their order changes nothing.\n\n"
    "**Click dark cells.** Some units answer to a group, such as animals or verbs. Nobody told them "
    "to. Others answer to words that have nothing in common that we can see.\n\n"
    "**“Fires at” is not “means”.** Here it is counted over 150 sentences at most, and a word that came once has one place."
)


def about_stream(figure: Figure) -> str:
    """What to notice in the stream that is shown: where the last vectors come from."""
    stack = figure.header["stacks"][-1]
    share = figure.arrays[f"{stack['name']}.share"].values[
        ..., 0
    ]  # (part, position), of the best word
    mean = share.mean(1)  # (part,)
    most = int(mean.argmax())
    length = figure.arrays[f"{stack['name']}.length"].values.mean(1)  # (place,)
    layer, _, name = stack["parts"][most].partition(" ")
    which = f"the {name} of layer {layer}" if layer.isdigit() else stack["parts"][most]
    return (
        f"**The vector grows.** No sub-layer replaces it, each adds to it: from a length of {length[0]:.0f} to "
        f"{length[-1]:.0f} on average, in this sentence.\n\n"
        f"**Who says the word?** On average over these words {which} adds most to the score of the "
        f"best one: {mean[most]:.1f} of {mean.sum():.1f}.\n\n"
        "**In the decoder**, the table that scores is the one that reads. So before anything was added, the best "
        "word is the one that was just read.\n\n"
        "**The other language** is another table. It is scored all the same, and something always "
        "comes out on top."
    )


def about_depth(figure: Figure) -> str:
    """What to notice in the gradients over the depth."""
    ways = [way["name"] for way in figure.header["ways"]]
    alike = dict(zip(ways, figure.arrays["alike"].values, strict=True))  # (depth,) of each way
    (few, *_), (*_, many) = figure.header["depths"], figure.header["depths"]
    return (
        "**Two dangers, not one.** A gradient may vanish or explode; LayerNorm alone prevents both. But words may "
        f"also become alike. Without residual {few} layers are enough: the mean cosine of two words is "
        f"{alike['without residual'][0]:.2f}. With it they stay apart: {alike['pre'][0]:.2f} where LayerNorm comes first "
        f"(“pre”), {alike['post'][0]:.2f} where it comes last (“post”).\n\n"
        f"**Pre or post?** Choose {many}. “Post” has made the words alike as well, {alike['post'][-1]:.2f}: each LayerNorm "
        f"shrinks what the residual carries. “Pre” still has {alike['pre'][-1]:.2f}. In “post” the gradient is larger in "
        "the last layers than in the first, in “pre” it is the other way round.\n\n"
        "This is before any training. What a trained model is worth without a part: the page *Ablations*."
    )
