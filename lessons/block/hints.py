"""Hints for the exercise on a layer: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Begin with feed_forward. The comments in it say what comes next and which shape it has.",
    "x @ W_1 + b_1 gives d_ff numbers at every position: torch multiplies the last axis.",
    "hidden = (x @ W_1 + b_1).relu(), then return hidden @ W_2 + b_2.",
)
RELU = (
    "What stands between the two matrices, and where exactly?",
    "Negative hidden numbers become 0: .relu(), after b_1 was added and before W_2.",
    "hidden = (x @ W_1 + b_1).relu().",
)
ALONE = (
    "What happens at one word must not depend on the others.",
    "No mean, no maximum and no softmax over the words belongs here. The matrices touch the last axis only.",
    "hidden = (x @ W_1 + b_1).relu(), then return hidden @ W_2 + b_2.",
)
BIAS = (
    "With x = 0 the matrices are out of the game. What is left?",
    "The ReLU of b_1, times W_2, plus b_2. And no x is added in here: that is the residual’s work.",
    "return (x @ W_1 + b_1).relu() @ W_2 + b_2.",
)
LAYER = (
    "Two residuals, one after the other. What does the second one read?",
    "The result of the first. So give it a name, x, and use that name from then on.",
    "pre: x = x + attention(norm_1(x)), then return x + feed_forward(norm_2(x)).",
)
ZERO = (
    "Let both sub-layers give zeros. What must come out?",
    "pre: x itself. Otherwise norm_2(norm_1(x)): each sum is normalised although nothing was added.",
    "Otherwise: x = norm_1(x + attention(x)), then return norm_2(x + feed_forward(x)).",
)
CALLS = (
    "Write down in which order attention, feed_forward and the two norms are called, and with what.",
    "pre: norm_1, attention, norm_2, feed_forward. Otherwise: attention, norm_1, feed_forward, norm_2.",
    "pre: x + attention(norm_1(x)); otherwise: norm_1(x + attention(x)). The same again with the second.",
)
SPLIT = (
    "How many parts come out? One more than went in.",
    "Centre each part, times gamma, divided by one divisor for all; then torch.cat with β.",
    "torch.cat((gamma * (parts - parts.mean(-1, keepdim=True)) / divisor, beta.expand_as(x)[None])).",
)
ADDS_UP = (
    "The parts must add up to LayerNorm of their sum. Which of your steps is not the same for all?",
    "One divisor: √(variance of x + ε), with x = parts.sum(0). A mean for each part: the means add up too.",
    "x = parts.sum(0); divisor = torch.sqrt(x.var(-1, correction=0, keepdim=True) + eps).",
)
BETA = (
    "What would LayerNorm give if x were 0?",
    "Only β. So it comes from no part, and is the last one by itself.",
    "torch.cat((shares, beta.expand_as(x)[None])).",
)
LINEAR = (
    "Move something from one part to another. What may change in the others?",
    "Nothing: x stays as it is, and with it the divisor. Does each of your parts have a divisor of its own?",
    "The divisor is made of x = parts.sum(0) alone.",
)
PARITY = (
    "It has all properties and still other numbers. Look at ε and at the shape of x.",
    "These checks also give x without a batch axis, large numbers, and another ε.",
    "Work on the last axis throughout: -1, keepdim=True.",
)
