"""All text of Table 1, counted and timed. Text between ** and ** is bold."""

TITLE = "Table 1, counted and as printed"
SIZES = {"n": "words n", "d": "dimensions d", "k": "kernel k", "r": "window r"}
ROWS = {
    "attention": ("self-attention", "4nd² + 2n²d"),
    "gru": ("recurrent (a GRU)", "6nd²"),
    "convolution": ("convolution", "knd²"),
    "restricted": ("local attention", "4nd² + 2rnd"),
}
LAYER = "counted here"
COLUMNS = {
    "formula": "formula",
    "products": "millions",
    "turns": "sequential steps",
    "path": "longest path",
    "kept": "weights α",
    "ms": "ms",
}
# Table 1 of Vaswani et al. (2017), in the words of the paper.
PRINTED = "as printed"
PRINTED_ROWS = {
    "Self-Attention": ("O(n² · d)", "O(1)", "O(1)"),
    "Recurrent": ("O(n · d²)", "O(n)", "O(n)"),
    "Convolutional": ("O(k · n · d²)", "O(1)", "O(log_k(n))"),
    "Self-Attention (restricted)": ("O(r · n · d)", "O(1)", "O(n/r)"),
}
PRINTED_COLUMNS = ("Complexity per Layer", "Sequential Operations", "Maximum Path Length")
MASKED = (
    "**With a mask?** Attention that computes all scores and then masks distant words needs **{masked} "
    "million** multiply-adds; without the mask it needs {full} million. The times were {masked_ms} and "
    "{full_ms} ms."
)
ABOUT = (
    "“millions” are multiply-adds of one layer for n words, counted by PyTorch. “sequential steps” must wait for the "
    "previous step. “longest path” counts layers (for a GRU, steps) from the first word to the last. “ms” is the "
    "fastest of three passes on one thread of this computer, in milliseconds."
)
MEMORY = (
    "**Memory cost:** attention stores one weight for each pair of words. For {words} words read and {words} written, "
    "a slide counts {words} × {words} = {pairs} weights. Written as {letters} characters, the same sentences need "
    "{letters} × {letters} = {far} weights."
)
ORIGIN = "transformer/measure/cost, with torch.utils.flop_counter and time.perf_counter"
