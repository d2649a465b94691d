"""Texts of the scores page; every number in them comes from a figure or a control."""

from collections.abc import Sequence

import numpy as np

from lessons.figures.kit.figure import Figure
from lessons.scores import plain
from transformer.measure.controls import Table

WHO = "Which row?"
PYTHON = "tel = {entries}\ntel[{asked}]\n→ {found}"
BY_HAND = "Attention by hand, with and without scaling"


def notice(part: str, figure: Figure) -> str:
    """Return what to notice in the open part (markdown)."""
    return {"query_plane": _plane, "touched_row": _row, "score_table": _scores, "root_d": _root}[
        figure.kind
    ](figure)


def _plane(figure: Figure) -> str:
    weights = figure.arrays["weights"].values
    best = figure.header["labels"][int(weights.argmax())]["label"]
    return (
        f"**A dot product depends on two properties:** how similar the directions are, and how long the vectors are. "
        f"The largest weight of the query, {weights.max():.3f}, is now on “{plain(best)}”. Drag the query outwards "
        "along the same line: the row becomes sharper. Drag the query to the middle: only its part outside the plane "
        "is left, and attention is nearly uniform.\n\n"
        "**Why is the figure exact?** A score is linear in the query, so a step in "
        "the plane changes it by the same amount everywhere. The output is a mixture of values, so it never leaves "
        "the shape that the values span."
    )


def _row(figure: Figure) -> str:
    lengths = figure.arrays["norms"].values
    return (
        f"**Four bars answer four questions.** How much weight does this row give to a word? How long is the vector "
        f"that the row takes from the word (values here are {lengths.min():.2f} to {lengths.max():.2f} long)? How does "
        "the answer change when only this row no longer attends to the word? How does the answer change when no row "
        "attends to the word? Only the last two bars measure what the model writes.\n\n"
        "**The last bar is the same in every row:** it shows "
        "what the whole answer depends on. The third bar shows what this row was used for. In some rows this bar is "
        "0.00 for every word, however large one weight is.\n\n"
        "**log p** is the logarithm of the probability of the model’s "
        "own answer. A change of −0.7 halves this probability; −2.3 reduces it to a tenth."
    )


def _scores(figure: Figure) -> str:
    concat, additive = (figure.arrays[f"{name}.scores"].values for name in ("concat", "additive"))
    return (
        f"**Concat and additive are one function.** The largest difference between their scores here is "
        f"{np.abs(concat - additive).max():g}. A matrix times two stacked vectors is the sum of two smaller "
        "matrix–vector products.\n\n"
        "**Every head contains a general (bilinear) score:** (W_Q x) · (W_K y) = xᵀ "
        "(W_Qᵀ W_K) y, plus the terms of its biases. So W itself is not learned: it is a product of two learned "
        "matrices of rank d_k.\n\n"
        "**Cosine similarity** lies between −1 and 1. If cosines were divided by √d_k, every "
        "row would be nearly uniform. With a learned factor the cosine works well. This is **QK-norm** (Henry et al. "
        "2020), which several current language models use."
    )


def _root(figure: Figure) -> str:
    plain_, divided = (figure.arrays[f"{way}.entropy"].values for way in ("plain", "divided"))
    return (
        f"**Entropy** measures how evenly a row spreads its weight. Without the division, entropy falls from "
        f"{plain_[0]:.2f} nats to {plain_[-1]:.2f}: as if first {np.exp(plain_[0]):.0f} and then "
        f"{np.exp(plain_[-1]):.1f} words had equal weights. With the division, entropy stays at about "
        f"{divided[-1]:.2f}. A softmax with one weight near 1 is **saturated**.\n\n"
        "**This analysis holds only before training.** Training can make queries longer again; then rows are sharp "
        "because sharp rows are useful."
    )


COSINE = "Models learned the same task with dot products and with cosines. Each head multiplies its cosines by a learned factor."
WHICH_ROOT = (
    "*Mining Unstructured Data 12* divides by √d, two slides after stating two sizes: 512 for an embedding and 64 for "
    "a query or key. The correct d is **d_k**, the size of a query or key: √64 = 8. The deck follows Alammar "
    "(*The Illustrated Transformer*, 2018), whose first two scores are 112 and 96:"
)


def scaling(control: Table) -> str:
    """Return a summary of the control runs with and without the division."""
    worse, slow, long = (
        shares(control.scores_of(f"not divided, rate {rate}", steps))
        for rate, steps in (("0.01", 600), ("0.003", 600), ("0.003", 1800))
    )
    first = shares(control.scores_of("not divided, same initial scores", 600))
    return (
        f"At the recipe’s learning rate of 0.01, models without the division answer {worse} of the held-out sequences "
        f"correctly. **Unscaled scores need a lower learning rate.** At a rate of 0.003 these models reach {slow} after "
        f"600 steps and {long} after 1,800. A model whose *first* scores are exactly those of the scaled model still "
        f"fails at 0.01: {first}. So a saturated softmax at the start does not explain the failure. One Adam step "
        "changes unscaled scores √d_k times as much as scaled scores."
    )


def shares(scores: Sequence[float]) -> str:
    """Return the range of accuracies over several seeds: "37% to 63%", or one number if both print alike."""
    low, high = (f"{100 * score:.1f}%" for score in (min(scores), max(scores)))
    return low if low == high else f"{low} to {high}"
