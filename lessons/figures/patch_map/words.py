"""Every word that people read in the picture of values carried over. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "Why “{this}” and not “{that}”?"
NOTHING = (
    "this model shows no value to write into: a layer hands what its heads found to self.head_output, and "
    "its sum to a residual's self.sum, each a Probe(…)"
)
KINDS = {
    "source": "words read",
    "target": "words written",
    "heads": "heads",
}
PARTS = {
    "source_embedding.sum": "embedding",
    "target_embedding.sum": "embedding",
    "attention_residual.sum": "+ self-attention",
    "self_residual.sum": "+ self-attention",
    "cross_residual.sum": "+ cross-attention",
    "feed_forward_residual.sum": "+ feed-forward",
    "self_attention.head_output": "self-attention",
    "cross_attention.head_output": "cross-attention",
}
WORDS = {
    "kind": "What is carried over",
    "direction": "Which sentence it is written into",
    "into": "into “{word}”",
    "donor": "Take from here: **{text}** (writes “{writes}”)",
    "base": "Write it into: **{text}** (writes “{writes}”)",
    "how": "Drag a cell of the upper sentence onto the lower one, click it, or choose it with the arrow keys "
    "and press Enter. It is written at the same place.",
    "axis": "logit of “{this}” minus logit of “{that}”",
    "left": "{that} wins",
    "right": "{this} wins",
    "plain": "{before} as it is",
    "donated": "{given} in the other sentence",
    "now": "{after} with this value",
    "waiting": "**Nothing is written in yet.** As it is, the difference is {before}: the model writes “{word}”.",
    "wrote": "**{place}**: from {before} to {after}, a change of {change}. The model writes “{word}”.",
    "little": "**{place}**: from {before} to {after}. This changes next to nothing: the model still writes “{word}”.",
    "same": "**{place}**: nothing changes, because both sentences have exactly the same value here.",
    "at_word": "“{word}”, {layer}",
    "at_head": "head {head} of {layer}",
    "head": "head {head}",
    "all": "Every cell",
    "none": "Empty it",
    "read": "A number is how far the difference moved; “=”: the same value stood there already.",
    "keys": [[["←", "→", "↑", "↓"], "place"], [["Enter"], "write it in"], [["A"], "every cell"]],
    "origin": "Measured in {model}, one pass for each cell.",
    **BUTTONS,
}
PAPER = {
    "caption": "{title} How far the logit difference moves when one value of “{donor}” is written into "
    "“{base}”. As it is {before:.2f}, in the other sentence {given:.2f}. Model {model}."
}


def called(probe: str) -> str:
    """A probe for people: "encoder 1, + self-attention"."""
    stack, *rest = probe.split(".")
    part = PARTS.get(".".join(rest[-2:])) or PARTS.get(probe) or ".".join(rest)
    number = next((int(piece) + 1 for piece in rest if piece.isdigit()), None)
    return part if number is None else f"{stack} {number}, {part}"
