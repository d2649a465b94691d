"""All text of the figure of model sizes. Text between ** and ** is bold."""

TITLE = "Model sizes"
MODEL, PART = "model", "part"
CHART = "**Parameters**, log scale"
PARTS = {
    "words": "word table",
    "positions": "position table",
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
FORMULA, COUNT, SHARE = "formula", "count", "share"
SAID = (
    "**{name}** ({year}): **{count} parameters**. L = {layers} layers, d = {d}, {heads} heads, V = {words} words, n = {places} "
    "positions. The authors state: {printed}."
)
COSTS = (
    "**Memory** at 32 bits per number: {memory} to store the model, {training} to train it with Adam (parameter, "
    "gradient and two moving averages, without activations).",
    "**One sequence of {places} words** needs {products} multiply-adds, {each} per parameter and word. A training "
    "step adds the backward pass, which triples the number of multiply-adds: {flops} floating-point operations in "
    "total.",
)
ABOUT = (
    "Each model was built from this project’s layers on PyTorch’s device “meta”, which stores shapes without numbers, "
    "so even the largest model needs no memory. The first GPT normalizes after the sum, so it has no final norm "
    "(norms: 2L · 2d)."
)
