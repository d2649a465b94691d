"""Every word that people read in the picture of gradients over time. Between ** and **: bold."""

TITLE = "What reaches the first word"
WAYS = {
    "rnn": (
        "RNN",
        "**RNN**: at every word the state passes tanh and the same matrix, and so does the gradient on its way back. "
        "Each passage makes it smaller.",
    ),
    "gru": (
        "GRU, default",
        "**GRU as PyTorch begins it**: its gate z stands near one half, so about half of every number is lost at each "
        "word. Having a gate does not help; it is not open.",
    ),
    "lstm": (
        "LSTM, default",
        "**LSTM as PyTorch begins it**: its forget gate stands near one half, too. After 20 words there is as little "
        "left as in the default GRU.",
    ),
    "gru open": (
        "GRU, open",
        "**GRU with an open gate**: the bias of z begins at 3, so that σ(3) = 0.95 of every number stays. Much of the "
        "gradient arrives.",
    ),
    "lstm open": (
        "LSTM, open",
        "**LSTM with an open gate**: the bias of the forget gate begins at 3. The memory is multiplied by that gate "
        "alone, by no matrix, and its gradient arrives almost whole.",
    ),
}
WORDS = {
    "ways": "cell",
    "chart": "gradient at the first word ÷ gradient at the last word",
    "across": "words read",
    "column": "{time} words",
    "about": "1: the first word gets as much as the last. The loss is asked for after the last word alone.",
    "seeds": "Fresh cells, {inputs} inputs, {hidden} numbers in the state; seeds {seeds}, thin lines. Thick: their mean (of the "
    "logarithms). Each is one backward pass, before any training: transformer/measure/recurrent/over_time.py.",
}
CLIPPING = "Clipping, where a gradient explodes and where it vanishes"
START, STEPS, CAP = "the gradient", "step of training", "the cap"
RUNS = {"plain": ("no clipping", "key", ""), "clipped": ("clipping", "query", "dash")}
CHARTS = {"norm": "**norm of the gradient of all weights, before clipping**", "loss": "**loss**"}
CLIPPED = (
    "Clipping multiplies the whole gradient by one number, so that its norm is {MOST:g} at most: the direction stays. {STEPS} "
    "steps of SGD with rate {RATE}, rows of {WORDS} words, the loss asked for after the last. Explodes: a ReLU in place of tanh, "
    "and recurrent weights that begin as {LARGE} times the identity. Vanishes: the RNN as PyTorch begins it. "
    "transformer/measure/recurrent/clipping.py"
)
STARTS = {
    "explodes": "**{large}**: so large is the gradient at the first step. Without clipping, one step along it throws the "
    "weights so far away that hardly any gradient is left, {second}; after the last step the loss is {plain}. With clipping "
    "the gradient that moves the weights is cut to {used}, and the loss ends at {cut}.",
    "vanishes": "**Clipping caps the step; it brings back nothing that vanished.** The gradient begins at {first}, below the "
    "cap, so nothing is cut off and both lines are one. After the last step the first word still gets only {plain_share} of "
    "what the last one gets, and with clipping {cut_share}.",
}
