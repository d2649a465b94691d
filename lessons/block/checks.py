"""What must hold of a feed-forward layer, of an encoder layer and of a LayerNorm taken apart.

    from lessons.block.checks import check, hint, reveal
    check()     # the functions in lessons/block/exercise.py

Properties come before parity: parity finds more mistakes, but a property names the cause.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from lessons.block import hints
from lessons.block.recognise import recognise
from lessons.block.trial import (
    BATCH,
    BETA,
    D_MODEL,
    EPS,
    GAMMA,
    LARGE_EPS,
    SPLIT,
    W_2,
    WORDS,
    Student,
    b_1,
    b_2,
    norm_one,
    norm_two,
    one_attention,
    one_feed_forward,
    parts_of_x,
    vectors,
)
from lessons.kit.checking import Check
from lessons.kit.exercise import Exercise
from transformer.measure.encoder_layer import encoder_layer, feed_forward
from transformer.measure.residual_stream import through_norm
from transformer.variants.norm import layer_norm

CLOSE = 1e-4  # float32 arithmetic in another order differs by about 1e-6


# --- feed_forward -----------------------------------------------------------------------------


def runs(student: Student) -> None:
    student.forward(vectors())


def one_word_alone(student: Student) -> None:
    x = vectors()
    together, alone = student.forward(x)[:, :1], student.forward(x[:, :1])
    moved = (together - alone).abs().max().item()
    if not moved <= CLOSE:
        saw = f"the first word moves by {moved:.2g} when the others are there"
        raise student.failed("feed_forward", saw, "0: each position by itself")


def of_zeros(student: Student) -> None:
    got = student.forward(torch.zeros(1, 1, D_MODEL))
    _equal(student, "feed_forward", got, (b_1.relu() @ W_2 + b_2)[None, None], "of zeros, ")


def bends(student: Student) -> None:
    """Two linear maps without a bend would give f(x) + f(−x) = 2 f(0)."""
    x = vectors()
    bent = student.forward(x) + student.forward(-x) - 2 * student.forward(torch.zeros_like(x))
    if not bent.abs().max() > CLOSE:
        raise student.failed("feed_forward", "f(x) + f(−x) is always 2 f(0)", "a bend, by the ReLU")


def forward_parity(student: Student) -> None:
    for x in (vectors(), 3 * vectors(20)[0], vectors(40)[:, None]):
        _equal(student, "feed_forward", student.forward(x), one_feed_forward(x))


# --- encoder_layer ----------------------------------------------------------------------------


def layer_runs(student: Student) -> None:
    for pre in (True, False):
        student.layer(vectors(), pre)


def nothing_found(student: Student) -> None:
    x = vectors()
    for pre, right in ((True, x), (False, norm_two(norm_one(x)))):
        got = student.layer(vectors(), pre, torch.zeros_like, torch.zeros_like)
        what = f"pre={pre}, both sub-layers give zeros: "
        _equal(student, "encoder_layer", got, right, what)


def called_in_order(student: Student) -> None:
    for pre, right in (
        (True, "norm_1 attention norm_2 feed_forward"),
        (False, "attention norm_1 feed_forward norm_2"),
    ):
        called = " ".join(name for name, _ in _calls(student, vectors(), pre))
        if called != right:
            saw = f"pre={pre}: {called.replace(' ', ', ') or 'nothing was called'}"
            raise student.failed("encoder_layer", saw, right.replace(" ", ", "))


def layer_parity(student: Student) -> None:
    reference = Student.reference()
    for pre in (True, False):
        for x in (vectors(), 5 * vectors(60)[:1]):
            steps = zip(_calls(student, x, pre), _calls(reference, x, pre), strict=True)
            for (name, got), (_, right) in steps:
                what = f"pre={pre}, what {name} is given is the first step that differs: "
                _equal(student, "encoder_layer", got, right, what)
            right = encoder_layer(x, one_attention, one_feed_forward, norm_one, norm_two, pre)
            _equal(student, "encoder_layer", student.layer(x.clone(), pre), right, f"pre={pre}, ")


# --- through_norm -----------------------------------------------------------------------------


def split_runs(student: Student) -> None:
    student.split(parts_of_x())


def adds_up(student: Student) -> None:
    for eps in (EPS, LARGE_EPS):
        parts = parts_of_x()
        right = layer_norm(parts.sum(0), GAMMA, BETA, eps)
        _equal(student, "through_norm", student.split(parts, eps).sum(0), right, "all added up, ")


def beta_is_last(student: Student) -> None:
    got = student.split(parts_of_x())[-1]
    _equal(student, "through_norm", got, BETA.expand_as(got), "the last part, ")


def others_stay(student: Student) -> None:
    """What moves from part 1 to part 2 leaves x, and so the other parts, as they were."""
    parts = parts_of_x()
    moved = parts + torch.stack((vectors(), -vectors(), 0 * vectors()))
    _equal(student, "through_norm", student.split(moved)[2], student.split(parts)[2], "part 3, ")


def split_parity(student: Student) -> None:
    for parts in (parts_of_x(), 20 * parts_of_x(50)[:, 0], parts_of_x(70)[:2, :1]):
        right = through_norm(parts, GAMMA, BETA, EPS)
        _equal(student, "through_norm", student.split(parts), right)


def _calls(student: Student, x: Tensor, pre: bool) -> list[tuple[str, Tensor]]:
    """What the layer calls, one after another, and what with."""
    called: list[tuple[str, Tensor]] = []

    def noted(name: str, function: Callable) -> Callable:
        def calls(given: Tensor) -> Tensor:
            called.append((name, given.clone()))
            return function(given)

        return calls

    norms = noted("norm_1", norm_one), noted("norm_2", norm_two)
    watched = noted("attention", one_attention), noted("feed_forward", one_feed_forward)
    student.layer(x.clone(), pre, *watched, norms)
    return called


def _equal(student: Student, name: str, got: Tensor, right: Tensor, of: str = "") -> None:
    away = (got - right).abs()
    if not away.max() <= CLOSE * max(1.0, right.abs().max().item()):
        place = int(away.nan_to_num(torch.inf).argmax())
        saw = f"{of}number {place + 1} is {got.flatten()[place]:.4f}"
        raise student.failed(name, saw, f"{right.flatten()[place]:.4f}")


SHAPE = f"({BATCH}, {WORDS}, {D_MODEL})"
CHECKS: tuple[Check, ...] = (
    Check("the three functions are there", Student.find, hints.BEGIN),
    Check(f"feed_forward keeps the shape {SHAPE}", runs, hints.BEGIN),
    Check("each position by itself", one_word_alone, hints.ALONE),
    Check("of zeros, b_1 and b_2 are left", of_zeros, hints.BIAS),
    Check("the two matrices are not one", bends, hints.RELU),
    Check("equals the real feed-forward", forward_parity, hints.RELU),
    Check("encoder_layer keeps the shape, pre and post", layer_runs, hints.LAYER),
    Check("sub-layers that give zeros change nothing", nothing_found, hints.ZERO),
    Check("everything is called once, in order", called_in_order, hints.CALLS),
    Check("equals the real layer, pre and post", layer_parity, hints.LAYER),
    Check(f"through_norm makes {SPLIT + 1} parts of {SPLIT}", split_runs, hints.SPLIT),
    Check("the parts add up to LayerNorm(x)", adds_up, hints.ADDS_UP),
    Check("the last part is β", beta_is_last, hints.BETA),
    Check("a part does not depend on how the rest is cut", others_stay, hints.LINEAR),
    Check("equals the real parts", split_parity, hints.PARITY),
)

SOURCES = (feed_forward, encoder_layer, through_norm)
EXERCISE = Exercise(Student, CHECKS, recognise, SOURCES, "the real functions")
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution

if __name__ == "__main__":  # python -m lessons.block.checks
    print(check())
