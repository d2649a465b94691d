"""Predict first: one question a part of the page. Every right answer is counted or searched, none written down."""

import math

from lessons.figures.reach import KERNEL, LONG
from lessons.kit.prediction import Prediction, asked
from transformer.measure.cost.counting import counted
from transformer.measure.cost.paths import DOUBLING, spread
from transformer.measure.cost.signal import PEAK, both

N, D, K, R = 64, 64, 3, 5  # as the pictures open
MOST, HALF, NONE = "most of them", "about half of them", "none"
CONVOLUTION, ATTENTION, BOTH, NEITHER = "the convolution", "attention", "both", "neither"


def about_masks() -> Prediction:
    """How many products does a mask save?"""
    full, masked, near = (
        counted(kind, N, D, K, R) for kind in ("attention", "masked", "restricted")
    )
    saved = 1 - masked / full
    right = MOST if saved > 0.75 else HALF if saved > 0.25 else NONE
    said = f"Without the mask {full:,} products are counted, with it {masked:,}"
    reasons = {
        MOST: f"Only {R} of {N} scores in a row are needed, but all are computed. {said}.",
        HALF: f"Hiding scores does not keep anybody from computing them. {said}.",
        NONE: f"{said}: a mask writes −∞ over scores that were computed. To save products, the code must not compute "
        f"them: attention to {R} words, written so, has {near:,}. What is left are the four projections.",
    }
    question = (
        f"A row of {N} words, d = {D}. A mask hides all but {R} near words from each word. **How many** of the "
        "multiplications of the attention layer does that save?"
    )
    return asked(question, reasons, right, "")


def about_meeting() -> Prediction:
    """Whole layers, attention and a GRU: from which length on does attention multiply more?"""
    offered = (round(math.sqrt(D)), D // 2, D, 2 * D)
    counts = {n: (counted("attention", n, D, K, R), counted("gru", n, D, K, R)) for n in offered}
    met = next(n for n, (attention, gru) in counts.items() if attention == gru)
    names = {n: f"above n = {n}" for n in offered}
    why = {
        D
        // 2: "So it would be for the two products alone, 2n²d against nd². But each layer has its matrices, too. ",
        D: "4nd² + 2n²d against 6nd²: equal where n = d. ",
    }
    reasons = {
        names[
            n
        ]: f"{why.get(n, '')}At n = {n} attention multiplies {counts[n][0]:,} times, a GRU {counts[n][1]:,}."
        for n in offered
    }
    question = (
        f"One layer of attention, with its four matrices, and one of a GRU, with its six; d = {D}. **Above which "
        "length** does attention need more multiplications?"
    )
    return asked(question, reasons, names[met], "")


def about_moving() -> Prediction:
    """Something far away moves. Whose weights change?"""
    given, moved = both("given"), both("moved")
    change = {
        name: (given[name].weights[PEAK] - moved[name].weights[PEAK]).abs().max().item()
        for name in given
    }
    changed = {name: value > 1e-6 for name, value in change.items()}
    right = {
        (True, True): BOTH,
        (True, False): CONVOLUTION,
        (False, True): ATTENTION,
        (False, False): NEITHER,
    }
    convolution, attention = change["convolution"], change["attention"]
    said = f"In the convolution they change by {convolution:.2f}, in attention by up to {attention:.2f}"
    reasons = {
        CONVOLUTION: f"{said}. A convolution weighs by distance, whatever stands there.",
        ATTENTION: f"{said}. The first peak looks at what is like it, so its look follows the second bump.",
        BOTH: f"{said}. Only attention makes its weights of what stands in the row.",
        NEITHER: f"{said}. Attention makes its weights anew for each row, of what stands in it.",
    }
    question = (
        "A signal with two equal bumps. The second one is moved by one place. **Whose weights at the top of the first "
        "bump** change?"
    )
    return asked(question, reasons, right[changed["convolution"], changed["attention"]], "")


def about_layers() -> Prediction:
    """A usual convolution: how many layers from one end to the other?"""
    needed = len(spread(LONG, KERNEL, 1)) - 1
    dilated = len(spread(LONG, KERNEL, DOUBLING)) - 1
    logarithm, third, half = round(math.log(LONG, KERNEL)), LONG // KERNEL, (LONG - 1) // 2
    why = {
        logarithm: f"log_{KERNEL} {LONG} = {logarithm} stands on slides. It needs kernels whose places move apart from layer "
        "to layer, and which look back only.",
        third: f"{KERNEL} words are read, but one of them is the word itself, and one lies on the other side.",
        half: f"After {half} layers the word in the middle knows both ends. The last word knows nothing of the first yet.",
        needed: f"Each layer reads one word to the right and one to the left: one place further. Dilated, with places 1, "
        f"2, 4, … apart, {dilated} are enough.",
    }
    reasons = {f"{n} layers": why[n] for n in sorted(why)}
    question = (
        f"A row of {LONG} words and layers of convolution, each of which reads **{KERNEL} neighbouring words**. After how many "
        "layers can the last word know of the first?"
    )
    return asked(question, reasons, f"{needed} layers", "")


QUESTIONS = (about_masks, about_meeting, about_moving, about_layers)  # in the order of the page
