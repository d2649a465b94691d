"""The exercise: a feed-forward layer, an encoder layer and a LayerNorm taken apart, and what must hold of each."""

from collections.abc import Callable
from functools import partial
from itertools import product

import torch
from torch import Tensor

from lessons.block import hints
from lessons.block.mistakes import MISTAKES
from lessons.kit import spec
from lessons.kit.checking import Check, Failed
from lessons.kit.numbers import numbers
from lessons.kit.spec import Attempt, Spec, exercise, near
from transformer.layers import layer_norm
from transformer.measure.stream.encoder_layer import encoder_layer, feed_forward
from transformer.measure.stream.residual_stream import through_norm

# All sizes differ, so that no axis can be taken for another.
BATCH, WORDS, D_MODEL, D_FF, SPLIT = 2, 5, 6, 9, 3
EPS, LARGE_EPS = 1e-5, 1.0  # the usual ε hardly shows; the large one does

W_1, b_1 = numbers(D_MODEL, D_FF, start=10), numbers(D_FF, start=80)
W_2, b_2 = numbers(D_FF, D_MODEL, start=110), numbers(D_MODEL, start=180)
WEIGHTS = W_1, b_1, W_2, b_2
MIX = numbers(WORDS, WORDS, start=600)
GAMMA, BETA = 1 + numbers(D_MODEL, start=300) / 2, numbers(D_MODEL, start=400)
# Two LayerNorms, which differ in γ and β.
NORMS = norm_1, norm_2 = (
    partial(layer_norm, weight=GAMMA, bias=BETA),
    partial(layer_norm, weight=1.5 - GAMMA, bias=BETA.flip(0)),
)


def vectors(start: int = 700) -> Tensor:
    """(batch, position, d_model)"""
    return 2 * numbers(BATCH, WORDS, D_MODEL, start=start) + 0.5


def parts_of_x(start: int = 900) -> Tensor:
    """(part, batch, position, d_model): no two parts have the same mean or size."""
    size = torch.tensor([1.0, 3.0, 0.5])[:, None, None, None]
    return size * (numbers(SPLIT, BATCH, WORDS, D_MODEL, start=start) + 0.3 * size)


def looks(x: Tensor) -> Tensor:
    """An attention: something that looks at other words."""
    return torch.tanh(MIX @ x)  # (batch, position, d_model)


def thinks(x: Tensor) -> Tensor:
    """A feed-forward: something that works on each word."""
    return feed_forward(x, *WEIGHTS)  # (batch, position, d_model)


X, PARTS, SUBLAYERS = vectors(), parts_of_x(), (looks, thinks)
# The same without a batch axis, of other sizes, or with one axis more.
MORE_X = [(x, *WEIGHTS) for x in (X, 3 * vectors(20)[0], vectors(40)[:, None])]
MORE_PARTS = [
    (parts, GAMMA, BETA, EPS)
    for parts in (PARTS, 20 * parts_of_x(50)[:, 0], parts_of_x(70)[:2, :1])
]


# --- feed_forward -----------------------------------------------------------------------------
def one_word_alone(feed_forward: Attempt) -> None:
    together, alone = feed_forward(X, *WEIGHTS)[:, :1], feed_forward(X[:, :1], *WEIGHTS)
    moved = (together - alone).abs().max().item()
    if not moved <= spec.CLOSE:
        saw = f"the first word moves by {moved:.2g} when the others are there"
        raise Failed(saw, "0: each position by itself")


def of_zeros(feed_forward: Attempt) -> None:
    got = feed_forward(torch.zeros(1, 1, D_MODEL), *WEIGHTS)
    near(got, (b_1.relu() @ W_2 + b_2)[None, None], "of zeros, ")


def bends(feed_forward: Attempt) -> None:
    """Two linear maps without a bend would give f(x) + f(−x) = 2 f(0)."""
    one, other, zero = (feed_forward(x, *WEIGHTS) for x in (X, -X, 0 * X))
    if not (one + other - 2 * zero).abs().max() > spec.CLOSE:
        raise Failed("f(x) + f(−x) is always 2 f(0)", "a bend, by the ReLU")


# --- encoder_layer ----------------------------------------------------------------------------
def nothing_found(encoder_layer: Attempt) -> None:
    for pre, right in ((True, X), (False, norm_2(norm_1(X)))):
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
    for pre, x in product((True, False), (X, 5 * vectors(60)[:1])):
        steps = zip(calls(mine, x, pre), calls(encoder_layer, x, pre), strict=True)
        for (name, got), (_, right) in steps:
            where = f"pre={pre}, what {name} is given is the first step that differs: "
            near(got, right, where)
        near(*mine.beside(x, *SUBLAYERS, *NORMS, pre), f"pre={pre}, ")


def calls(layer: Callable, x: Tensor, pre: bool) -> list[tuple[str, Tensor]]:
    """What the layer calls, one after another, and what with."""
    called: list[tuple[str, Tensor]] = []

    def noted(name: str, function: Callable, given: Tensor) -> Tensor:
        called.append((name, given.clone()))
        return function(given)

    names = ("attention", "feed_forward", "norm_1", "norm_2")
    layer(x, *(partial(noted, *one) for one in zip(names, (*SUBLAYERS, *NORMS), strict=True)), pre)
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


# ----------------------------------------------------------------------------------------------
EXERCISE = exercise(
    __file__,
    "the three functions are there",
    hints.BEGIN,
    Spec(
        feed_forward,
        [(X, *WEIGHTS)],
        Check(f"feed_forward keeps the shape {tuple(X.shape)}", spec.all_run, hints.BEGIN),
        Check("each position by itself", one_word_alone, hints.ALONE),
        Check("of zeros, b_1 and b_2 are left", of_zeros, hints.BIAS),
        Check("the two matrices are not one", bends, hints.RELU),
        Check("equals the real feed-forward", spec.equals_real(*MORE_X), hints.RELU),
        answer=spec.like_first,
        trained=True,
    ),
    Spec(
        encoder_layer,
        [(X, *SUBLAYERS, *NORMS, pre) for pre in (True, False)],
        Check("encoder_layer keeps the shape, pre and post", spec.all_run, hints.LAYER),
        Check("sub-layers that give zeros change nothing", nothing_found, hints.ZERO),
        Check("everything is called once, in order", called_in_order, hints.CALLS),
        Check("equals the real layer, pre and post", real_layer, hints.LAYER),
        answer=spec.like_first,
        trained=True,
    ),
    Spec(
        through_norm,
        [(PARTS, GAMMA, BETA, eps) for eps in (EPS, LARGE_EPS)],
        Check(f"through_norm makes {SPLIT + 1} parts of {SPLIT}", spec.all_run, hints.SPLIT),
        Check("the parts add up to LayerNorm(x)", adds_up, hints.ADDS_UP),
        Check("the last part is β", beta_is_last, hints.BETA),
        Check("a part does not depend on how the rest is cut", others_stay, hints.LINEAR),
        Check("equals the real parts", spec.equals_real(*MORE_PARTS), hints.PARITY),
        answer=spec.tensor_of(lambda parts, *_: (len(parts) + 1, *parts.shape[1:])),
        trained=True,
    ),
    mistakes=MISTAKES,
    reveals="the real functions",
)
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
