"""Sentences of this figure."""

TITLE = "BERT, GPT, BART and T5 are made of the same parts"
HEAD = "**{name}** {year}"
SIZE = {"BERT": ", base: {count} parameters", "GPT": ": {count} parameters"}
STACK = "a layer of its {stack}: {parts}"
KINDS = {
    "encoder": "**encoder**: every word looks at all",
    "decoder": "**decoder**: no word looks ahead",
    "cross": "**cross-attention**: the decoder looks at the encoder",
}
WITHOUT = {"encoder": "no encoder", "decoder": "no decoder", "cross": "no cross-attention"}
LEARNS = "**learns to write** {what}"
LEARNED = {
    "BERT": "words that were hidden in the text",
    "GPT": "the next word",
    "BART": "a damaged text as it was",
    "T5": "what was cut out; and each task as a text",
}
TIP = "“{row}” looks at “{column}”: {value}"
ABOUT = (
    "Each was built of this project’s own layers, small and with random weights, and read one sentence: the colours are "
    "the weights of its first layer. Training changes how dark a cell is; what is grey may never be seen."
)


def part(module: str) -> str:
    """self_attention → self-attention"""
    return module.replace("_", "-")
