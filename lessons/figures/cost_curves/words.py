"""Every word that people read in the curves of cost over length. Between ** and **: bold."""

TITLE = "Where do the two curves meet?"
CHOICES = {"counting": "what is counted", "d": "numbers a word d", "n": "words n"}
WAYS = {
    "printed": ("as printed", "n²d against nd²", "Table 1 of the paper as it is printed, without factors."),
    "both": (
        "both products",
        "2n²d against nd²",
        "Attention multiplies twice: queries with keys, then weights with values.",
    ),
    "rnn": (
        "a plain RNN",
        "4nd² + 2n²d against 2nd²",
        "Whole layers. An RNN has two matrices, attention has four before any word has met another.",
    ),
    "gru": ("a GRU", "4nd² + 2n²d against 6nd²", "Whole layers. A GRU has six matrices, attention has four."),
    "lstm": ("an LSTM", "4nd² + 2n²d against 8nd²", "Whole layers. An LSTM has eight matrices, attention has four."),
    "clock": ("by the clock", "milliseconds", "Measured just now on the machine that runs this page, one row, one thread."),
}  # fmt: skip
ATTENTION, RECURRENT, FUSED = "attention", "recurrent", "GRU, PyTorch’s own loop"
LOOP = "GRU, our loop in Python"
PRODUCTS, MILLISECONDS, WORDS = (
    "**multiply-adds of one layer, in millions**",
    "**milliseconds**",
    "words n",
)
HERE = "n = {n_of}, d = {d_of}: attention {attention}, recurrent {recurrent} million."
CLOCK_HERE = "n = {n_of}, d = {d_of}: attention {attention} ms, our loop {recurrent} ms, PyTorch’s loop {fused} ms."
MEET = "**They meet at n = {n}**, {times}: below it attention multiplies less, above it more."
NEVER = "**They never meet:** attention multiplies more at every length, even for two words."
TIMES = {0.5: "half of d", 1.0: "which is d", 2.0: "twice d"}
SLOWER = "**Here attention is slower than PyTorch’s GRU from n = {n} on**, of the lengths that were timed."
FASTER = "**Here attention is not lastingly slower than PyTorch’s GRU** up to n = {n}, the longest that was timed."
ORIGIN = (
    "transformer/measure/cost: the layers run under torch.utils.flop_counter; time.perf_counter"
)
STEP = "How long does a training step take?"
STEP_MILLISECONDS = "**milliseconds of a step, forwards and backwards**"
LAYERS = {"gru": "our GRU", "attention": "attention"}
STEP_GROWN = (
    "**{times} times as many words**, from {first} to {last}: a step of our GRU takes {gru} times as long, one of "
    "attention {attention} times. At {last} words {faster} is {ratio} times as fast."
)
STEP_ABOUT = (
    "Measured just now on the machine that runs this page, on one thread, so nothing runs at the same time: the GRU makes "
    "one small step for each word, the encoder layer a few large products for all of them. {width} numbers a word, {rows} "
    "sentences; of {passes} steps the one in the middle. transformer/measure/cost/training_step.py"
)
