"""Predict first: one question per part of the page. Every correct answer is computed, none is hard-coded."""

import math
from collections.abc import Sequence

import torch

from lessons.kit.prediction import Prediction, from_reasons
from lessons.training.measured import Course
from transformer.objectives.loss import smoothing_floor
from transformer.tasks import TASKS
from transformer.training.optimizers import Adam
from transformer.training.settings import Settings

HALF = 0.5


def about_floor() -> Prediction:
    """Return the question how low a loss with label smoothing can go."""
    words = len(TASKS["copy"]().target_words) + 4  # and the special ones
    share = Settings().smoothing
    floor = smoothing_floor(words, share)
    certain = -math.log(1 - share)
    right, other = 1 - share + share / words, share / words
    reasons = {
        "0": (
            f"A loss of 0 requires a target of 1 for the correct token. With smoothing this target is {right:.3f} "
            f"and every other target is {other:.4f}. Even for a model with exactly these probabilities, the loss is "
            f"their entropy, {floor:.3f}."
        ),
        f"{certain:.3f}": (
            f"−ln {1 - share:g} = {certain:.3f} leaves out the other {words - 1} tokens, each with a target of "
            f"{other:.4f}. With these tokens, the minimum is {floor:.3f}."
        ),
        f"{floor:.3f}": (
            f"Smoothing sets the target to {right:.3f} for the correct token and to {other:.4f} for every other "
            f"token. No model can have a lower loss than the entropy of this target: {floor:.3f} nats. A loss of 0 "
            "is possible only without smoothing."
        ),
        f"{math.log(words):.3f}": (
            f"ln {words} = {math.log(words):.3f} is the loss of a uniform guess, where training begins. The loss can "
            f"fall to {floor:.3f}."
        ),
    }
    question = (
        f"In the task *copy* the model writes one of {words} tokens at each position, and training uses label "
        f"smoothing of {share:g}. **What is the lowest loss that any model can reach?**"
    )
    return from_reasons(question, reasons, f"{floor:.3f}", "train")


def about_order(course: Course) -> Prediction | None:
    """Return the question whether an unguided head or the right answers come first."""
    if course.pairs is not None:
        return about_counting(course)
    if course.looks is None:
        return None
    looking = _stays(course.frames, course.looks)
    right = _stays(course.steps, course.score)
    if looking is None and right is None:
        return None
    options = ("an unguided head", "right answers", "both at the same frame")
    a, b = (math.inf if step is None else step for step in (looking, right))
    first = options[0] if a < b else options[1] if b < a else options[2]
    head = (
        f"{_from('unguided head', looking)}. The best head finds up to {max(course.looks):.0%} of the words, "
        f"and {course.looks[-1]:.0%} at the end."
    )
    answers = f"{_from('share of right answers', right)}."
    more = _guided(course) + _either(course)
    distance = (
        f"The two events are {abs(a - b):g} steps apart."
        if math.inf not in (a, b)
        else "Only one of the two events happens."
    )
    measured = (
        f"{head} {answers}{more}",
        f"{answers} {head}{more}",
        f"{distance} {head} {answers}{more}",
    )
    reasons = dict(zip(options, measured, strict=True))
    question = (
        "**What becomes true first in this run, and stays true?** (a) An *unguided* cross-attention head has its "
        "largest weight on the correct source word for more than half of the held-out words. (b) More than half of "
        "the answers are correct."
    )
    frame = next(n for n, step in enumerate(course.frames, start=1) if step >= min(a, b))
    return from_reasons(question, reasons, first, f"film:{frame}")


def _guided(course: Course) -> str:
    """Return when the guided head finds its words, if there is one."""
    if not len(course.guided):
        return ""
    step = _stays(course.frames, course.guided)
    return f" {_from('guided head', step)}: an extra loss trains it to attend to the correct word."


def _either(course: Course) -> str:
    """Return the result if the digit of either number counts as right."""
    if not len(course.either):
        return ""
    return (
        " If attending to a digit of either number counts as correct, the best unguided head finishes with "
        f"{course.either[-1]:.0%} of the digits correct in the four pinned sums."
    )


