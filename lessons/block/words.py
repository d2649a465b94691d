"""Sentences of the page on a layer beside its figures (markdown). What is a number comes from a figure."""

from lessons.figures.kit.figure import Figure

NORM = (
    "**Choose 10 20 30 40**, then change what is divided by. The right σ grows with the numbers, so the result "
    "stays. σ² grows faster than they do: the larger the vector, the smaller what is left of it.\n\n"
    "**i counts the numbers of one vector.** The slides *Mining Unstructured Data 12* call x_i the input of layer i, "
    "with one a and one b for each layer. In LayerNorm x_i is number i of one vector, and γ and β have as many numbers "
    "as it has.\n\n"
    "To write LayerNorm yourself, and to see what a model is without it: the page *Ablations*."
)
UNITS = (
    "**One word at a time.** Words meet in the attention only. Feed-forward does the same to every word by itself: "
    "put another word in one place, and its output at all other places stays exactly as it was.\n\n"
    "**Click dark cells.** Some units answer to a group, such as animals or verbs. Nobody told them "
    "to. Others answer to words that have nothing in common that we can see.\n\n"
    "**A unit that fires at a word need not mean that word.** It is counted over 150 sentences at most, and many a word "
    "came only once in them."
)


def notice(shown: str, figure: Figure) -> str:
    """What to look for in what is shown."""
    if shown in ("units", "hand"):
        return UNITS if shown == "units" else NORM
    return (about_stream if shown == "stream" else about_depth)(figure)


def about_stream(figure: Figure) -> str:
    """What to notice in the stream that is shown: where the last vectors come from."""
    stack = "decoder" if "decoder.share" in figure.arrays else "encoder"
    share = figure.arrays[f"{stack}.share"]
    mean = share.values[..., 0].mean(1)  # (part,), of the best word at each position
    most = int(mean.argmax())
    length = figure.arrays[f"{stack}.length"].values.mean(1)[1:-1]  # (place,)
    layer, _, name = share.labels["part"][most].partition(" ")
    which = f"the {name} of layer {layer}" if layer.isdigit() else share.labels["part"][most]
    return (
        f"**Each sub-layer adds to the vector**, none replaces it. Its length goes from {length[0]:.0f} to "
        f"{length[-1]:.0f} on average, in this sentence.\n\n"
        f"**Where does the word come from?** On average over these words {which} adds most to the score of the "
        f"best one: {mean[most]:.1f} of {mean.sum():.1f}.\n\n"
        "**In the decoder**, the table that scores is the one that reads. So before any sub-layer has added something, "
        "the best word is the one that was just read.\n\n"
        "**The other language** is another table. Some word of it always fits best, even where nothing fits well."
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
