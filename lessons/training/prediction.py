"""Predict first: one question a part of the page. Every right answer is computed, none written down."""

import math
from collections.abc import Sequence

import torch

from lessons.kit.prediction import Prediction, asked
from lessons.training.measured import Course
from transformer.objectives.loss import smoothing_floor
from transformer.tasks import TASKS
from transformer.training.optimizers import Adam
from transformer.training.settings import Settings

HALF = 0.5


def about_floor() -> Prediction:
    """How low a loss with label smoothing can go."""
    words = len(TASKS["copy"]().target_words) + 4  # and the special ones
    share = Settings().smoothing
    floor = smoothing_floor(words, share)
    certain = -math.log(1 - share)
    right, other = 1 - share + share / words, share / words
    reasons = {
        "0": f"That needs a target of 1 for the right word. Smoothing asks for {right:.3f} there and "
        f"{other:.4f} on every other word, and even a guess of just that costs its entropy, {floor:.3f}.",
        f"{certain:.3f}": f"−ln {1 - share:g} = {certain:.3f} forgets what the other {words - 1} words "
        f"cost, {other:.4f} of the target each. With them it is {floor:.3f}.",
        f"{floor:.3f}": f"Smoothing gives the right word {right:.3f} and each other word {other:.4f}. No "
        f"guess can cost less than the entropy of these shares: {floor:.3f} nats. A loss of 0 would need "
        "no smoothing.",
        f"{math.log(words):.3f}": f"ln {words} = {math.log(words):.3f} is what guessing all words alike "
        f"costs: there a training begins. It can fall to {floor:.3f}.",
    }
    question = (
        f"The task *copy* writes one of {words} tokens at each place; training uses label smoothing "
        f"{share:g}. **What is the least loss that any model can reach?**"
    )
    return asked(question, reasons, f"{floor:.3f}", "train")


def about_order(course: Course) -> Prediction | None:
    """What comes first in this training: heads that find the word, or right answers."""
    if course.pairs is not None:
        return about_counting(course)
    if course.looks is None:
        return None
    looking = _first(zip(course.frames, course.looks, strict=True))
    right = _first(zip(course.steps, course.score, strict=True))
    if looking is None and right is None:
        return None
    options = ("attention finds the word", "whole answers are right", "both at the same frame")
    a, b = (math.inf if step is None else step for step in (looking, right))
    found = options[0] if a < b else options[1] if b < a else options[2]
    said = ["never" if step is None else f"at step {step:g}" for step in (looking, right)]
    head, whole = said
    apart = f"They come {abs(a - b):g} steps apart" if math.inf not in (a, b) else "Only one comes"
    against = {
        options[
            0
        ]: f"Half of the sentences are right {whole}; a head looks at the right word for half of "
        f"the words {head}.",
        options[
            1
        ]: f"A head looks at the right word for half of the words {head}; half of the sentences "
        f"are right {whole}, since a sentence counts only when every token is right.",
        options[2]: f"{apart}: the head {head}, the sentences {whole}.",
    }
    why = (
        f"In this run one cross-attention head looks at the right word for more than half of the "
        f"words {head}, and more than half of the held-out sentences are right {whole}. A "
        "sentence counts only when every token is right."
    )
    question = (
        "**What comes first in this training:** a cross-attention head that looks at the right word "
        "for more than half of the held-out words, or more than half of the sentences right?"
    )
    seen = min(a, b)
    frame = next(n for n, step in enumerate(course.frames, start=1) if step >= seen)
    return asked(question, against | {found: why}, found, f"film:{frame}")


