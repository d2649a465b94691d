"""Hints for the cost exercise: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Start with multiply_adds and one kind. A vector of d numbers times a matrix (d, d): how many products?",
    "d · d, and that for each of n words and each matrix: a convolution has k of them, n · k · d · d.",
    'if kind == "convolution": return n * k * d * d. The other three go the same way.',
)
ATTENTION = (
    "Write down every multiplication in the forward pass of attention, with its shapes.",
    "Four matrices for each word: 4nd². Then Q Kᵀ, (n, d) times (d, n), and weights times V, (n, n) times (n, d).",
    "n * (4 * d * d + 2 * n * d)",
)
GRU = (
    "Look at transformer/recurrent/cells.py: how many rows has weight_ih, and how many weight_hh?",
    "Both have 3d rows of d numbers, and each word is multiplied by one, the state by the other.",
    "n * 6 * d * d",
)
NEAR = (
    "Which of the products of attention get fewer when each word looks at r others?",
    "The four matrices stay. Scores and mixture are n · r · d each.",
    "n * (4 * d * d + 2 * r * d)",
)
STEP = (
    "Draw seven words in a row, and mark who reads word 1 in the first layer, then in the second.",
    "With kernel 3 and growth 1 it comes one place further a layer, with kernel 5 two.",
    "Add kernel // 2 until the sum is at least n − 1, and count the layers.",
)
GROWTH = (
    "With growth 2 the places stand 1, 2, 4, … apart. How far does the third layer alone reach?",
    "kernel // 2 times the distance. The reaches of all layers are added.",
    "while reach < n - 1: reach += kernel // 2 * apart; apart *= growth; layers += 1",
)
