"""The exercise: a feed-forward network, an encoder layer and the parts of LayerNorm, with the checks of each."""

from collections.abc import Callable
from functools import partial
from itertools import product

import torch
from torch import Tensor

from lessons.block import hints
from lessons.block.measure.encoder_layer import encoder_layer, feed_forward
from lessons.block.measure.residual_stream import through_norm
from lessons.block.mistakes import MISTAKES
from lessons.kit import spec
from lessons.kit.checking import Check, Failed
from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.spec import Attempt, Spec, exercise, near
from transformer.layers import layer_norm

# All sizes differ, so that a check notices swapped axes.
BATCH, WORDS, D_MODEL, D_FF, SPLIT = 2, 5, 6, 9, 3
EPS, LARGE_EPS = 1e-5, 1.0  # the usual ε hardly matters; the large one does
SMALL = 1e-3  # a factor: for vectors this small, the usual ε matters as well

W_1, b_1 = fixed_tensor(D_MODEL, D_FF, start=10), fixed_tensor(D_FF, start=80)
W_2, b_2 = fixed_tensor(D_FF, D_MODEL, start=110), fixed_tensor(D_MODEL, start=180)
WEIGHTS = W_1, b_1, W_2, b_2
MIX = fixed_tensor(WORDS, WORDS, start=600)
GAMMA, BETA = 1 + fixed_tensor(D_MODEL, start=300) / 2, fixed_tensor(D_MODEL, start=400)
# Two LayerNorms, which differ in γ and β.
NORMS = norm_1, norm_2 = (
    partial(layer_norm, weight=GAMMA, bias=BETA),
    partial(layer_norm, weight=1.5 - GAMMA, bias=BETA.flip(0)),
)


def vectors(start: int = 700) -> Tensor:
    """Return vectors (batch, position, d_model)."""
    return 2 * fixed_tensor(BATCH, WORDS, D_MODEL, start=start) + 0.5


def parts_of_x(start: int = 900) -> Tensor:
    """Return (part, batch, position, d_model): no two parts have the same mean or size."""
    size = torch.tensor([1.0, 3.0, 0.5])[:, None, None, None]
    return size * (fixed_tensor(SPLIT, BATCH, WORDS, D_MODEL, start=start) + 0.3 * size)


def mix_words(x: Tensor) -> Tensor:
    """Stand in for attention: mix the words."""
    return torch.tanh(MIX @ x)  # (batch, position, d_model)


def process_each_word(x: Tensor) -> Tensor:
    """Stand in for feed-forward: process each word separately."""
    return feed_forward(x, *WEIGHTS)  # (batch, position, d_model)


X, PARTS, SUBLAYERS = vectors(), parts_of_x(), (mix_words, process_each_word)
# The same inputs without a batch axis, with other sizes, or with one more axis.
MORE_X = [(x, *WEIGHTS) for x in (X, 3 * vectors(20)[0], vectors(40)[:, None])]
MORE_PARTS = [
    (parts, GAMMA, BETA, EPS)
    for parts in (PARTS, 20 * parts_of_x(50)[:, 0], parts_of_x(70)[:2, :1])
]


# --- feed_forward -----------------------------------------------------------------------------
def positions_are_separate(feed_forward: Attempt) -> None:
    together, alone = feed_forward(X, *WEIGHTS)[:, :1], feed_forward(X[:, :1], *WEIGHTS)
    moved = (together - alone).abs().max().item()
    if not moved <= spec.CLOSE:
        saw = f"the output at the first word changes by {moved:.2g} when other words follow"
        raise Failed(saw, "0: each position is processed separately")


def zeros_give_biases(feed_forward: Attempt) -> None:
    got = feed_forward(torch.zeros(1, 1, D_MODEL), *WEIGHTS)
    near(got, (b_1.relu() @ W_2 + b_2)[None, None], "for x = 0, ")


def is_nonlinear(feed_forward: Attempt) -> None:
    """Two linear maps without a nonlinearity would give f(x) + f(−x) = 2 f(0)."""
    at_x, at_minus_x, at_zero = (feed_forward(x, *WEIGHTS) for x in (X, -X, 0 * X))
    if not (at_x + at_minus_x - 2 * at_zero).abs().max() > spec.CLOSE:
        raise Failed("f(x) + f(−x) is always 2 f(0)", "a nonlinearity, the ReLU")


# --- encoder_layer ----------------------------------------------------------------------------
def zero_sublayers_add_nothing(encoder_layer: Attempt) -> None:
    for pre, right in ((True, X), (False, norm_2(norm_1(X)))):
        got = encoder_layer(X, torch.zeros_like, torch.zeros_like, *NORMS, pre)
        near(got, right, f"pre={pre}, both sub-layers return zeros: ")


