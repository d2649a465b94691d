"""All text of the curves of cost against length. Text between ** and ** is bold."""

TITLE = "Where do the two cost curves meet?"
CHOICES = {"counting": "what is counted", "d": "dimensions d", "n": "words n"}
WAYS = {
    "printed": ("as printed", "n²d against nd²", ("These are the entries of Table 1 as printed, without "
        "constant factors.")),
    "both": (
        "both products",
        "2n²d against nd²",
        "Attention has two matrix products over all pairs: queries with keys, then weights with values.",
    ),
    "rnn": (
        "a plain RNN",
        "4nd² + 2n²d against 2nd²",
        "Whole layers are counted. An RNN has two matrices; attention has four.",
    ),
    "gru": ("a GRU", "4nd² + 2n²d against 6nd²", ("Whole layers are counted. A GRU has six matrices; attention "
        "has four.")),
    "lstm": ("an LSTM", "4nd² + 2n²d against 8nd²", ("Whole layers are counted. An LSTM has eight matrices; "
        "attention has four.")),
    "clock": ("wall-clock time", "milliseconds", ("This computer has just timed one sequence on one thread.")),
}  # fmt: skip
ATTENTION, RECURRENT, FUSED = "attention", "recurrent", "GRU, PyTorch’s own loop"
LOOP = "GRU, our loop in Python"
PRODUCTS, MILLISECONDS, WORDS = (
    "**multiply-adds of one layer, in millions**",
    "**milliseconds**",
    "words n",
)
HERE = "n = {n_of}, d = {d_of}: attention {attention}, recurrent {recurrent} million multiply-adds."
CLOCK_HERE = "n = {n_of}, d = {d_of}: attention {attention} ms, our loop {recurrent} ms, PyTorch’s loop {fused} ms."
MEET = "**The curves meet at n = {n}**, {times}: attention needs fewer multiplications below and more above."
NEVER = "**The curves never meet:** attention needs more multiplications at every length, even for two words."
TIMES = {0.5: "half of d", 1.0: "equal to d", 2.0: "twice d"}
SLOWER = "**On this computer, attention is slower than PyTorch’s GRU from n = {n} on**, among the lengths timed."
FASTER = "**On this computer, attention is not slower than PyTorch’s GRU** at n = {n}, the longest sentence timed."
ORIGIN = "transformer/measure/cost, with torch.utils.flop_counter and time.perf_counter"
STEP = "How long does a training step take?"
STEP_MILLISECONDS = "**milliseconds per step, forward and backward**"
LAYERS = {"gru": "our GRU", "attention": "attention"}
STEP_GROWN = (
    "**With {times} times as many words**, {last} instead of {first}, a training step takes {gru} times as long with "
    "our GRU and {attention} times as long with attention. At {last} words, {faster} is {ratio} times as fast."
)
STEP_ABOUT = (
    "The steps were just timed on this computer with one thread, so nothing runs in parallel. The GRU takes one small "
    "step per word; the encoder layer computes a few large products for all words. Each number is the median of "
    "{passes} steps with {width} dimensions and {rows} sentences. transformer/measure/cost/training_step.py"
)
