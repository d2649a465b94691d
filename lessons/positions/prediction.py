"""One question for each part of the page. Every right answer is computed."""

from collections.abc import Mapping, Sequence

from torch import Tensor

from lessons.figures.kit.numbers import scientific
from lessons.kit.prediction import Prediction, from_reasons
from lessons.positions import BEYOND, EXAMPLE
from lessons.positions.measure.score_parts import PARTS, most_by_position, spread_along_rows
from lessons.positions.slides import Slide, four_decimals
from transformer.measure.words.word_order import Reordered
from transformer.positions import sinusoidal
from transformer.tasks.letters import LONGEST
from transformer.weights import Trained

NEAR, FAR = 3, 4  # the two positions that are compared with position 0
SAME, MOVED, SHUFFLED = "no change", "a small change", "a complete change"
EQUAL = "both equally"
# What each encoding gives to a position that did not occur in training.
BEYOND_TRAINING = {
    "sinusoidal": "Sinusoids provide vectors for these positions, but the model never learned to use them.",
    "learned": "The learned table contains no vectors for these positions.",
    "rotary": "Rotary scores depend on the distance between two letters, but that does not make the model extrapolate.",
    "binary": "The vectors of these positions combine bits in ways that never occurred in training.",
    "index": "The index of these positions is larger than any in training.",
}


def about_order(marked: Reordered, bare: Reordered) -> Prediction:
    """Return the question how reversing the words changes the vector of a word, with positions and without."""
    size = float(bare.before.output.abs().mean())  # of a component
    without = bare.largest
    right = SAME if without < 1e-4 else MOVED if without < size else SHUFFLED
    bare, marked = scientific(without), f"{marked.largest:.2f}"
    against = {
        SAME: f"The largest change of any component is {bare}. With no change, only rounding would remain: about 10⁻⁶.",
        MOVED: f"Without positions the largest change of any component is {bare}. A small change would be more "
        f"than rounding and less than {size:.2f}, the mean size of a component.",
        SHUFFLED: f"Without positions the largest change is {bare}; **with** positions it is {marked}. A complete "
        f"change would be more than {size:.2f}, the mean size of a component.",
    }
    why = (
        f"Without positions the largest change of any component is {bare}; with positions it is {marked}. "
        "Attention is a sum over a set of words, and a sum does not depend on the order of its terms: each "
        "vector moves with its word, unchanged up to rounding."
    )
    question = (
        "The words of a sentence are **reversed**, and the encoder gets **no positions**. How does the "
        "vector that it computes for each word change?"
    )
    return from_reasons(question, against | ({SAME: why} if right == SAME else {}), right, "why")


def about_distance() -> Prediction:
    """Return the question whether position 3 or 4 is more similar to position 0 in the deck's example."""
    _, length, d_model, base = EXAMPLE
    pe = sinusoidal(length, d_model, base).double()  # (position, d_model)
    near, far = (float(pe[0] @ pe[k]) for k in (NEAR, FAR))
    options = tuple(f"position {k}" for k in (NEAR, FAR)) + (EQUAL,)
    right = EQUAL if abs(near - far) < 5e-5 else options[near < far]
    wave = (
        f"With d = {d_model} the product is cos k + cos(k/100), a wave that rises again. Similarity does not "
        "simply fall with the distance, although the slide says so."
    )
    reasons = {
        options[0]: f"PE(0) · PE({NEAR}) is {near:.4f}, and PE(0) · PE({FAR}) is {far:.4f}. {wave}",
        options[1]: f"PE(0) · PE({FAR}) is {far:.4f}, and PE(0) · PE({NEAR}) is {near:.4f}. {wave}",
        EQUAL: f"The products differ by {abs(near - far):.4f}: {near:.4f} for position {NEAR} "
        f"and {far:.4f} for position {FAR}.",
    }
    question = (
        f"In the slide’s example (n = {length}, d = {d_model}), is **position {NEAR}** or **position "
        f"{FAR}** more similar to **position 0**, by the dot product?"
    )
    return from_reasons(question, reasons, right, "lab")


