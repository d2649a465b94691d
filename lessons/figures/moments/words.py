"""Every word that people read in the picture of moments. ** and **: bold."""

TITLE = "What can be computed at the same time?"
CHOICES = {"ways": "reads", "layers": "layers", "moment": "moment"}
WAYS = {"one": "one way", "both": "both ways"}
PARTS = {
    "one": ("layer {}",),
    "both": ("layer {} →", "layer {} ←"),
    "attention": ("attention {}", "feed-forward {}"),
}
TITLES = dict.fromkeys(WAYS, "**Word after word**: {done} at this moment") | {"attention": "**Attention**: {done} at this moment"}  # fmt: skip
TIP = "{row} · {column}: moment {value}"
VERDICT = "**{2} moments** one after the other for {0} words, {3} for {1}. With attention: {4} for {0} words, {5} for {1}."
WHY = {
    "one": "**A wave.** A state needs the one at its left and the one below it. So a layer may start as soon as the one "
    "below has read its first word, and each further layer costs one moment more: words + layers − 1.",
    "both": "**The wave breaks.** A layer takes from each word what both ways of the layer below have made of it, and the "
    "way back comes to the first word last. So each layer waits for all of the one below: words × layers.",
}
ORIGIN = (
    "transformer/measure/recurrent/moments.py: the code of the reader and of the encoder layer itself, run with cells "
    "that count. With as many processors as there is work for."
)


def rows(kind: str, layers: int) -> list[str]:
    """The names of the rows, the first layer below."""
    return [part.format(n) for n in range(1, layers + 1) for part in PARTS[kind]][::-1]
