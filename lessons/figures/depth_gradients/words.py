"""Every word that people read in the picture of gradients over the depth. Between ** and **: bold."""

TITLE = "The gradient of every layer, before training"
WAYS = {
    "pre": {
        "title": "pre",
        "says": "**Pre**: x + sublayer(LayerNorm(x)). The sum is never normalised on its way, so the gradient has a "
        "path back on which nothing is multiplied. Of the five it keeps the words apart longest.",
    },
    "post": {
        "title": "post",
        "says": "**Post**: LayerNorm(x + sublayer(x)), as in the paper of 2017. Each LayerNorm also shrinks what came "
        "in, so in a deep stack little is left of the word itself: look at “words alike”. From 12 layers on the "
        "last ones get more than the first; with this Xiong et al. (2020) explain why such models need a warm-up.",
    },
    "without norm": {
        "title": "no LayerNorm",
        "says": "**Residual without LayerNorm**: every layer adds to a sum that grows and grows, and the gradient "
        "with it. What is added soon outweighs the word.",
    },
    "without residual": {
        "title": "no residual",
        "says": "**LayerNorm without residual**: the gradient neither vanishes nor explodes. But every attention "
        "mixes the words, and nothing keeps them apart: two layers are enough to make them alike.",
    },
    "without both": {
        "title": "neither",
        "says": "**Neither**: each layer makes the numbers a little smaller, and the product of many small factors is "
        "next to nothing.",
    },
}
SIZES = "Fresh encoders, d_model {d_model}, d_ff {d_ff}, {self_heads} heads"
WORDS = {
    "depth": "layers",
    "ways": "put together",
    "chart": "size of the gradient of each layer’s weights",
    "layer": "layer",
    "columns": ["first layer", "last layer", "loss", "words alike"],
    "about": "Words alike: the mean cosine of two words of one row, at the end of the stack. At 1 they are one and "
    "the same vector, and no later layer can tell them apart. Guessing evenly among 20 letters has loss 3.00.",
    "seeds": "{sizes}; seeds {seeds}, thin lines. Thick: their mean (of the logarithms). Each is one backward pass through the task "
    "“write the row of letters backwards”: transformer/measure/stream/depth.py.",
}
