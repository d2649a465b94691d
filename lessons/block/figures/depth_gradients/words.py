"""All text of the figure of gradients by depth. Text between ** and ** is bold."""

TITLE = "The gradient of every layer, before training"
WAYS = {
    "pre": {
        "title": "pre",
        "says": "**Pre-norm**: x + sublayer(LayerNorm(x)). The sum is never normalized, so the gradient has a path "
        "back without any multiplication. Of the five stacks, pre-norm keeps the words distinct longest.",
    },
    "post": {
        "title": "post",
        "says": "**Post-norm**: LayerNorm(x + sublayer(x)), as in the 2017 paper. Each LayerNorm also shrinks its "
        "input, so little is left of the word itself in a deep stack (see “words alike”). From 12 layers on, the last "
        "layers get larger gradients than the first. Xiong et al. (2020) attribute the need for warm-up to this "
        "difference.",
    },
    "without norm": {
        "title": "no LayerNorm",
        "says": "**Residual without LayerNorm**: every layer adds to the sum, so the sum and its gradient keep "
        "growing. The added parts soon outweigh the word.",
    },
    "without residual": {
        "title": "no residual",
        "says": "**LayerNorm without residual**: the gradient neither vanishes nor explodes. But every attention "
        "layer mixes the words, and two layers are enough to make the words alike. The literature calls this **rank "
        "collapse** or **oversmoothing**.",
    },
    "without both": {
        "title": "neither",
        "says": "**Neither**: each layer makes the numbers a little smaller, and the product of many small factors "
        "is almost 0. Adam divides by the size of the gradient, until ε = 1e-8 dominates.",
    },
}
SIZES = "Fresh encoders, d_model = {d_model}, d_ff = {d_ff}, {self_heads} heads"
WORDS = {
    "depth": "layers",
    "ways": "structure",
    "chart": "size of each layer’s gradient",
    "layer": "layer",
    "columns": ["first layer", "last layer", "Adam’s step", "loss", "words alike"],
    "about": "“First layer” and “last layer” show the size of the gradient, which determines the step of plain "
    "gradient descent. “Adam’s step” is the first step for the median parameter of the first layer, measured in "
    "learning rates. “Words alike” is the mean cosine of two words in a string at the end of the stack, 1 for equal "
    "vectors. Uniform guessing among 20 letters has a loss of 3.00.",
    "seeds": "{sizes}. Thin lines are seeds {seeds}; the thick line is their mean (of logarithms). Each point is one "
    "backward pass on the task “reverse a string of letters”: lessons/block/measure/depth.py.",
}
