"""Hints for the block exercise: three for each kind of failure, from a nudge to nearly the whole solution."""

BEGIN = (
    "Begin with `feed_forward`: its comments describe the steps and the shapes.",
    "`x @ W_1 + b_1` has d_ff values at every position, because `@` acts on the last axis of x.",
    "`hidden = (x @ W_1 + b_1).relu()`, then `return hidden @ W_2 + b_2`.",
)
RELU = (
    "What belongs between the two matrices, and where exactly?",
    "Negative hidden values become 0: use `.relu()` after adding b_1 and before W_2.",
    "`hidden = (x @ W_1 + b_1).relu()`.",
)
ALONE = (
    "The output at one word must not depend on the other words.",
    "Do not use a mean, a maximum or a softmax over the words. The matrices act only on the last axis.",
    "`hidden = (x @ W_1 + b_1).relu()`, then `return hidden @ W_2 + b_2`.",
)
BIAS = (
    "With x = 0, x W_1 is 0: which terms remain?",
    "Only `relu(b_1) @ W_2 + b_2` remains. Do not add x here, because the residual connection adds it.",
    "`return (x @ W_1 + b_1).relu() @ W_2 + b_2`.",
)
LAYER = (
    "There are two residual connections, one after the other. What does the second sub-layer read?",
    "The second sub-layer reads the result of the first: assign that result to x and use x from then on.",
    "Pre-norm: `x = x + attention(norm_1(x))`, then `return x + feed_forward(norm_2(x))`.",
)
ZERO = (
    "Suppose both sub-layers return zeros. What must the layer return?",
    (
        "If `pre` is True, return x itself; otherwise return `norm_2(norm_1(x))`, because each sum is normalised "
        "although nothing was added."
    ),
    "Post-norm: `x = norm_1(x + attention(x))`, then `return norm_2(x + feed_forward(x))`.",
)
CALLS = (
    "Write down the order in which you call `attention`, `feed_forward` and the two norms, with the argument of "
    "each call.",
    "Pre-norm: `norm_1`, `attention`, `norm_2`, `feed_forward`. Post-norm: `attention`, `norm_1`, `feed_forward`, "
    "`norm_2`.",
    "Pre-norm: `x + attention(norm_1(x))`. Post-norm: `norm_1(x + attention(x))`. The second sub-layer follows the "
    "same rule.",
)
SPLIT = (
    "How many parts must the function return? It returns one more than it receives.",
    "Centre each part, multiply it by γ, and divide it by one common divisor; then append β with `torch.cat`.",
    "`torch.cat((gamma * (parts - parts.mean(-1, keepdim=True)) / divisor, beta.expand_as(x)[None]))`.",
)
ADDS_UP = (
    "The parts must add up to LayerNorm of their sum. Which of your steps is not the same for all parts?",
    "Use one divisor, √(variance of x + ε), with `x = parts.sum(0)`. Subtract each part’s own mean.",
    "`x = parts.sum(0); divisor = torch.sqrt(x.var(-1, correction=0, keepdim=True) + eps)`.",
)
BETA = (
    "What would LayerNorm return if x were 0?",
    "LayerNorm would return only β. So β comes from no part of x and is a separate last part.",
    "`torch.cat((shares, beta.expand_as(x)[None]))`.",
)
LINEAR = (
    "Move a vector from one part to another. What changes in the other parts?",
    "Nothing changes, because x and the divisor stay the same. Does each of your parts have its own divisor?",
    "Compute the divisor only from `x = parts.sum(0)`.",
)
PARITY = (
    "All properties hold, but the numbers differ from the reference. Check ε and the shape of x.",
    "The checks also use x without a batch axis, large numbers, and a different ε.",
    "Use `dim=-1` and `keepdim=True` in every mean and variance.",
)
