"""Hints for the exercise on Adam: three for each kind of failure."""

BEGIN = (
    "Follow the comments in `adam_step`; six lines are enough.",
    "The first line is `m = beta1 * m + (1 - beta1) * gradient`; v is the same kind of mean, but of the squared "
    "gradient.",
    "The last line is `return parameter - lr * direction, m, v`, with `direction = m_hat / (v_hat.sqrt() + eps)`.",
)
SHAPE = (
    "Every tensor here has the shape of the parameter, including the three that you return.",
    "Each parameter has its own m and v. Does your code compute a sum or a mean?",
    "Use `*` and `+` on whole tensors, without `.sum()`, `.mean()` or `.norm()`.",
)
FINITE = (
    "NaN or infinity results from division by 0 or from the square root of a negative number.",
    "Which of your divisors is 0 at t = 1, or for a gradient of 0? Print each divisor.",
    "Use `m_hat / (v_hat.sqrt() + eps)`, where v is a mean of squares, `m_hat = m / (1 - beta1**t)`, and t starts at "
    "1.",
)
MEAN = (
    "A running mean is a fraction of the old mean plus a fraction of the new value.",
    "The two fractions add up to 1; they are `beta1` and `1 - beta1`.",
    "`m = beta1 * m + (1 - beta1) * gradient`; return this m, before any correction.",
)
SQUARE = (
    "v is the same kind of mean as m, but of a different quantity and with a different fraction.",
    "v averages the square of each entry, and `beta2` is the fraction of the old mean.",
    "`v = beta2 * v + (1 - beta2) * gradient**2`; return this v, before any correction.",
)
FIRST = (
    "At the first step, what is m as a multiple of the gradient, and what is √v?",
    "m = (1 − β₁) g and v = (1 − β₂) g². After correction, m̂ = g and v̂ = g², so m̂ / √v̂ = ±1.",
    "`m_hat = m / (1 - beta1**t)`; `v_hat = v / (1 - beta2**t)`. Then move downhill: `parameter - lr * …`.",
)
LATER = (
    "If the gradient never changes, what should the corrected means be after t steps?",
    "After t steps, m is (1 − β₁ᵗ) g. What must m be divided by?",
    "`m_hat = m / (1 - beta1**t)`; `v_hat = v / (1 - beta2**t)`. The exponent is t, the step number.",
)
EPS = (
    "`eps` prevents division by 0. Where exactly does it belong?",
    "Add `eps` after taking the root, not before: a gradient of size `eps` then produces half a step.",
    "`direction = m_hat / (v_hat.sqrt() + eps)`",
)
NOTHING = (
    "If `weight_decay` is 0, does your code make the same step with both kinds of decay?",
    "Every term with `weight_decay` must be 0 when `weight_decay` is 0.",
    "Use `gradient + weight_decay * parameter` and `parameter - lr * weight_decay * parameter`.",
)
L2 = (
    "L2 changes the gradient before anything else is computed.",
    "The gradient of ½ λ θ² is λ θ. This term enters m and v like the rest of the gradient.",
    "The first line is `if not decoupled: gradient = gradient + weight_decay * parameter`.",
)
APART = (
    "“Decoupled” means that the decay enters neither m nor v.",
    "If `decoupled` is True, the gradient stays unchanged.",
    "The decay belongs only in the last lines, where the parameter changes.",
)
SHRINK = (
    "If the gradient is 0, the direction is 0, and only the decay remains.",
    "In AdamW, the parameter loses the fraction `lr` · λ of its value in each step.",
    "`parameter - lr * weight_decay * parameter - lr * direction`",
)
PARITY = (
    "A single step is correct. What do you pass from one step to the next?",
    "The next call receives the m and v that you return. Are they the uncorrected ones?",
    "`reveal()` prints the code that trains the models; compare your code with it line by line.",
)
