"""All text of the figure of activation patching. Text between ** and ** is bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "Why “{this}” and not “{that}”?"
NOTHING = (
    "this model has no value to patch: a layer must pass its heads’ output through self.head_output, and "
    "its residual sum through self.sum, each a Probe(…)"
)
KINDS = {
    "source": "source",
    "target": "target",
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
    "kind": "Value to copy",
    "direction": "Sentence to copy into",
    "into": "into “{word}”",
    "donor": "Copy from: **{text}** (writes “{writes}”)",
    "base": "Copy into: **{text}** (writes “{writes}”)",
    "how": "Drag a cell of the upper sentence onto the lower sentence, click the cell, or choose it with the arrow "
    "keys and press Enter. The value is copied to the same position.",
    "axis": "logit of “{this}” minus logit of “{that}”",
    "left": "favours {that}",
    "right": "favours {this}",
    "plain": "{before} unpatched",
    "donated": "{given} in the other sentence",
    "now": "{after} with this value",
    "waiting": "**Nothing is patched yet.** The difference is {before}; the model writes “{word}”.",
    "wrote": "**{place}**: from {before} to {after}, a change of {change}. The model writes “{word}”.",
    "little": "**{place}**: from {before} to {after}, almost no change. The model still writes “{word}”.",
    "same": "**{place}**: no change, because both sentences have exactly the same value here.",
    "at_word": "“{word}”, {layer}",
    "at_head": "head {head} of {layer}",
    "head": "head {head}",
    "all": "Every cell",
    "none": "Clear",
    "read": "Each number is the change in the logit difference; “=” means equal values.",
    "keys": [[["←", "→", "↑", "↓"], "move"], [["Enter"], "copy it"], [["A"], "every cell"]],
    "origin": "Measured in {model}, one forward pass per cell.",
    **BUTTONS,
}
PAPER = {
    "caption": "{title} Change of the logit difference when one value of “{donor}” is copied into "
    "“{base}”. Unpatched: {before:.2f}; in the other sentence: {given:.2f}. Model {model}."
}


def probe_name(probe: str) -> str:
    """Return the readable name of a probe: "encoder 1, + self-attention"."""
    stack, *rest = probe.split(".")
    part = PARTS.get(".".join(rest[-2:])) or PARTS.get(probe) or ".".join(rest)
    number = next((int(piece) + 1 for piece in rest if piece.isdigit()), None)
    return part if number is None else f"{stack} {number}, {part}"
