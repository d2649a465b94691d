"""Predict first: one question a part of the page. Every right answer is computed, none written down."""

from collections.abc import Mapping, Sequence

from torch import Tensor

from lessons.figures.kit.numbers import scientific
from lessons.kit.prediction import Prediction, asked
from lessons.positions import BEYOND, EXAMPLE
from lessons.positions.slides import Slide, four
from transformer.measure.attention.score_parts import PARTS, most_by_position, spread_along_rows
from transformer.measure.words.word_order import Reordered
from transformer.positions import sinusoidal
from transformer.tasks.letters import LONGEST
from transformer.weights import Trained

NEAR, FAR = 3, 4  # the two positions that are compared with position 0
SAME, MOVED, SHUFFLED = "it stays as it was", "it changes a little", "it changes completely"
EQUAL = "both equally"
# What each way gives to a place that no training row had.
BEYOND_TRAINING = {
    "sinusoidal": "It has vectors for these places, but the model never learned what to do with them.",
    "learned": "It has no vector for a place that it never saw.",
    "rotary": "Its scores depend on distances, and most of these occurred in training.",
    "binary": "It writes these places with bits that training never put together so.",
    "index": "Its number for these places is larger than any in training.",
}


def about_order(marked: Reordered, bare: Reordered) -> Prediction:
    """What reversing the words does to a word's vector: with positions, and without."""
    size = float(bare.before.output.abs().mean())  # of a number in a vector
    without = bare.largest
    right = SAME if without < 1e-4 else MOVED if without < size else SHUFFLED
    bare, marked = scientific(without), f"{marked.largest:.2f}"
    against = {
        SAME: f"Unchanged would mean a difference of about 10⁻⁶, from rounding. Measured: {bare}.",
        MOVED: f"A little would be more than rounding and less than {size:.2f}, the mean size of such a "
        f"number. Without positions the largest change of any number is {bare}.",
        SHUFFLED: f"Completely would be more than {size:.2f}, the mean size of such a number. **With** "
        f"positions the largest change is {marked}, without them {bare}.",
    }
    why = (
        f"Without positions the largest change of any number is {bare}, with positions {marked}. "
        "Attention is a sum over a set of words, and a sum does not know the order of its terms: each "
        "vector moves with its word, unchanged but for rounding."
    )
    question = (
        "The words of a sentence are **reversed**, and the encoder gets **no positions**. What happens "
        "to the vector that it computes for each word?"
    )
    return asked(question, against | ({SAME: why} if right == SAME else {}), right, "why")


def about_distance() -> Prediction:
    """Position 3 or 4: which is more like position 0, in the deck's example?"""
    _, length, d_model, base = EXAMPLE
    pe = sinusoidal(length, d_model, base).double()  # (position, d_model)
    near, far = (float(pe[0] @ pe[k]) for k in (NEAR, FAR))
    options = tuple(f"position {k}" for k in (NEAR, FAR)) + (EQUAL,)
    right = EQUAL if abs(near - far) < 5e-5 else options[near < far]
    wave = (
        f"With d = {d_model} the product is cos k + cos(k/100): a wave, which comes back. Similarity does "
        "not simply fall with the distance, though the slide says so."
    )
    reasons = {
        options[0]: f"PE(0) · PE({NEAR}) is {near:.4f}, that of position {FAR} {far:.4f}. {wave}",
        options[1]: f"PE(0) · PE({FAR}) = {far:.4f}, that of position {NEAR} {near:.4f}. {wave}",
        EQUAL: f"They differ by {abs(near - far):.4f}: {near:.4f} for {NEAR}, {far:.4f} for {FAR}.",
    }
    question = (
        f"In the slide’s example (n = {length}, d = {d_model}): is **position {NEAR}** or **position "
        f"{FAR}** more like **position 0**, by the dot product?"
    )
    return asked(question, reasons, right, "lab")


def about_columns(slide: Slide) -> Prediction:
    """Which columns of the printed table hold slips?"""
    n, m = slide.right.shape
    wrong = [j for j in range(m) if any(slide.is_slip(i, j) for i in range(n))]
    right = f"columns {wrong[0]} and {wrong[1]}" if len(wrong) == 2 else f"{len(wrong)} columns"
    printed, formula = slide.rows[1], [four(value) for value in slide.right[1]]
    at = "at position 1 the slide prints {}, the formula gives {}"
    reasons = {
        "none of them": f"{slide.slips} of {slide.right.size} differ: "
        + at.format(printed[wrong[0]], formula[wrong[0]])
        + f" in column {wrong[0]}.",
        "columns 0 and 1": f"They are right to the last digit: sin 1 = {formula[0]}, cos 1 = {formula[1]}.",
        "column 2 alone": f"Column 3 has slips too: {at.format(printed[3], formula[3])}.",
        right: f"{slide.slips} of {slide.right.size} printed numbers are slips, all in columns "
        f"{' and '.join(map(str, wrong))}: at position 1 the formula gives {slide.right[1, 2]:.4f} and "
        f"{slide.right[1, 3]:.5f}.",
    }
    question = (
        "A slide prints the table of positions for n = 5, d = 4. **Which columns hold a wrong number?** "
        "Look at the table before you answer: column 2 should be sin(p / 100)."
    )
    return asked(question, reasons, right, "slides")


def about_parts(parts: Mapping[str, Tensor]) -> Prediction:
    """Which of the four parts (batch, head, query, key) differs most along a row, in the head in which
    places count most?"""
    spreads = spread_along_rows(parts)  # (head, part)
    head = most_by_position(spreads)
    spread = spreads[head]
    right = PARTS[int(spread.argmax())]
    listed = ", ".join(f"{name} {value:.2f}" for name, value in zip(PARTS, spread, strict=True))
    why = (
        f"Spread along a row, head {head + 1}: {listed}. Nobody told this head to look at words or at "
        "places; training shared the work out."
    )
    most = f"*{right}* differs by {spread.max():.2f}"
    reasons = {
        part: why if part == right else f"Along a row *{part}* differs by {value:.2f}, and {most}."
        for part, value in zip(PARTS, spread, strict=True)
    }
    question = (
        f"Head {head + 1} of the first layer: **which of the four parts** differs most from key to key, "
        "and so says most about where to look?"
    )
    return asked(question, reasons, right, "")


def about_length(models: Sequence[Trained]) -> Prediction:
    """Which way of marking positions reverses most rows longer than those of training?"""
    scores = {model.model.config.position: _beyond(model) for model in models}
    known = {name: score for name, score in scores.items() if score is not None}
    right = max(known, key=known.get)
    listed = ", ".join(f"{name} {share:.0%}" for name, share in known.items() if name != "none")
    why = (
        f"Rows of {BEYOND} letters reversed without a mistake: {listed}. These are single trainings; "
        "another seed can move the numbers."
    )
    reasons = {
        name: f"*{name}* "
        + (
            f"reverses {known[name]:.0%} of them"
            if name in known
            else "refuses rows of this length"
        )
        + f", {right} reverses {known[right]:.0%}. {BEYOND_TRAINING[name]}"
        for name in scores
        if name != "none"
    }
    question = (
        f"Trained on rows of 2 to {LONGEST} letters. **Which way to mark positions** "
        f"reverses most rows of **{BEYOND}** letters?"
    )
    return asked(question, reasons | {right: why}, right, "length")


def _beyond(trained: Trained) -> float | None:
    """The share of rows of `BEYOND` letters that a model reverses, by its card; None where it refuses them."""
    by_length = trained.card["held_out"]["by_length"]
    return next(each["exact_match"] for each in by_length if each["length"] == BEYOND)
