"""Hints for the exercise of Adam: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Go step by step. The comments in adam_step say what comes next; six lines are enough.",
    "m = beta1 * m + (1 - beta1) * gradient is the first of them; v is the same kind of mean, of the squares.",
    "return parameter - lr * direction, m, v, with direction = m_hat / (v_hat.sqrt() + eps).",
)
SHAPE = (
    "Every tensor here has the shape of the parameter, and so have all three that come back.",
    "Each parameter has an m and a v of its own. Is there a sum or a mean in your code?",
    "Use * and + on whole tensors, and no .sum(), .mean() or .norm().",
)
FINITE = (
    "NaN or infinity comes out of a division by 0, or of the root of a negative number.",
    "Which is 0 at t = 1, or for a gradient of 0? Print what you divide by.",
    "m_hat / (v_hat.sqrt() + eps), with v of squares, and m_hat = m / (1 - beta1**t), t from 1.",
)
MEAN = (
    "A running mean keeps a share of the old value and takes the rest from the new one.",
    "The two shares add up to 1: beta1 and 1 − beta1.",
    "m = beta1 * m + (1 - beta1) * gradient; return this m, before any correction.",
)
SQUARE = (
    "v is the same kind of mean as m, of something else and with a share of its own.",
    "It averages the square of each entry, and beta2 is the share of the old mean.",
    "v = beta2 * v + (1 - beta2) * gradient**2; return this v, before any correction.",
)
FIRST = (
    "At the first step, what is m as a multiple of the gradient, and what is √v?",
    "m = (1 − beta1) g and v = (1 − beta2) g². Corrected, they are g and g², so m̂ / √v̂ is ±1.",
    "m_hat = m / (1 - beta1**t); v_hat = v / (1 - beta2**t); and go downhill: parameter - lr * …",
)
LATER = (
    "A gradient that never changes: what are the corrected means after t steps?",
    "After t steps m is (1 − beta1^t) g. So what must it be divided by?",
    "m_hat = m / (1 - beta1**t); v_hat = v / (1 - beta2**t). The power is t, the number of the step.",
)
EPS = (
    "eps is there so that nothing is divided by 0. Where exactly does it stand?",
    "Beside the root, not under it: a gradient of the size of eps makes half a step.",
    "direction = m_hat / (v_hat.sqrt() + eps)",
)
NOTHING = (
    "With weight_decay = 0 the two kinds are the same. Are they in your code?",
    "Every term with weight_decay must be 0 when weight_decay is 0.",
    "gradient + weight_decay * parameter, and parameter - lr * weight_decay * parameter.",
)
L2 = (
    "L2 changes the gradient before anything else happens to it.",
    "The gradient of ½ λ θ² is λ θ. It enters m and v as if the loss had asked for it.",
    "if not decoupled: gradient = gradient + weight_decay * parameter, as the first line.",
)
APART = (
    "Decoupled means: m and v never hear of the decay.",
    "With decoupled, the gradient stays as it came.",
    "The decay belongs to the last lines, where the parameter changes, and only there.",
)
SHRINK = (
    "With no gradient the direction is 0. What is left is the decay.",
    "AdamW: the parameter loses lr · λ of itself, in each step.",
    "parameter - lr * weight_decay * parameter - lr * direction",
)
PARITY = (
    "One step is right. What goes from one step to the next?",
    "The m and v that come back are handed in again. Are they those without the correction?",
    "reveal() prints the code that trains the models; compare it line by line with yours.",
)
