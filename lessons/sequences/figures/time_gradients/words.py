"""All text of the figure of gradients over time. Text between ** and ** is bold."""

TITLE = "The gradient at the first word"
WAYS = {
    "rnn": (
        "RNN",
        "**RNN**: at every word, the state passes through tanh and the same matrix, and the gradient passes back "
        "through both. Each passage makes the gradient smaller.",
    ),
    "gru": (
        "GRU, default",
        "**GRU with PyTorch’s initialization**: its update gate z is near one half, so each word removes about half of every "
        "component. The gate is not open, so it does not help.",
    ),
    "lstm": (
        "LSTM, default",
        "**LSTM with PyTorch’s initialization**: its forget gate is also near one half. After 20 words, about as little of "
        "the gradient is left as in the default GRU.",
    ),
    "gru open": (
        "GRU, open",
        "**GRU with an open gate**: the bias of z starts at 3, and σ(3) = 0.95. So 0.95 of every component is kept, "
        "and much of the gradient survives.",
    ),
    "lstm open": (
        "LSTM, open",
        "**LSTM with an open gate**: the bias of the forget gate starts at 3. Textbooks say that the gradient passes only through "
        "this gate. Compare the next curve: most of the gradient here came back through W_hh. A ratio above 1 means "
        "that the gradient *grows* on its way: it starts to explode.",
    ),
    "lstm gate": (
        "LSTM, W_hh = 0",
        "**The same LSTM with W_hh = 0**: the gradient now passes only through the forget gate. "
        "Each word multiplies the gradient by about 0.95, and 0.95 × 0.95 × … shrinks. An open gate slows vanishing "
        "down but does not stop it.",
    ),
}
WORDS = {
    "ways": "cell",
    "chart": "gradient at the first word ÷ gradient at the last word",
    "across": "words read",
    "column": "{time} words",
    "about": "At 1, the first word receives as large a gradient as the last word. The loss depends only on the state "
    "after the last word.",
    "seeds": "The untrained cells have {inputs} inputs and {hidden} state dimensions. Thin lines: seeds {seeds}. "
    "Thick lines: their geometric mean. Each number is from one backward pass before any training: "
    "lessons/sequences/measure/over_time.py.",
}
CLIPPING = "Clipping exploding and vanishing gradients"
START, STEPS, CAP = "gradient", "training step", "cap"
RUNS = {"plain": ("no clipping", "key", ""), "clipped": ("clipping", "query", "dash")}
CHARTS = {
    "norm": "**norm of the gradient of all parameters, before clipping**",
    "loss": "**loss**",
    "off": "**fraction of state components that are 0**",
}
CLIPPED = (
    "Clipping scales the whole gradient so that its norm is at most {MOST:g}; the direction stays the same. The runs "
    "use {STEPS} steps of SGD with learning rate {RATE}, sequences of {WORDS} words, and a loss after the last word. "
    "Explodes: ReLU instead of tanh, and W_hh initialized as {LARGE} times the identity. Vanishes: PyTorch’s default "
    "RNN. lessons/sequences/measure/clipping.py"
)
STARTS = {
    "explodes": "At the first step, the norm of the gradient is **{large}**. Without clipping, this one step switches "
    "the cell off: {off} of the state components are 0, and a ReLU at 0 passes no gradient. The loss falls to "
    "{after}, nearly the loss for predicting zeros ({silent}), and ends at {plain}. Clipping cuts the norm to {used}; "
    "then {cut_off} of the components are 0 after the step, the cell keeps learning, and the loss ends at {cut}.",
    "vanishes": "**Clipping limits large gradients; it does not restore vanished ones.** The gradient starts at {first}, below "
    "the cap, so nothing is clipped and the two lines coincide. After the last step, the first word still receives only "
    "{plain_share} of what the last word receives, and {cut_share} with clipping.",
}
