"""All text of the figure of all heads. Text between ** and ** is bold."""

TITLE = "What each head of {model} attends to"
COUNT = (
    "**{named} of {total} heads have a clear pattern**, measured on {n} held-out sentences. The small maps "
    "show only this sentence."
)
MAPS = {
    "encoder": "encoder, self-attention",
    "decoder": "decoder, self-attention",
    "cross": "cross-attention",
}
PATTERNS = {  # completes “This head attends …”
    "previous word": "from each word to the word before it",
    "next word": "from each word to the word after it",
    "same word": "from each word to itself",
    "first word": "from each word to the first word",
    "after an earlier copy": "from each word to the word that followed its earlier copy (induction)",
    "pronoun → noun": "from “it” to the noun that it refers to",
    "adjective → noun": "from an adjective to its noun",
    "noun → adjective": "from a noun to its adjective",
    "aligned word": "to the source word that is translated next",
}
LAYER, HEAD, NONE = "layer", "head {head}", "no clear pattern"
CHOSEN = "**{layer}, {head}**"
TIP = "{row} attends to {column}: {value}"
SCORES = "Mean weight on each pattern; {threshold} or more gives the head its name"
PATTERN = "{name}: uniform attention gives {chance}, over {rows} words"
ELSEWHERE = "Control: the same positions without the pattern"
CONTROLS = {  # pattern → the words and positions of its control
    "after an earlier copy": "same words, no copy",
    "pronoun → noun": "“it” → the other noun",
    "adjective → noun": "other words → noun",
    "noun → adjective": "other words → adjective",
}
CONTROL = "Control of “{name}”, over {rows} words"
SAID = "**{label}**, {score}. This head attends {meaning}."
NOTHING = "**No clear pattern.** The best pattern is “{label}” with {score}, below {threshold}."
REFUTED = (
    "**No clear pattern.** “{label}” scores {score}, but its control ({where}) scores {control}. This head attends "
    "there for a different reason."
)
UNASKED = "**No pattern was measured**: too few held-out words have a known correct position."
ROWS = "Each row is a word that attends; the columns are the words it can attend to."
UNSEEN = "No head can be shown."
ORIGIN = "Weights: {path}.weights, {line}. Model {model}."


def layer(name: str, number: int, count: int) -> str:
    """Name one row of the figure, such as "encoder, self-attention, layer 1"."""
    called = MAPS.get(name, name.replace("_", " "))
    return f"{called}, layer {number + 1}" if count > 1 or name in MAPS else called
