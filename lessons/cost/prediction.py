"""One question for each part of the page. Every correct answer is counted or searched."""

import math

from lessons.cost.figures.reach import KERNEL, LONG
from lessons.cost.measure.signal import PEAK, apply_both
from lessons.kit.prediction import Prediction, from_reasons
from transformer.measure.cost.counting import count_multiply_adds
from transformer.measure.cost.paths import DOUBLING, layers_needed, spread

N, D, K, R = 512, 32, 3, 5  # the opening sizes of the table
WIDTH = 64  # of the layers whose curves meet
MOST, HALF, NONE = "most of them", "about half of them", "none of them"
CONVOLUTION, ATTENTION = "only those of the convolution", "only those of attention"
BOTH, NEITHER = "those of both", "those of neither"


def about_masks() -> Prediction:
    """Ask how many multiplications a mask saves."""
    full, masked, near = (
        count_multiply_adds(kind, N, D, K, R) for kind in ("attention", "masked", "restricted")
    )
    saved = 1 - masked / full
    right = MOST if saved > 0.75 else HALF if saved > 0.25 else NONE
    both_counts = (
        f"Attention needs {full:,} multiplications without the mask and {masked:,} with it"
    )
    reasons = {
        MOST: f"{both_counts}. Each word needs only {R} of {N} scores, but the layer computes every score.",
        HALF: f"{both_counts}. Every score is computed first and masked afterwards.",
        NONE: f"{both_counts}. A mask overwrites computed scores with −∞. Only code that skips these scores saves "
        f"multiplications: local attention to {R} words needs {near:,}.",
    }
    question = (
        f"A sequence has {N} words with d = {D}. For each word, a mask hides all words except the {R} nearest ones. "
        f"**What fraction of the "
        "multiplications** in the attention layer does this mask save?"
    )
    return from_reasons(question, reasons, right, "")


def about_meeting() -> Prediction:
    """Ask above which length a whole attention layer needs more multiplications than a GRU."""
    offered = (round(math.sqrt(WIDTH)), WIDTH // 2, WIDTH, 2 * WIDTH)
    counts = {
        n: [count_multiply_adds(kind, n, WIDTH, K, R) for kind in ("attention", "gru")]
        for n in offered
    }
    met = next(n for n, (attention, gru) in counts.items() if attention == gru)
    why = {
        WIDTH // 2: " Without the other matrices, the costs would be equal here (2n²d = nd²).",
        WIDTH: " For n = d, 4nd² + 2n²d = 6nd².",
    }
    reasons = {
        f"above n = {n}": f"At n = {n}, attention needs {counts[n][0]:,} multiplications and a GRU needs "
        f"{counts[n][1]:,}.{why.get(n, '')}"
        for n in offered
    }
    question = (
        f"Compare one attention layer (four matrices) with one GRU layer (six matrices), both with d = {WIDTH}. "
        f"**Above "
        "what length n** does attention need more multiplications than the GRU?"
    )
    return from_reasons(question, reasons, f"above n = {met}", "")


def about_moving() -> Prediction:
    """Ask whose weights change when a distant part of the signal moves."""
    before, after = apply_both("given"), apply_both("moved")
    change = {
        name: (before[name].weights[PEAK] - after[name].weights[PEAK]).abs().max().item()
        for name in before
    }
    changed = change["convolution"] > 1e-6, change["attention"] > 1e-6
    right = {(True, True): BOTH, (True, False): CONVOLUTION, (False, True): ATTENTION}
    measured = (
        f"The weights change by {change['convolution']:.2f} in the convolution and by up to "
        f"{change['attention']:.2f} in attention"
    )
    reasons = {
        CONVOLUTION: f"{measured}. The weights of a convolution depend on distance, not on values.",
        ATTENTION: f"{measured}. The top of the first bump attends to similar values, so its weights follow the "
        "second bump.",
        BOTH: f"{measured}. Only attention computes its weights from the values of the signal.",
        NEITHER: f"{measured}. Attention computes new weights from the values of each signal.",
    }
    question = (
        "A convolution and an attention layer read a signal with two equal bumps. Then the second bump moves by one "
        "position. **Which "
        "weights at the top of the first bump change?**"
    )
    return from_reasons(question, reasons, right.get(changed, NEITHER), "")


def about_layers() -> Prediction:
    """Ask how many contiguous layers connect one end with the other."""
    needed = len(spread(LONG, KERNEL, 1)) - 1
    dilated = len(spread(LONG, KERNEL, DOUBLING)) - 1
    logarithm, third, half = round(math.log(LONG, KERNEL)), LONG // KERNEL, (LONG - 1) // 2
    tripled = layers_needed(LONG, KERNEL, KERNEL)
    why = {
        logarithm: f"log_{KERNEL} {LONG} = {logarithm} is the number of layers for dilated kernels, whose inputs are "
        f"1, 3, 9, … positions apart, if they read only earlier words; with words on both sides, they need {tripled}. "
        "This kernel is contiguous.",
        third: f"Of the {KERNEL} words that the kernel reads, one is the word itself, and one is on the opposite side.",
        half: f"After {half} layers, the middle word contains information from both ends, but the last word contains "
        "none from the first.",
        needed: f"Each layer reads one word to the right and one word to the left, so information moves one position "
        f"per layer. With inputs 1, 2, 4, … positions apart, {dilated} layers are enough.",
    }
    reasons = {f"{n} layers": why[n] for n in sorted(why)}
    question = (
        f"A sequence has {LONG} words. Each convolutional layer reads **{KERNEL} neighbouring words**. After how many "
        "layers can the last word contain information about the first?"
    )
    return from_reasons(question, reasons, f"{needed} layers", "")


QUESTIONS = (about_masks, about_meeting, about_moving, about_layers)  # in the order of the page