def about_columns(slide: Slide) -> Prediction:
    """Return the question which columns of the printed table contain slips."""
    n, m = slide.right.shape
    wrong = [j for j in range(m) if any(slide.is_slip(i, j) for i in range(n))]
    right = f"columns {wrong[0]} and {wrong[1]}" if len(wrong) == 2 else f"{len(wrong)} columns"
    printed, formula = slide.rows[1], [four_decimals(value) for value in slide.right[1]]
    at = "at position 1 the slide shows {}, but the formula gives {}"
    reasons = {
        "none of them": f"{slide.slips} of {slide.right.size} numbers are wrong: "
        + at.format(printed[wrong[0]], formula[wrong[0]])
        + f" in column {wrong[0]}.",
        "columns 0 and 1": f"Both columns are correct to the last digit: sin 1 = {formula[0]} "
        f"and cos 1 = {formula[1]}.",
        "only column 2": f"Column 3 also contains errors: {at.format(printed[3], formula[3])}.",
        right: f"{slide.slips} of {slide.right.size} printed numbers are wrong, all in columns "
        f"{' and '.join(map(str, wrong))}: at position 1 the formula gives {slide.right[1, 2]:.4f} and "
        f"{slide.right[1, 3]:.5f}.",
    }
    question = (
        "A slide shows the table of positional encodings for n = 5, d = 4. **Which columns contain wrong "
        "numbers?** Check the table before you answer: column 2 should be sin(p / 100)."
    )
    return from_reasons(question, reasons, right, "slides")


def about_parts(parts: Mapping[str, Tensor]) -> Prediction:
    """Return the question which of the four parts (batch, head, query, key) varies most along a row.

    The head is the one in which positions matter most.
    """
    spreads = spread_along_rows(parts)  # (head, part)
    head = most_by_position(spreads)
    spread = spreads[head]
    right = PARTS[int(spread.argmax())]
    listed = ", ".join(f"{name} {value:.2f}" for name, value in zip(PARTS, spread, strict=True))
    why = (
        f"The spreads along a row of head {head + 1} are {listed}. Training decided whether this head "
        "uses words or positions."
    )
    most = f"*{right}* varies by {spread.max():.2f}"
    reasons = {
        part: why if part == right else f"*{part}* varies by {value:.2f} along a row; {most}."
        for part, value in zip(PARTS, spread, strict=True)
    }
    question = (
        f"A score of head {head + 1} in the first layer is a sum of four parts. **Which part** varies most "
        "from key to key, and so affects the weights most?"
    )
    return from_reasons(question, reasons, right, "")


def about_length(models: Sequence[Trained]) -> Prediction:
    """Return the question which encoding reverses most strings longer than those of training."""
    scores = {model.model.config.position: _beyond(model) for model in models}
    accepted = {name: score for name, score in scores.items() if score is not None}
    right = max(accepted, key=accepted.get)
    listed = ", ".join(
        f"{name} none (refused)" if share is None else f"{name} {share:.0%}"
        for name, share in scores.items()
        if name != "none"
    )
    why = (
        f"Strings reversed correctly: {listed}. Each model was trained once; the control below the figure shows "
        "other seeds and longer training."
    )
    reasons = {
        name: f"*{name}* "
        + (
            f"reverses {accepted[name]:.0%} of the strings"
            if name in accepted
            else "refuses strings of this length"
        )
        + f"; {right} reverses {accepted[right]:.0%}. {BEYOND_TRAINING[name]}"
        for name in scores
        if name != "none"
    }
    question = (
        f"Models were trained to reverse strings of 2 to {LONGEST} letters. **Which positional encoding** "
        f"reverses the most strings of **{BEYOND}** letters without a mistake?"
    )
    return from_reasons(question, reasons | {right: why}, right, "length")


def _beyond(trained: Trained) -> float | None:
    """Return the fraction of strings of `BEYOND` letters that a model reverses, from its card; None if it refuses them."""
    by_length = trained.card["held_out"]["by_length"]
    return next(each["exact_match"] for each in by_length if each["length"] == BEYOND)
