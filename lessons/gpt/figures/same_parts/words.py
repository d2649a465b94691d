"""All text of the figure of models from 2018 to 2020. Text between ** and ** is bold."""

TITLE = "Models from 2018 to 2020, built from the same parts"
HEAD = "**{name}** {year}"
SIZE = {"BERT": ", base: {count} parameters", "GPT": ": {count} parameters"}
STACK = "one {stack} layer: {parts}"
KINDS = {
    "encoder": "**encoder**: every word may attend to all words",
    "decoder": "**decoder**: no word may attend ahead",
    "cross": "**cross-attention**: the decoder attends to the encoder",
}
WITHOUT = {"encoder": "no encoder", "decoder": "no decoder", "cross": "no cross-attention"}
LEARNS = "**learns to predict** {what}"
LEARNED = {
    "BERT": "masked words, and whether a sentence comes next",
    "GPT": "the next word",
    "BART": "the original of a corrupted text",
    "T5": "the removed spans, and every task as text",
}
TIP = "“{row}” attends to “{column}”: {value}"
ABOUT = (
    "Each model was built from this project’s layers, small and with random parameters, and read one sentence. The "
    "colours show the attention weights of its first layer. Training changes how dark a cell is; a grey cell stays "
    "masked."
)
MODELS = "**Models by year.** The bars have a log scale: one more step means ten times as many parameters."
MODEL, COLUMNS = (
    "model",
    (
        "paper",
        "stacks",
        "layers · heads · d",
        "parameters",
        "power of ten",
        "learns to predict",
        "then used",
    ),
)
STACKS = {
    "encoder": "encoder only",
    "decoder": "decoder only",
    "both": "encoder and decoder",
    "masks": "one stack, several masks",
}
# What each model learns without labels, and how its authors use it.
TRAINED = {
    "GPT": (
        "the next word",
        "fine-tuned with labels; a linear layer, and delimiter tokens between the texts",
    ),
    "BERT-base": (
        "masked words; whether a sentence comes next",
        "fine-tuned with labels, as on GLUE and SQuAD",
    ),
    "BERT-large": ("as BERT-base", "as BERT-base"),
    "GPT-2 XL": ("the next word", "zero-shot: the task is written as text"),
    "UniLM": (
        "masked words, with bidirectional, one-directional or source-to-target masks",
        "fine-tuned to classify and to generate text",
    ),
    "XLNet-large": ("each word of a text, in a random order", "fine-tuned with labels"),
    "RoBERTa-large": (
        "masked words, resampled each time; no next sentence",
        "fine-tuned with labels",
    ),
    "DistilBERT": (
        "masked words, and the probabilities of BERT-base (distillation)",
        "fine-tuned; a smaller BERT",
    ),
    "BART-large": (
        "the original of a corrupted text",
        "fine-tuned to summarize, translate and classify",
    ),
    "T5-11B": ("spans removed from a text", "fine-tuned; each task is written as text"),
    "ELECTRA-large": (
        "which words a small model has replaced",
        "fine-tuned with labels",
    ),
    "GPT-3": ("the next word", "zero-shot, one-shot, few-shot: examples in the prompt"),
}
PRINTED = (
    "Parameter counts are from the authors of each model. Slides often say that training GPT-3 cost 12 "
    "million dollars; its paper states no price."
)


def part_name(module: str) -> str:
    """Return a part's name for readers: self_attention → self-attention"""
    return module.replace("_", "-")
