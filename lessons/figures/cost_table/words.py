"""Every word that people read in Table 1, counted and timed. Between ** and **: bold."""

TITLE = "Table 1, counted and timed"
SIZES = {"n": "words n", "d": "numbers a word d", "k": "kernel k", "r": "near words r"}
ROWS = {
    "attention": ("self-attention", "4nd² + 2n²d"),
    "gru": ("recurrent (a GRU)", "6nd²"),
    "convolution": ("convolution", "knd²"),
    "restricted": ("attention to r words", "4nd² + 2rnd"),
}
LAYER = "one layer"
COLUMNS = {
    "formula": "formula",
    "products": "millions",
    "turns": "in turn",
    "path": "longest path",
    "ms": "ms, here",
}
MASKED = (
    "**And with a mask?** Attention that computes all scores and hides those of far words multiplies **{masked} "
    "million**; without the mask it is {full} million. Time, just now: {masked_ms} and {full_ms} ms."
)
ABOUT = (
    "Millions: all multiplications of one layer of this project on one row of n words, as PyTorch’s counter sees them "
    "while it runs. In turn: steps of which each must wait for the one before. Longest path: how many layers (of a "
    "GRU, steps) lie between the first word and the last."
)
TIMED = (
    "Milliseconds: the shortest of three passes, one thread, on the machine that runs this page, as busy as it was. "
    "They vary from one run to the next. The GRU is our own loop in Python."
)
ORIGIN = (
    "transformer/measure/cost: the layers run under torch.utils.flop_counter; time.perf_counter"
)
