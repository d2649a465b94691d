"""Every word that people read in the picture of all heads. Between ** and **: bold."""

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
    "pronoun → noun": "“it” at the noun that it stands for",
    "adjective → noun": "an adjective at its noun",
    "noun → adjective": "a noun at its adjective",
    "aligned word": "at the source word that is rendered next",
}
LAYER, HEAD, NONE = "layer", "head {head}", "no clear pattern"
CHOSEN = "**{layer}, {head}**"
TIP = "{row} looks at {column}: {value}"
SCORES = "Mean weight on each pattern; from {threshold} on, it names the head"
PATTERN = "{name}: an even look {chance}, over {rows} words"
SAID = "**{label}**, {score}. Looks, {meaning}."
NOTHING = "**No clear pattern.** Its best is “{label}”, {score}: below {threshold}."
UNASKED = "**Nothing was asked of this head**: too few held-out words have a known right place."
ROWS = "Rows look, columns are looked at."
UNSEEN = "There is no head to show."
ORIGIN = "Weights: {path}.weights, {line}. Model {model}."


def layer(name: str, number: int, count: int) -> str:
    """One row of the picture: "encoder, self-attention, layer 1"."""
    called = MAPS.get(name, name.replace("_", " "))
    return f"{called}, layer {number + 1}" if count > 1 or name in MAPS else called
