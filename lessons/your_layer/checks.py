"""The checks of your own layer: first those of every layer, then those of this one."""

import torch
from torch import Tensor

from lessons.kit.checking import Check, Failed
from lessons.kit.diagnose import Diagnoser, close_tensors
from lessons.kit.exercise import Exercise
from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.spec import CLOSE
from lessons.your_layer import hints
from lessons.your_layer.mistakes import MISTAKES
from lessons.your_layer.trial import (
    AFTER,
    BATCH,
    D_MODEL,
    HEADS,
    STAGES,
    WORDS,
    Student,
    example,
    late,
    words,
)
from transformer.masks import causal
from transformer.variants.alibi import ALiBi
from transformer.variants.alibi import slopes as slopes_of
from transformer.variants.window import offsets

OTHER_HEADS = 3
LONG = 40  # words; enough to notice a distance that is cut off


def failed(student: Student, saw: str, expected: str, likely: str = "") -> Failed:
    return Failed(saw, expected, likely, student.line("scale"))


def runs(student: Student) -> None:
    for queries in (WORDS, 2):
        expected = (BATCH, HEADS, queries, WORDS)
        student.shaped("scale", student.scaled(fixed_tensor(*expected)), expected)
    student.run(*example()[1:])


def finite(student: Student) -> None:
    if not student.run(*example()[1:]).isfinite().all():
        raise failed(student, "a result that is not a finite number", "finite numbers")


def probed(student: Student) -> None:
    if not student.traced()["scaled"]:
        likely = MISTAKES["NoProbe"].sentence
        saw = "nothing passed through `self.scaled`"
        raise failed(student, saw, "return self.scaled(...)", likely)


def rows_sum_to_one(student: Student) -> None:
    sums = student.traced().one("weights").sum(-1)  # (batch, head, query)
    for _, head, row in (~((sums - 1).abs() <= CLOSE)).nonzero().tolist():
        saw = f"row {row + 1} of head {head + 1} does not sum to 1"
        raise failed(student, saw, "1.00 in each row")


def no_leak(student: Student) -> None:
    x, mask = words(), causal(WORDS)
    changed = x.clone()
    changed[:, -1] = words(1, start=9000)[:, 0]
    moved = (student.run(changed, mask) - student.run(x, mask)).abs().amax((0, 2))  # (word,)
    if not moved[:-1].max() <= CLOSE:
        saw = f"changing word {WORDS} changes an earlier output by {moved[:-1].max():.2g}"
        raise failed(student, saw, "0: no attention to later words")


def alone(student: Student) -> None:
    x, mask = words(), causal(WORDS)
    moved = (student.run(x, mask)[:1] - student.run(x[:1], mask)).abs().max().item()
    if not moved <= CLOSE:
        raise failed(
            student, f"the other sentence changes this sentence’s output by {moved:.2g}", "0"
        )


def bias(student: Student, heads: int = HEADS) -> Tensor:
    """Return the step’s output for scores that are all 0: (head, query, key)."""
    return student.scaled(torch.zeros(BATCH, heads, WORDS, WORDS))[0]


def falls(student: Student) -> None:
    """Check that the bias falls from the word itself outwards, equally on both sides."""
    got, middle = bias(student), WORDS // 2
    for head in range(HEADS):
        row = got[head, middle]
        right, left = row[middle:], row[: middle + 1].flip(0)
        if not (row[middle].abs() <= CLOSE and (right.diff() < 0).all() and (left - right).abs().max() <= CLOSE):  # fmt: skip
            saw = f"row {middle + 1} of head {head + 1}: {', '.join(f'{v:.2g}' for v in row)}"
            raise failed(
                student, saw, "0 at the word’s own position, falling equally on both sides"
            )


def slopes(student: Student) -> None:
    place = torch.arange(WORDS)
    distance = (place[:, None] - place).abs()  # (query, key)
    for heads in (HEADS, OTHER_HEADS):
        got = bias(student, heads)
        for head in range(heads):
            slope = 2.0 ** (-8 * (head + 1) / heads)
            if not (got[head] + slope * distance).abs().max() <= CLOSE * slope:
                first, second = (-got[head, 0, to].item() for to in (1, 2))
                saw = f"head {head + 1} of {heads} subtracts {first:.3g} at distance 1 and {second:.3g} at distance 2"
                raise failed(student, saw, f"{slope:.3g} and {2 * slope:.3g}")


def root(student: Student) -> None:
    """Check that the step without its bias is the standard step."""
    for heads in (HEADS, OTHER_HEADS):
        scores = 4 * fixed_tensor(BATCH, heads, WORDS, WORDS, start=40)
        share = (student.scaled(scores) - bias(student, heads)) / scores
        d_k = D_MODEL // heads
        if not (share - d_k**-0.5).abs().max() <= CLOSE:
            saw = f"with d_k = {d_k}, the scores were multiplied by {share.flatten()[0]:.3f}"
            raise failed(student, saw, f"multiplied by 1/√d_k = {d_k**-0.5:.3f}")


def cached(student: Student) -> None:
    x = words()
    moved = (student.written(x) - student.run(x, causal(WORDS))).abs().amax((0, 2))  # (word,)
    for word in (~(moved <= CLOSE)).nonzero().flatten().tolist():
        saw = f"output {word + 1} differs by {moved[word]:.2g} with a cache"
        raise failed(student, saw, "the same as without a cache")


def parity(student: Student) -> None:
    reference, long = Student.reference(), words(LONG, start=300)[:1]
    for x, memory, mask in (example(), late(), (long, long, None)):
        student.equal(student.run(x, mask, memory), reference.run(x, mask, memory), x, memory, mask)


def seen(student: Student) -> None:
    student.shows_all()


def in_training(student: Student) -> None:
    student.same_in_training()


CHECKS: tuple[Check, ...] = (
    Check("`NearerFirst` defines its own `scale`", Student.find, hints.BEGIN),
    Check(f"`scale` keeps the shape ({BATCH}, {HEADS}, {WORDS}, {WORDS})", runs, hints.SHAPE),
    Check("every result is a finite number", finite, hints.ROWS),
    Check("the result passes through its hook", probed, hints.PROBE),
    Check("rows sum to one", rows_sum_to_one, hints.ROWS),
    Check("no word sees a later word", no_leak, hints.ROWS),
    Check("sentences do not mix", alone, hints.SHAPE),
    Check("the score falls with the distance", falls, hints.NEAR),
    Check("each head has its own slope", slopes, hints.SLOPES),
    Check("the scores themselves are divided by √d_k", root, hints.ROOT),
    Check(f"the same result with a cache of {AFTER} words", cached, hints.CACHE),
    Check("equals the real layer", parity, hints.ROOT),
    Check("every step passes through its hook", seen, hints.PROBE),
    Check("the same in training, except for dropout", in_training, hints.ROOT),
)

NAMED = Diagnoser(MISTAKES.values(), STAGES, close_tensors)
EXERCISE = Exercise(Student, CHECKS, NAMED, (offsets, slopes_of, ALiBi.scale), "the real step")
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
