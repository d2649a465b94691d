"""Every word that people read in attention by hand. Between ** and **: bold."""

TITLE = "Attention by hand, on three inputs"

# What stands above each matrix, and how its rows and columns are called: a name and a number.
MATRICES = {
    "x": ("x, the inputs", "input", ""),
    "W_Q": ("W_Q", "", ""),
    "W_K": ("W_K", "", ""),
    "W_V": ("W_V", "", ""),
    "query": ("Q, the queries", "query", ""),
    "key": ("K, the keys", "key", ""),
    "key_T": ("Kᵀ, the keys as columns", "", "key"),
    "value": ("V, the values", "value", ""),
    "scores": ("scores", "query", "key"),
    "scaled": ("scores ÷ √d_k", "query", "key"),
    "weights": ("weights", "query", "key"),
    "head_output": ("output", "output", ""),
}

# For each step: its button, what it does, and what the arithmetic below computes.
STEPS = {
    "query": (
        "Q",
        "**Three inputs**, each a row of four numbers: three words, say. Each is multiplied by three "
        "matrices. A model learns these; here they are given. The first one makes the **queries**: for "
        "each input a row that says what it looks for.",
        "query {row}, number {column}",
    ),
    "key": (
        "K",
        "The second matrix makes the **keys**: for each input a row that says what it can be found by.",
        "key {row}, number {column}",
    ),
    "value": (
        "V",
        "The third matrix makes the **values**: for each input a row that it hands on when it is looked at.",
        "value {row}, number {column}",
    ),
    "scores": (
        "scores",
        "**A score says how well a query fits a key:** multiply them number by number, and add up. Each "
        "row is an input that looks, each column one that is looked at.",
        "score of query {row} and key {column}",
    ),
    "scaled": (
        "÷ √d_k",
        "**Each score is divided by √d_k.** d_k is how many numbers a key has, here {d_k}. The more "
        "numbers, the larger the scores grow; the division keeps them in check. The deck’s example "
        "leaves this step out, the Transformer has it.",
        "score of query {row} and key {column}, divided",
    ),
    "weights": (
        "softmax",
        "**Softmax turns numbers into shares that add up to 1.** Every number s of a row becomes e^(s), "
        "which is never negative, and is divided by the sum of its row. The shares are the **weights**: "
        "how much each input is looked at.",
        "weight that query {row} gives to key {column}",
    ),
    "head_output": (
        "output",
        "**The output is a weighted mixture of the values**, one row for each input. All of this, from W_Q, "
        "W_K and W_V to the output, is one **head**. A model has several side by side, each with "
        "matrices of its own.",
        "output {row}, number {column}",
    ),
}

ROUNDED = (
    "**The article rounds** the weights of input 1 to {weights} and gets {rounded}. Exact: {exact}. "
    "Keep the digits until the end."
)

STEP, ROW, COLUMN, DIVIDE = "step", "row", "column", "divide by √d_k"
OFF = "this step is only there with divide=True: the deck does not divide"
DIVIDED, SOFTMAX = "÷ √{d_k} =", "→ softmax →"
SWITCH = ["no", "yes"]
HINT = "Click a number to see how it is computed."
CITED = (
    "The example is from Basili and Croce’s deck (Attention in NNs, “Attention in action”). Its numbers are those of "
    "the article that the deck follows. All results: transformer/attention.py."
)
