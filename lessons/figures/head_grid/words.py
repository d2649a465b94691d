"""Every word that people read in the picture of all heads. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "What each head of {model} looks at"
COUNT = (
    "**{named} of {total} heads have a clear pattern**, measured on {n} held-out sentences. The small maps "
    "show this one sentence."
)
MAPS = {
    "encoder": "encoder, self-attention",
    "decoder": "decoder, self-attention",
    "cross": "cross-attention",
}
PATTERNS = {
    "previous word": "each word at the one before it",
    "next word": "each word at the one after it",
    "same word": "each word at itself",
    "first word": "each word at the first one",
    "after an earlier copy": "induction: at what came next when this word was there before",
    "pronoun → noun": "*it* at the noun that it stands for",
    "adjective → noun": "an adjective at its noun",
    "noun → adjective": "a noun at its adjective",
    "aligned word": "at the source word that is rendered next",
}
WORDS = {
    "none": "no clear pattern",
    "head": "head {head}",
    "tip": "{row} looks at {column}: {value}",
    "label": "{label} {score}",
    "scores": "Mean weight where each pattern says",
    "grid": "All heads, layer by layer",
    "threshold": "the line is at {threshold}: a head that reaches it gets the name",
    "pattern": "{name}: {score}, an even look {chance}, over {rows} words",
    "even": "| an even look",
    "said": "**{label}**, {score}. Looks, {meaning}.",
    "nothing": "**No clear pattern.** Its best is “{label}”, {score}: below {threshold}.",
    "unasked": "**Nothing was asked of this head**: too few held-out words have a known right place.",
    "rows": "Rows look, columns are looked at.",
    "unseen": "There is no head to show.",
    "keys": [[["←", "→", "↑", "↓"], "head and layer"]],
    "origin": "Weights: {path}.weights, {line}. Model {model}.",
    **BUTTONS,
}
PAPER = {"caption": "{title}. {count} A name needs a mean weight of {threshold} or more."}


def layer(name: str, number: int, count: int) -> str:
    """One row of the picture: "encoder, self-attention, layer 1"."""
    called = MAPS.get(name, name.replace("_", " "))
    return f"{called}, layer {number + 1}" if count > 1 or name in MAPS else called
