"""Every word that people read in the picture of the sizes of models. Between ** and **: bold."""

TITLE = "How large are they?"
MODEL, PART = "model", "part"
CHART = "**Parameters**, in powers of ten"
PARTS = {
    "words": "table of words",
    "positions": "table of positions",
    "attention": "attention",
    "feed-forward": "feed-forward",
    "norms": "norms",
}
FORMULAS = {
    "words": "V · d",
    "positions": "n · d",
    "attention": "L · 4(d² + d)",
    "feed-forward": "L · (8d² + 5d)",
    "norms": "(2L + 1) · 2d",
}
FORMULA, COUNT, SHARE = "formula", "counted", "share"
SAID = (
    "**{name}** ({year}): **{count} parameters**. L = {layers} layers, d = {d}, {heads} heads, V = {words} words, n = {places} "
    "places. Printed by its authors: {printed}."
)
COSTS = (
    "**Memory**, 32 bits a number: {memory} to have it, {training} to train it with Adam (parameter, gradient and two means).",
    "**One row of {places} words** takes {products} multiply-adds, {each} for each parameter and word. A training step "
    "goes back, too: three times as many, or {flops} floating-point operations.",
)
ABOUT = (
    "Each was built by this project’s own layers on PyTorch’s device “meta”: shapes without numbers, so even the largest takes no "
    "memory. The first GPT has its norms after the sum, so it lacks the last one: 2L · 2d."
)
