"""Every word that people read in the picture of drafting. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "“{text}”, drafted {ahead} at a time"

WORDS = {
    "ahead": "drafted at a time",
    "ahead_of": "drafted: ",
    "seed": "seed {seed}",
    "again": "Another seed",
    "fixed": "There is no Python here: this is the one run that was saved.",
    "waiting": "writing …",
    "play": "▷ play",
    "pause": "❚❚ pause",
    "call": "call {number}",
    "runs": "Each row is one call of the target, the better model: **what was drafted**, and what became of it",
    "key_accepted": "accepted",
    "key_refused": "refused",
    "key_new": "written by the target",
    "key_unread": "drafted for nothing",
    "accepted": "**“{drafted}” is accepted.** The draft proposed it with q = {q}, the target gives it p = {p}: "
    "accepted with the chance min(1, p/q) = {chance}, and u = {u} is below it.",
    "refused": "**“{drafted}” is refused.** The draft proposed it with q = {q}, the target gives it p = {p}: "
    "accepted with the chance p/q = {chance}, and u = {u} is not below it. “{written}” is drawn from the "
    "residual instead.",
    "more": "**All {count} were accepted**, so “{written}” is drawn from the target’s probabilities, which the "
    "same call has given.",
    "alone": "**Nothing was drafted**: “{written}”, the last that is allowed, is drawn from the target’s probabilities.",
    "p": "target’s p",
    "q": "draft’s q",
    "residual": "residual",
    "what_residual": "max(0, p − q), scaled to add to 1: drawn from only after a refusal",
    "accepted_of": "**{accepted} of {checked}** checked symbols accepted ({share}%)",
    "rate": "**{symbols} symbols with {calls} calls** of the target: {rate} a call",
    "how": "Whatever the draft proposes, what is written follows the target’s probabilities. A bad draft costs time, never "
    "quality.",
    "origin": "{model} checks; n-gram counts of order {order}, of the text that it was trained on, draft: "
    "transformer/decoding/speculative.py.",
    **BUTTONS,
    "keys": [[["←", "→"], "symbol"], [["space"], "play"], [["D"], "another seed"]],
}

PAPER = {
    "caption": "{title}. Green: accepted; struck out in colour: refused, beside it what the target wrote instead; "
    "grey: drafted for nothing. {accepted} of {checked} checked symbols accepted, {symbols} symbols with {calls} "
    "calls of the target. Model {model}, seed {seed}.",
}
