"""Predict first: one question a part of the page. Every right answer is computed, none written down."""

import numpy as np

from lessons.figures.kit.figure import Figure
from lessons.kit.prediction import Prediction, with_reason
from lessons.positions import BEYOND, EXAMPLE
from lessons.positions.slides import Slide
from transformer.measure.score_parts import PARTS
from transformer.positions import sinusoidal

NEAR, FAR = 3, 4  # the two positions that are compared with position 0
SAME, MOVED, SHUFFLED = "it stays as it was", "it changes a little", "it changes completely"
EQUAL = "both equally"


def about_order(figure: Figure) -> Prediction:
    """What reversing the words does to a word's vector, without positions."""
    ways = {way["name"]: way["largest"] for way in figure.header["ways"]}
    size = float(np.abs(figure.arrays["without.before"].values).mean())  # of a number in a vector
    without = ways["without"]
    right = SAME if without < 1e-4 else MOVED if without < size else SHUFFLED
    why = (
        f"Without positions the largest change of any number is {without:.1e}, with positions "
        f"{ways['with']:.2f}. Attention is a sum over a set of words, and a sum does not know the order "
        "of its terms: each vector moves with its word, unchanged but for rounding."
    )
    question = (
        "The words of a sentence are **reversed**, and the encoder gets **no positions**. What happens "
        "to the vector that it computes for each word?"
    )
    return with_reason(question, (SAME, MOVED, SHUFFLED), right, why, "why")


def about_distance() -> Prediction:
    """Position 3 or 4: which is more like position 0, in the deck's example?"""
    _, length, d_model, base = EXAMPLE
    pe = sinusoidal(length, d_model, base).double()  # (position, d_model)
    near, far = (float(pe[0] @ pe[k]) for k in (NEAR, FAR))
    options = tuple(f"position {k}" for k in (NEAR, FAR)) + (EQUAL,)
    right = EQUAL if abs(near - far) < 5e-5 else options[near < far]
    why = (
        f"PE(0) · PE({NEAR}) = {near:.4f}, PE(0) · PE({FAR}) = {far:.4f}. With d = {d_model} the product "
        "is cos k + cos(k/100): a wave, which comes back. Similarity does not simply fall with the "
        "distance, though the slide says so."
    )
    question = (
        f"In the slide’s example (n = {length}, d = {d_model}): is **position {NEAR}** or **position "
        f"{FAR}** more like **position 0**, by the dot product?"
    )
    return with_reason(question, options, right, why, "lab")


def about_columns(slide: Slide) -> Prediction:
    """Which columns of the printed table hold slips?"""
    n, m = slide.right.shape
    wrong = [j for j in range(m) if any(slide.is_slip(i, j) for i in range(n))]
    right = f"columns {wrong[0]} and {wrong[1]}" if len(wrong) == 2 else f"{len(wrong)} columns"
    options = ("none of them", "columns 0 and 1", "column 2 alone", "columns 2 and 3")
    options = options if right in options else (*options, right)
    why = (
        f"{slide.slips} of {slide.right.size} printed numbers are slips, all in columns "
        f"{' and '.join(map(str, wrong))}: at position 1 the formula gives {slide.right[1, 2]:.4f} and "
        f"{slide.right[1, 3]:.5f}."
    )
    question = (
        "A slide prints the table of positions for n = 5, d = 4. **Which columns hold a wrong number?** "
        "Look at the table before you answer: column 2 should be sin(p / 100)."
    )
    return with_reason(question, options, right, why, "slides")


def about_parts(figure: Figure) -> Prediction:
    """Which of the four parts differs most along a row, in the head that is shown?"""
    head = figure.header["start"]["head"] - 1
    spread = figure.arrays["spread"].values[head]
    right = PARTS[int(spread.argmax())]
    listed = ", ".join(f"{name} {value:.2f}" for name, value in zip(PARTS, spread, strict=True))
    why = (
        f"Spread along a row, head {head + 1}: {listed}. Nobody told this head to look at words or at "
        "places; training shared the work out."
    )
    question = (
        f"Head {head + 1} of the first layer: **which of the four parts** differs most from key to key, "
        "and so says most about where to look?"
    )
    return with_reason(question, PARTS, right, why, "score")


def about_length(figure: Figure) -> Prediction:
    """Which way of marking positions reverses most rows longer than those of training?"""
    at = figure.header["lengths"].index(BEYOND)
    scores = {s["title"]: figure.arrays[s["name"]].values[at] for s in figure.header["schemes"]}
    known = {name: float(score) for name, score in scores.items() if not np.isnan(score)}
    right = max(known, key=known.get)
    options = [name for name in scores if name != "none"]
    refused = [name for name in scores if name not in known]
    listed = ", ".join(f"{name} {share:.0%}" for name, share in known.items() if name != "none")
    why = f"Rows of {BEYOND} letters reversed without a mistake: {listed}" + (
        f"; {', '.join(refused)} refuses." if refused else "."
    )
    why += " These are single trainings; another seed can move the numbers."
    question = (
        f"Trained on rows of 2 to {figure.header['trained']} letters. **Which way to mark positions** "
        f"reverses most rows of **{BEYOND}** letters?"
    )
    return with_reason(question, options, right, why, "length")