def about_counting(course: Course) -> Prediction:
    """Return the question when a language model beats counting pairs."""
    pairs, steps, bits = course.pairs, course.steps, course.bits
    better = [n for n, each in enumerate(bits) if each < pairs]
    last = len(steps) - 1
    first = better[0] if better else last
    shown = sorted({first // 2, first, (first + last) // 2, last})
    right = f"step {steps[first]}" if better else "never"
    against = {
        f"step {steps[n]}": (
            f"At step {steps[n]} the model needs {bits[n]:.2f} bits, and the bigram baseline needs {pairs:.2f}"
        )
        + (
            "."
            if bits[n] >= pairs
            else f". But the model already needed fewer bits at step {steps[first]}."
        )
        for n in shown
    }
    why = f"The bigram baseline needs {pairs:.2f} bits per token. "
    if better:
        needs = f"The model needs {bits[first]:.2f} bits at step {steps[first]}. "
        if first:
            needs += (
                f"At step {steps[first - 1]} the model still needed {bits[first - 1]:.2f} bits. "
            )
        against["never"] = f"{needs}The bigram baseline needs {pairs:.2f}."
        why += (
            f"{needs}At the end the model needs {bits[-1]:.2f} bits. Attention lets the model use tokens more than one "
            "position back."
        )
    else:
        why += f"At step {steps[-1]} the model still needs {bits[-1]:.2f} bits, so train it longer."
    question = (
        "The bigram baseline, which counts pairs, predicts each token of a held-out line from the **one before it**. **"
        "At which measurement does this model first need fewer bits than the baseline?**"
    )
    frame = next(n for n, at in enumerate(course.frames, 1) if at >= steps[first])
    return from_reasons(question, against | {right: why}, right, f"film:{frame}")


def _stays(steps: Sequence[int], shares: Sequence[float]) -> int | None:
    """Return the first step from which the share stays above half, or None."""
    below = [n for n, share in enumerate(shares) if share <= HALF]
    first = below[-1] + 1 if below else 0
    return int(steps[first]) if first < len(steps) else None


def _from(name: str, step: int | None) -> str:
    """Return from which step a share stays above half, as text."""
    return (
        f"No {name} stays above 50%"
        if step is None
        else f"The {name} stays above 50% from step {step} on"
    )


def about_difference(a: Sequence[float], b: Sequence[float], start: int = 0) -> Prediction | None:
    """Return the question when the losses of two runs diverge; up to step `start` they are the same run."""
    shared = min(len(a), len(b))
    if not shared:
        return None
    apart = [n + 1 for n in range(shared) if a[n] != b[n]]
    options = ["step 1", "step 2", "step 3", "never"]
    right = f"step {apart[0]}" if apart else "never"
    options = options if right in options else [*options[:3], right, "never"]
    origin = f" Both runs are identical up to step {start}." if start else ""
    against = {option: _losses(option, a, b, right) for option in options}
    verdict = f"The losses first differ at {right}." if apart else "The losses never differ."
    why = (
        f"{verdict}{origin} The loss of a step is measured before that step updates the parameters, so a changed "
        "learning rate affects the loss one step later, but a changed loss function affects it immediately."
    )
    question = "**At which step do the losses of these two runs differ for the first time?**"
    place = f"compare:{apart[0] if apart else shared}"
    return from_reasons(question, against | {right: why}, right, place)


def _losses(option: str, a, b, right: str) -> str:
    """Return the losses at the step of an option."""
    if option == right == "never":
        return "The losses never differ."
    step = int((option if option != "never" else right).removeprefix("step "))
    if step > min(len(a), len(b)):
        return f"One of the runs has no step {step}."
    first, second = a[step - 1], b[step - 1]
    if first == second:
        return f"At step {step} both losses are {first:.6f}; they are identical bit for bit."
    already = f" The losses already differ at {right}." if option not in ("never", right) else ""
    return f"At step {step} the losses are {first:.6f} and {second:.6f}.{already}"


def about_adam() -> Prediction:
    """Return the question how long Adam's first step is when the gradient is a hundred times as large."""
    steps = []
    for gradient in (1.0, 100.0):
        weight = torch.zeros(1, requires_grad=True)
        weight.grad = torch.tensor([gradient])
        Adam([weight], lr=0.01).step()
        steps.append(-weight.item())
    ratio = steps[1] / steps[0]
    options = ("100 times as far", "10 times as far", "the same distance", "a hundredth as far")
    right = options[min(range(4), key=lambda n: abs((100, 10, 1, 0.01)[n] - ratio))]
    measured = f"with a gradient of 1 the first step is {steps[0]:.6f}, and with a gradient of 100 it is {steps[1]:.6f}"
    against = {
        options[0]: f"Plain gradient descent would move 100 times as far. With Adam, {measured}.",
        options[
            1
        ]: f"√100 = 10, but only v is under the root, and v grows with the *square* of the gradient. Here {measured}.",
        options[2]: f"{measured[0].upper()}{measured[1:]}.",
        options[3]: f"Adam divides by √v, not by v: {measured}.",
    }
    why = (
        f"{measured[0].upper()}{measured[1:]}. Adam divides m by √v, and both grow with the gradient, so its size "
        "cancels in the first step."
    )
    question = (
        "Suppose a parameter’s gradient becomes **100 times as large**. How far does **Adam’s first step** now "
        "move the parameter?"
    )
    return from_reasons(question, against | {right: why}, right, "adam")