def calls_in_order(encoder_layer: Attempt) -> None:
    for pre, right in (
        (True, "norm_1, attention, norm_2, feed_forward"),
        (False, "attention, norm_1, feed_forward, norm_2"),
    ):
        called = ", ".join(name for name, _ in calls(encoder_layer, X, pre))
        if called != right:
            raise Failed(f"pre={pre}: {called or '(no calls)'}", right)


def real_layer(mine: Attempt) -> None:
    for pre, x in product((True, False), (X, 5 * vectors(60)[:1])):
        steps = zip(calls(mine, x, pre), calls(encoder_layer, x, pre), strict=True)
        for (name, got), (_, right) in steps:
            where = f"pre={pre}, the first step that differs is the input of {name}: "
            near(got, right, where)
        near(*mine.both_answers(x, *SUBLAYERS, *NORMS, pre), f"pre={pre}, ")


def calls(layer: Callable, x: Tensor, pre: bool) -> list[tuple[str, Tensor]]:
    """Record the layer's calls in order, with their arguments."""
    recorded_calls: list[tuple[str, Tensor]] = []

    def recorded(name: str, function: Callable, argument: Tensor) -> Tensor:
        recorded_calls.append((name, argument.clone()))
        return function(argument)

    names = ("attention", "feed_forward", "norm_1", "norm_2")
    layer(
        x,
        *(partial(recorded, *part) for part in zip(names, (*SUBLAYERS, *NORMS), strict=True)),
        pre,
    )
    return recorded_calls


# --- through_norm -----------------------------------------------------------------------------
def adds_up(through_norm: Attempt) -> None:
    for eps in (EPS, LARGE_EPS):
        right = layer_norm(PARTS.sum(0), GAMMA, BETA, eps)
        near(through_norm(PARTS, GAMMA, BETA, eps).sum(0), right, "in the sum of all parts, ")


def beta_is_last(through_norm: Attempt) -> None:
    got = through_norm(PARTS, GAMMA, BETA, EPS)[-1]
    near(got, BETA.expand_as(got), "in the last part, ")


def parts_are_independent(through_norm: Attempt) -> None:
    """Move a vector from part 1 to part 2: x stays the same, and so do the other parts."""
    moved = PARTS + torch.stack((X, -X, 0 * X))
    got, right = (through_norm(parts, GAMMA, BETA, EPS)[2] for parts in (moved, PARTS))
    near(got, right, "in part 3, ")


# ----------------------------------------------------------------------------------------------
EXERCISE = exercise(
    __file__,
    "the three functions are defined",
    hints.BEGIN,
    Spec(
        feed_forward,
        [(X, *WEIGHTS)],
        Check(f"`feed_forward` keeps the shape {tuple(X.shape)}", spec.all_run, hints.BEGIN),
        Check("each position is processed separately", positions_are_separate, hints.ALONE),
        Check("for x = 0, only b_1 and b_2 remain", zeros_give_biases, hints.BIAS),
        Check("a ReLU separates the two matrices", is_nonlinear, hints.RELU),
        Check("`feed_forward` equals the reference", spec.equals_real(*MORE_X), hints.RELU),
        answer=spec.like_first,
        trained=True,
    ),
    Spec(
        encoder_layer,
        [(X, *SUBLAYERS, *NORMS, pre) for pre in (True, False)],
        Check("`encoder_layer` keeps the shape, pre and post", spec.all_run, hints.LAYER),
        Check("sub-layers that return 0 add nothing", zero_sublayers_add_nothing, hints.ZERO),
        Check("each function is called once, in order", calls_in_order, hints.CALLS),
        Check("`encoder_layer` equals the reference, pre and post", real_layer, hints.LAYER),
        answer=spec.like_first,
        trained=True,
    ),
    Spec(
        through_norm,
        [
            *((PARTS, GAMMA, BETA, eps) for eps in (EPS, LARGE_EPS)),
            (SMALL * PARTS, GAMMA, BETA, EPS),
        ],
        Check(f"`through_norm` turns {SPLIT} parts into {SPLIT + 1}", spec.all_run, hints.SPLIT),
        Check("the parts add up to LayerNorm(x)", adds_up, hints.ADDS_UP),
        Check("the last part is β", beta_is_last, hints.BETA),
        Check("a part does not depend on the other parts", parts_are_independent, hints.LINEAR),
        Check("`through_norm` equals the reference", spec.equals_real(*MORE_PARTS), hints.PARITY),
        answer=spec.tensor_of(lambda parts, *_: (len(parts) + 1, *parts.shape[1:])),
        trained=True,
    ),
    mistakes=MISTAKES,
    reveals="the reference functions",
)
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
