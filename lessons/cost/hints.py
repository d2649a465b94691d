"""Hints for the cost exercise: three for each kind of failure, from a nudge to a near-solution."""

BEGIN = (
    "Start with `multiply_adds` and one kind of layer. How many multiplications does a d-dimensional vector times a "
    "(d, d) matrix need?",
    "The product needs d · d multiplications for each word and each matrix. A convolution has k matrices, so it "
    "needs n · k · d · d multiplications.",
    'Write `if kind == "convolution": return n * k * d * d`. Treat the other three kinds likewise.',
)
ATTENTION = (
    "List every matrix product in the forward pass of attention, with its shapes.",
    "The four matrices need 4nd² multiplications. Add Q Kᵀ, which is (n, d) times (d, n), and weights times V, "
    "which is (n, n) times (n, d).",
    "Return `n * (4 * d * d + 2 * n * d)`.",
)
GRU = (
    "Look at `transformer/recurrent/cells.py`. How many rows do `weight_ih` and `weight_hh` have?",
    "Both matrices have 3d rows and d columns. One matrix multiplies the word, the other the state.",
    "Return `n * 6 * d * d`.",
)
NEAR = (
    "Which products in attention become smaller if each word attends to only r words?",
    "The four matrices stay the same. The scores and the weighted sum need n · r · d multiplications each.",
    "Return `n * (4 * d * d + 2 * r * d)`.",
)
STEP = (
    "Draw seven words. Mark the words that read word 1 in the first layer, then in the second layer.",
    "If `growth` is 1, information moves one position per layer with `kernel=3`, and two positions with `kernel=5`.",
    "Keep adding `kernel // 2` until the sum is at least n − 1. The number of additions is the number of layers.",
)
GROWTH = (
    "With `growth=2`, the inputs are 1, 2, 4, … positions apart. How far does the third layer reach?",
    "A layer reaches `kernel // 2` times the distance between its inputs. Add up the reach of all layers.",
    "Write `while reach < n - 1: reach += kernel // 2 * apart; apart *= growth; layers += 1`.",
)
