"""All text of attention by hand. Text between ** and ** is bold."""

TITLE = "Attention by hand, on three inputs"

# For each matrix: its title, and the names of its rows and columns, which get a number.
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

# For each step: its button, its explanation, and what the arithmetic below computes.
STEPS = {
    "query": (
        "Q",
        "The **three inputs**, for example three words, are rows of four numbers. Each input is multiplied by three "
        "matrices. A model learns the matrices; here they are given. The first matrix computes the **queries**: "
        "each row describes what its input looks for.",
        "query {row}, component {column}",
    ),
    "key": (
        "K",
        "The second matrix computes the **keys**: each row describes how its input can be found.",
        "key {row}, component {column}",
    ),
    "value": (
        "V",
        "The third matrix computes the **values**: each row is what its input passes on to the inputs that attend to "
        "it.",
        "value {row}, component {column}",
    ),
    "scores": (
        "scores",
        "**A score measures how well a query matches a key:** it is their dot product. Each row is an input that "
        "attends, each column an input attended to.",
        "score of query {row} and key {column}",
    ),
    "scaled": (
        "÷ √d_k",
        "**Each score is divided by √d_k.** d_k is the dimension of a key, here {d_k}. Scores grow with the "
        "dimension; the division keeps them in check. The deck’s example omits this step; the Transformer includes "
        "it.",
        "score of query {row} and key {column}, divided",
    ),
    "weights": (
        "softmax",
        "**Softmax turns scores into weights that add up to 1.** Every score s of a row becomes e^(s), "
        "which is never negative, and is divided by the sum of its row. The **weights** show how much the query "
        "attends to each input.",
        "weight that query {row} assigns to key {column}",
    ),
    "head_output": (
        "output",
        "**The output is a weighted mixture of the values**, one row for each input. All of this, from W_Q, "
        "W_K and W_V to the output, is one **head**. A model has several heads in parallel, each with "
        "its own matrices.",
        "output {row}, component {column}",
    ),
}

ROUNDED = (
    "**The article rounds** the weights of input 1 to {weights} and obtains {rounded}. Exact: {exact}. "
    "Keep all digits until the end."
)

STEP, ROW, COLUMN, DIVIDE = "step", "row", "column", "divide by √d_k"
OFF = "this step exists only with divide=True; the deck does not divide"
DIVIDED, SOFTMAX = "÷ √{d_k} =", "→ softmax →"
SWITCH = ["no", "yes"]
HINT = "Click a number to see how it is computed."
CITED = (
    "The example is from Basili and Croce’s deck (Attention in NNs, “Attention in action”). The numbers come from "
    "the article on which the example is based. All results: transformer/attention.py."
)