def about_counting(course: Course) -> Prediction:
    """When a model of a text is better than somebody who counts its pairs."""
    pairs, steps, bits = course.pairs, course.steps, course.bits
    better = [n for n, each in enumerate(bits) if each < pairs]
    last = len(steps) - 1
    first = better[0] if better else last
    shown = sorted({first // 2, first, (first + last) // 2, last})
    right = f"step {steps[first]}" if better else "never"
    against = {
        f"step {steps[n]}": f"At step {steps[n]} it needs {bits[n]:.2f} bits, counting pairs {pairs:.2f}"
        + ("." if bits[n] >= pairs else f": but it needed fewer already at step {steps[first]}.")
        for n in shown
    }
    why = f"Counting pairs needs {pairs:.2f} bits for each. "
    if better:
        before = f" at step {steps[first - 1]} it was {bits[first - 1]:.2f}" if first else ""
        against["never"] = (
            f"At step {steps[first]} it is {bits[first]:.2f}{before and ';' + before}; counting pairs needs {pairs:.2f}."
        )
        why += (
            f"The model needs {bits[first]:.2f} at step {steps[first]};{before or ' it starts there'}. "
            f"In the end it needs {bits[-1]:.2f}: what stands further back than one place helps, and "
            "attention is how it gets there."
        )
    else:
        why += f"The model still needs {bits[-1]:.2f} at step {steps[-1]}: train it longer."
    question = (
        "Somebody has counted what follows what in the lines of training, and guesses held-out lines "
        "from **one place back**. **At which measurement does this model need fewer bits than that for "
        "the first time?**"
    )
    frame = next(n for n, at in enumerate(course.frames, 1) if at >= steps[first])
    return asked(question, against | {right: why}, right, f"film:{frame}")


def _first(steps) -> int | None:
    return next((int(step) for step, share in steps if share > HALF), None)


def about_difference(a: Sequence[float], b: Sequence[float], start: int = 0) -> Prediction | None:
    """When two runs part, by their losses at each step; up to step `start` they are one."""
    shared = min(len(a), len(b))
    if not shared:
        return None
    apart = [n + 1 for n in range(shared) if a[n] != b[n]]
    options = ["step 1", "step 2", "step 3", "never"]
    right = f"step {apart[0]}" if apart else "never"
    options = options if right in options else [*options[:3], right, "never"]
    origin = f" They share all that happened up to step {start}." if start else ""
    against = {option: _losses(option, a, b, right) for option in options}
    why = (
        f"The losses {'differ first at ' + right if apart else 'never differ'}.{origin} The loss of a "
        "step is measured before that step moves the weights: a changed rate is seen one step later, "
        "a changed loss at once."
    )
    question = "**At which step do the losses of these two runs differ for the first time?**"
    place = f"compare:{apart[0] if apart else shared}"
    return asked(question, against | {right: why}, right, place)


def _losses(option: str, a, b, right: str) -> str:
    """What the losses at the step of an option were."""
    if option == right == "never":
        return "They never differ."
    step = int((option if option != "never" else right).removeprefix("step "))
    if step > min(len(a), len(b)):
        return f"Not both of them have a step {step}."
    one, two = a[step - 1], b[step - 1]
    if one == two:
        return f"At step {step} both losses are {one:.6f}, equal to the last bit."
    already = f" They differ already at {right}." if option not in ("never", right) else ""
    return f"At step {step} the losses are {one:.6f} and {two:.6f}.{already}"


def about_adam() -> Prediction:
    """How far Adam's first step goes when the gradient is a hundred times as large."""
    steps = []
    for gradient in (1.0, 100.0):
        weight = torch.zeros(1, requires_grad=True)
        weight.grad = torch.tensor([gradient])
        Adam([weight], lr=0.01).step()
        steps.append(-weight.item())
    ratio = steps[1] / steps[0]
    options = ("100 times as far", "10 times as far", "as far as before", "a hundredth as far")
    right = options[min(range(4), key=lambda n: abs((100, 10, 1, 0.01)[n] - ratio))]
    measured = (
        f"with a gradient of 1 the first step is {steps[0]:.6f}, with 100 it is {steps[1]:.6f}"
    )
    against = {
        options[0]: f"So it is for plain gradient descent. Adam is different: {measured}.",
        options[
            1
        ]: f"√100 = 10, but only v stands under the root, and v grows with the *square*: {measured}.",
        options[2]: f"{measured[0].upper()}{measured[1:]}.",
        options[3]: f"That would be a division by v. Adam divides by √v, and {measured}.",
    }
    why = (
        f"{measured[0].upper()}{measured[1:]}. Adam divides m by √v: both grow with the gradient, so "
        "its size goes out of the first step."
    )
    question = "The gradient of a weight is **100 times as large**. How far does **Adam’s first step** move it?"
    return asked(question, against | {right: why}, right, "adam")
