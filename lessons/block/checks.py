"""The exercise: a feed-forward layer, an encoder layer and a LayerNorm taken apart, and what must hold of each."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from lessons.block import hints
from lessons.block.mistakes import MISTAKES
from lessons.kit.checking import Check, Failed
from lessons.kit.numbers import numbers
from lessons.kit.spec import (
    CLOSE,
    Attempt,
    Spec,
    all_run,
    equals_real,
    exercise,
    like_first,
    near,
    runs,
    tensor_of,
)
from transformer.layers import layer_norm
from transformer.measure.stream.encoder_layer import encoder_layer, feed_forward
from transformer.measure.stream.residual_stream import through_norm

# All sizes differ, so that no axis can be taken for another.
BATCH, WORDS, D_MODEL, D_FF, SPLIT = 2, 5, 6, 9, 3
EPS, LARGE_EPS = 1e-5, 1.0  # the usual ε hardly shows; the large one does

W_1, b_1 = numbers(D_MODEL, D_FF, start=10), numbers(D_FF, start=80)
W_2, b_2 = numbers(D_FF, D_MODEL, start=110), numbers(D_MODEL, start=180)
WEIGHTS = W_1, b_1, W_2, b_2
GAMMA, BETA = 1 + numbers(D_MODEL, start=300) / 2, numbers(D_MODEL, start=400)
MIX = numbers(WORDS, WORDS, start=600)


def vectors(start: int = 700) -> Tensor:
    """(batch, position, d_model)"""
    return 2 * numbers(BATCH, WORDS, D_MODEL, start=start) + 0.5


def parts_of_x(start: int = 900) -> Tensor:
    """(part, batch, position, d_model): no two parts have the same mean or size."""
    size = torch.tensor([1.0, 3.0, 0.5])[:, None, None, None]
    return size * (numbers(SPLIT, BATCH, WORDS, D_MODEL, start=start) + 0.3 * size)


def one_attention(x: Tensor) -> Tensor:
    """Something that looks at other words."""
    return torch.tanh(MIX @ x)  # (batch, position, d_model)


def one_feed_forward(x: Tensor) -> Tensor:
    """Something that works on each word."""
    return feed_forward(x, *WEIGHTS)  # (batch, position, d_model)


X, PARTS, SUBLAYERS = vectors(), parts_of_x(), (one_attention, one_feed_forward)
# Two LayerNorms, which differ in γ and β.
NORMS = norm_one, norm_two = (
    partial(layer_norm, weight=GAMMA, bias=BETA),
    partial(layer_norm, weight=1.5 - GAMMA, bias=BETA.flip(0)),
)


# --- feed_forward -----------------------------------------------------------------------------
def one_word_alone(feed_forward: Attempt) -> None:
    together, alone = feed_forward(X, *WEIGHTS)[:, :1], feed_forward(X[:, :1], *WEIGHTS)
    moved = (together - alone).abs().max().item()
    if not moved <= CLOSE:
        saw = f"the first word moves by {moved:.2g} when the others are there"
        raise Failed(saw, "0: each position by itself")


def of_zeros(feed_forward: Attempt) -> None:
    got = feed_forward(torch.zeros(1, 1, D_MODEL), *WEIGHTS)
    near(got, (b_1.relu() @ W_2 + b_2)[None, None], "of zeros, ")


def bends(feed_forward: Attempt) -> None:
    """Two linear maps without a bend would give f(x) + f(−x) = 2 f(0)."""
    one, other, zero = (feed_forward(x, *WEIGHTS) for x in (X, -X, 0 * X))
    if not (one + other - 2 * zero).abs().max() > CLOSE:
        raise Failed("f(x) + f(−x) is always 2 f(0)", "a bend, by the ReLU")


# --- encoder_layer ----------------------------------------------------------------------------
def nothing_found(encoder_layer: Attempt) -> None:
    for pre, right in ((True, X), (False, norm_two(norm_one(X)))):
        got = encoder_layer(X, torch.zeros_like, torch.zeros_like, *NORMS, pre)
        near(got, right, f"pre={pre}, both sub-layers give zeros: ")


def called_in_order(encoder_layer: Attempt) -> None:
    for pre, right in (
        (True, "norm_1, attention, norm_2, feed_forward"),
        (False, "attention, norm_1, feed_forward, norm_2"),
    ):
        called = ", ".join(name for name, _ in calls(encoder_layer, X, pre))
        if called != right:
            raise Failed(f"pre={pre}: {called or 'nothing was called'}", right)


def real_layer(mine: Attempt) -> None:
    for pre in (True, False):
        for x in (X, 5 * vectors(60)[:1]):
            steps = zip(calls(mine, x, pre), calls(encoder_layer, x, pre), strict=True)
            for (name, got), (_, right) in steps:
                near(
                    got, right, f"pre={pre}, what {name} is given is the first step that differs: "
                )
            near(*mine.beside(x, *SUBLAYERS, *NORMS, pre), f"pre={pre}, ")


def calls(layer: Callable, x: Tensor, pre: bool) -> list[tuple[str, Tensor]]:
    """What the layer calls, one after another, and what with."""
    called: list[tuple[str, Tensor]] = []

    def noted(name: str, function: Callable) -> Callable:
        def call(given: Tensor) -> Tensor:
            called.append((name, given.clone()))
            return function(given)

        return call

    names = ("attention", "feed_forward", "norm_1", "norm_2")
    layer(x, *map(noted, names, (*SUBLAYERS, *NORMS)), pre)
    return called


# --- through_norm -----------------------------------------------------------------------------
def adds_up(through_norm: Attempt) -> None:
    for eps in (EPS, LARGE_EPS):
        right = layer_norm(PARTS.sum(0), GAMMA, BETA, eps)
        near(through_norm(PARTS, GAMMA, BETA, eps).sum(0), right, "all added up, ")


def beta_is_last(through_norm: Attempt) -> None:
    got = through_norm(PARTS, GAMMA, BETA, EPS)[-1]
    near(got, BETA.expand_as(got), "the last part, ")


def others_stay(through_norm: Attempt) -> None:
    """What moves from part 1 to part 2 leaves x, and so the other parts, as they were."""
    moved = PARTS + torch.stack((X, -X, 0 * X))
    got, right = (through_norm(parts, GAMMA, BETA, EPS)[2] for parts in (moved, PARTS))
    near(got, right, "part 3, ")


OTHER_X = X, 3 * vectors(20)[0], vectors(40)[:, None]
OTHER_PARTS = PARTS, 20 * parts_of_x(50)[:, 0], parts_of_x(70)[:2, :1]
EXERCISE = exercise(
    __file__,
    "the three functions are there",
    hints.BEGIN,
    Spec(
        feed_forward,
        [(X, *WEIGHTS)],
        Check(f"feed_forward keeps the shape {tuple(X.shape)}", runs, hints.BEGIN),
        Check("each position by itself", one_word_alone, hints.ALONE),
        Check("of zeros, b_1 and b_2 are left", of_zeros, hints.BIAS),
        Check("the two matrices are not one", bends, hints.RELU),
        Check(
            "equals the real feed-forward",
            equals_real(*((x, *WEIGHTS) for x in OTHER_X)),
            hints.RELU,
        ),
        answer=like_first,
        trained=True,
    ),
    Spec(
        encoder_layer,
        [(X, *SUBLAYERS, *NORMS, pre) for pre in (True, False)],
        Check("encoder_layer keeps the shape, pre and post", all_run, hints.LAYER),
        Check("sub-layers that give zeros change nothing", nothing_found, hints.ZERO),
        Check("everything is called once, in order", called_in_order, hints.CALLS),
        Check("equals the real layer, pre and post", real_layer, hints.LAYER),
        answer=like_first,
        trained=True,
    ),
    Spec(
        through_norm,
        [(PARTS, GAMMA, BETA, eps) for eps in (EPS, LARGE_EPS)],
        Check(f"through_norm makes {SPLIT + 1} parts of {SPLIT}", runs, hints.SPLIT),
        Check("the parts add up to LayerNorm(x)", adds_up, hints.ADDS_UP),
        Check("the last part is β", beta_is_last, hints.BETA),
        Check("a part does not depend on how the rest is cut", others_stay, hints.LINEAR),
        Check(
            "equals the real parts",
            equals_real(*((parts, GAMMA, BETA, EPS) for parts in OTHER_PARTS)),
            hints.PARITY,
        ),
        answer=tensor_of(lambda parts, *_: (len(parts) + 1, *parts.shape[1:])),
        trained=True,
    ),
    mistakes=MISTAKES,
    reveals="the real functions",
)
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
