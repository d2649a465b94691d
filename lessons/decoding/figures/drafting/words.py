"""All text of the figure of speculative decoding. Text between ** and ** is bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "“{text}”, drafted {ahead} at a time"

WORDS = {
    "ahead": "drafted at a time",
    "ahead_of": "drafted: ",
    "seed": "seed {seed}",
    "again": "Another seed",
    "fixed": "Python is not available here, so this is the one saved run.",
    "waiting": "writing …",
    "play": "▷ play",
    "pause": "❚❚ pause",
    "call": "pass {number}",
    "runs": "Each row is one forward pass of the target (the better model) and shows what became of the **draft "
    "tokens**",
    "key_accepted": "accepted",
    "key_refused": "rejected",
    "key_new": "written by the target",
    "key_unread": "discarded",
    "accepted": "**“{drafted}” is accepted.** The draft model gives it q = {q}; the target gives it p = {p}. It is "
    "accepted with probability min(1, p/q) = {chance}, and u = {u} is smaller.",
    "refused": "**“{drafted}” is rejected.** The draft model gives it q = {q}; the target gives it p = {p}. It is "
    "accepted with probability p/q = {chance}, and u = {u} is not smaller. “{written}” is sampled from the residual "
    "distribution instead.",
    "more": "**All {count} draft tokens were accepted**, so “{written}” is sampled from the target’s probabilities in "
    "the same forward pass.",
    "alone": (
        "**Nothing was drafted**: “{written}”, the last symbol allowed, is sampled from the target’s "
        "probabilities."
    ),
    "p": "target’s p",
    "q": "draft’s q",
    "residual": "residual",
    "what_residual": "max(0, p − q), renormalized; used only after a rejection",
    "accepted_of": "**{accepted} of {checked}** checked symbols accepted ({share}%)",
    "rate": "**{symbols} symbols in {calls} forward passes** of the target: {rate} per pass",
    "how": "The output follows the target’s probabilities, whatever the draft model proposes. A bad draft costs "
    "time, not quality.",
    "origin": "Target: {model}. Draft model: n-gram counts of order {order} from its training text. "
    "transformer/decoding/speculative.py.",
    **BUTTONS,
    "keys": [[["←", "→"], "symbol"], [["space"], "play"], [["D"], "another seed"]],
}

PAPER = {
    "caption": "{title}. Green: accepted; struck out in colour: rejected, followed by the target’s symbol; grey: "
    "discarded. {accepted} of {checked} checked symbols were accepted; {calls} forward passes of the target wrote "
    "{symbols} symbols. Model {model}, seed {seed}.",
}
