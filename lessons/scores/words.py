"""Sentences of the scores page that hold numbers: each comes from a figure."""

from string import punctuation

import numpy as np

from lessons.figures.kit.figure import Figure

WHO = "Who looks?"
PYTHON = "tel = {entries}\ntel[{asked}]\n→ {found}"
BY_HAND = "Attention by hand, with and without the division"


def notice(part: str, figure: Figure) -> str:
    """What to look for in the part that is open (markdown)."""
    return {"query_plane": _plane, "touched_row": _row, "score_table": _scores, "root_d": _root}[
        figure.kind
    ](figure)


def _plane(figure: Figure) -> str:
    weights = figure.arrays["weights"].values
    best = figure.header["labels"][int(weights.argmax())]["label"]
    return (
        f"**A dot product asks for two things:** the same direction, and length. The query looks most at “{plain(best)}” now, "
        f"{weights.max():.3f}. Drag it outwards along the same line: the row becomes sharper. Drag it to the middle: only what "
        "lies outside the plane is left, and the row is nearly even.\n\n"
        "**Why it is exact.** A score is linear in the query, so each step in the plane adds the same to it, wherever you are. "
        "The output is a mixture of values, so it never leaves the shape that they span."
    )


def _row(figure: Figure) -> str:
    lengths = figure.arrays["norms"].values
    return (
        f"**Four bars, four questions.** How much does this row take from a word? How long is what it takes (values here are "
        f"{lengths.min():.2f} to {lengths.max():.2f} long)? What becomes of the answer when this row no longer looks at the word? "
        "And when nobody does? Only the last two are measured on what the model writes.\n\n"
        "**The last bar is the same in every row:** it says what the whole answer depends on. The one before it says what this "
        "row was used for. There are rows where it is 0.00 for every word, however bright one of them is.\n\n"
        "**log p** is the logarithm of the probability of the model’s own answer. −0.7 halves it, −2.3 leaves a tenth."
    )


def _scores(figure: Figure) -> str:
    concat, additive = (figure.arrays[f"{name}.scores"].values for name in ("concat", "additive"))
    return (
        f"**Concat and additive are one function.** Largest difference of their scores here: {np.abs(concat - additive).max():g}. A "
        "matrix times two vectors on top of each other is the sum of two matrices times one vector each.\n\n"
        "**A head of a Transformer has a general score inside it:** (W_Q x) · (W_K y) = xᵀ (W_Qᵀ W_K) y, and what its biases add. "
        "So W is not learned itself, but as a product of two matrices that are only d_k high.\n\n"
        "**Why not the cosine?** The dictionary below compares vectors of length 1, so its dot product is one. In a head it would "
        "lie between −1 and 1: after the division by √d_k no weight of a row could be more than e^(2 / √d_k) times another, and "
        "every row would be nearly even. A head makes a row sharp by long queries and keys."
    )


def _root(figure: Figure) -> str:
    plain_, divided = (figure.arrays[f"{way}.entropy"].values for way in ("plain", "divided"))
    return (
        f"**Entropy** says how many words a row really looks at. Undivided it falls from {plain_[0]:.2f} nats to {plain_[-1]:.2f}, as "
        f"if {np.exp(plain_[0]):.0f} and then {np.exp(plain_[-1]):.1f} of the words were looked at evenly. Divided it stays at about "
        f"{divided[-1]:.2f}.\n\n"
        "**Not a law:** a trained model may make its queries longer again, and then a row is sharp because it is of use."
    )


def plain(word: str) -> str:
    """A typed word inside markdown: every sign that could be markup is escaped."""
    return "".join(f"\\{c}" if c in punctuation else c for c in word)
