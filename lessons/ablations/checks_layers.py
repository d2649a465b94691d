"""The checks of `layer_norm` and `residual`, in their order."""

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional

from lessons.ablations import hints
from lessons.ablations.solution import real_residual
from lessons.kit.checking import Check, Failed
from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.spec import CLOSE, Attempt, Spec, near, runs, tensor_of
from transformer.layers import layer_norm

SHOWN = 1e-3  # without ε, 1 2 3 4 differs by 5e-6
ONE_TO_FOUR = torch.tensor([[[1.0, 2.0, 3.0, 4.0]]])  # (1, 1, 4)

# All sizes differ, so that a mix-up of two axes is noticed.
BATCH, WORDS, D_MODEL = 2, 5, 6
EPS, LARGE_EPS = 1e-5, 1.0  # the usual ε hardly shows; the large one does


def vectors(start: int = 0) -> Tensor:
    """(batch, word, d_model): no two vectors have the same mean and spread."""
    stretch, mean = (
        fixed_tensor(BATCH, WORDS, 1, start=50).exp(),
        fixed_tensor(BATCH, WORDS, 1, start=90),
    )
    return stretch * fixed_tensor(BATCH, WORDS, D_MODEL, start=start) + mean


GAMMA, BETA = 1 + fixed_tensor(D_MODEL, start=300) / 2, fixed_tensor(D_MODEL, start=400)
MATRIX = fixed_tensor(D_MODEL, D_MODEL, start=500)
KEPT = torch.tensor([2.0, 0.0, 2.0, 2.0, 0.0, 2.0])  # (d_model,), as if sampled


def sample_norm(x: Tensor) -> Tensor:
    """Return the LayerNorm for a residual under test."""
    return layer_norm(x, GAMMA, BETA)


def sample_sublayer(x: Tensor) -> Tensor:
    """Stand in for a sub-layer."""
    return torch.tanh(x @ MATRIX)  # (batch, word, d_model)


def fixed_dropout(x: Tensor) -> Tensor:
    """Deterministic dropout: it always drops the same features."""
    return x * KEPT


X = vectors()
PARTS = sample_sublayer, sample_norm, fixed_dropout
like_x = tensor_of(lambda x, *_: x.shape)


# --- layer_norm -------------------------------------------------------------------------------
def vectors_are_separate(layer_norm: Attempt) -> None:
    before, x = norm(layer_norm, X), X.clone()
    x[-1, -1] = x[-1, -1].flip(0) * 3
    moved = (norm(layer_norm, x) - before).abs().amax(-1)  # (sentence, word)
    moved[-1, -1] = 0
    for sentence, word in (~(moved <= CLOSE)).nonzero().tolist():
        saw = (
            f"the last word of sentence {BATCH} changed, and word {word + 1} of sentence "
            f"{sentence + 1} changed by {moved[sentence, word]:.2g}"
        )
        raise Failed(saw, "the other words stay unchanged")


def equal_numbers(layer_norm: Attempt) -> None:
    got = norm_without_affine(layer_norm, torch.full((1, 1, D_MODEL), 3.0))[0, 0]  # (d_model,)
    if not (got.abs() <= SHOWN).all():
        raise Failed(f"3 3 3 … becomes {formatted_row(got[:3])} …", "0 0 0 …")


def mean_zero(layer_norm: Attempt) -> None:
    means = norm_without_affine(layer_norm, X).mean(-1)  # (sentence, word)
    for sentence, word in (~(means.abs() <= CLOSE)).nonzero().tolist():
        saw = f"word {word + 1} of sentence {sentence + 1} has mean {means[sentence, word]:.4f}"
        raise Failed(saw, "0")


def one_to_four(layer_norm: Attempt) -> None:
    check_row(layer_norm, ONE_TO_FOUR, EPS, "1 2 3 4 becomes")


def gamma_and_beta(layer_norm: Attempt) -> None:
    bare, ones, zeros = (
        norm_without_affine(layer_norm, X),
        torch.ones(D_MODEL),
        torch.zeros(D_MODEL),
    )
    for gamma, beta, name in ((2 * ones, zeros, "γ = 2"), (ones, zeros + 5, "β = 5")):
        got, expected = norm(layer_norm, X, gamma, beta), gamma * bare + beta
        if not torch.allclose(got, expected, atol=CLOSE):
            saw = f"with {name}, the first number changes from {bare[0, 0, 0]:.4f} to {got[0, 0, 0]:.4f}"
            raise Failed(saw, f"{expected[0, 0, 0]:.4f}")
    got = norm(layer_norm, X)
    if not torch.allclose(got, GAMMA * bare + BETA, atol=CLOSE):
        raise Failed(
            "with a different γ and β for each feature, the values are wrong",
            "each feature has its own γ and β",
        )


def eps_inside(layer_norm: Attempt) -> None:
    check_row(layer_norm, ONE_TO_FOUR, LARGE_EPS, f"with ε = {LARGE_EPS:g}, 1 2 3 4 becomes")


def real_norm(layer_norm: Attempt) -> None:
    for x in (X, vectors(7)[0], 40 * vectors(30)[:, :1], vectors(60)[:, None]):
        right = functional.layer_norm(x, (D_MODEL,), GAMMA, BETA, EPS)
        near(norm(layer_norm, x), right, f"for x {tuple(x.shape)}, ")


def gradient(attempt: Attempt) -> None:
    near(
        slopes(attempt.mine),
        slopes(attempt.spec.function),
        f"for x {tuple(X.shape)}, the gradient of ",
    )


def slopes(layer_norm: Callable) -> Tensor:
    """Return the gradient of a sum over a LayerNorm with respect to x."""
    x = X.clone().requires_grad_()
    got = like_x("layer_norm", layer_norm(x, GAMMA, BETA, EPS), x)
    if not got.requires_grad:
        raise Failed("no gradient flows back to x", "tensors throughout")
    (gradient_of_x,) = torch.autograd.grad((got * fixed_tensor(*x.shape, start=700)).sum(), x)
    return gradient_of_x


def norm(
    layer_norm: Attempt, x: Tensor, gamma: Tensor = GAMMA, beta: Tensor = BETA, eps: float = EPS
) -> Tensor:
    """Return the student's LayerNorm of x."""
    return layer_norm(x, gamma, beta, eps)


def norm_without_affine(layer_norm: Attempt, x: Tensor) -> Tensor:
    """Return the student's LayerNorm of x without γ and β."""
    return norm(layer_norm, x, torch.ones(x.shape[-1]), torch.zeros(x.shape[-1]))


def check_row(layer_norm: Attempt, x: Tensor, eps: float, what: str) -> None:
    ones, zeros = torch.ones(x.shape[-1]), torch.zeros(x.shape[-1])
    got = norm(layer_norm, x, ones, zeros, eps)[0, 0]
    right = functional.layer_norm(x, x.shape[-1:], eps=eps)[0, 0]
    if not torch.allclose(got, right, atol=SHOWN):
        raise Failed(f"{what} {formatted_row(got)}", formatted_row(right))


# --- residual ---------------------------------------------------------------------------------
def run_residual(residual: Attempt) -> None:
    residual(X, *PARTS)


def nothing_added(residual: Attempt) -> None:
    got = residual(X, torch.zeros_like, sample_norm, fixed_dropout)
    if not torch.allclose(got, X, atol=CLOSE):
        saw = f"if the sub-layer outputs zeros, {formatted_row(X[0, 0, :3])} … becomes {formatted_row(got[0, 0, :3])} …"
        raise Failed(saw, "x passes unchanged")


def sublayer_gets_norm(residual: Attempt) -> None:
    inputs: list[Tensor] = []
    residual(X, recording(sample_sublayer, inputs), sample_norm, fixed_dropout)
    check_single_call(inputs, sample_norm(X), "the sub-layer", "norm(x)")


def dropout_gets_output(residual: Attempt) -> None:
    inputs: list[Tensor] = []
    residual(X, sample_sublayer, sample_norm, recording(fixed_dropout, inputs))
    check_single_call(inputs, sample_sublayer(sample_norm(X)), "dropout", "sublayer(norm(x))")


def residual_parity(residual: Attempt) -> None:
    for x in (X, 3 * vectors(30)[:, :1]):
        near(*residual.both_answers(x, *PARTS), f"for x {tuple(x.shape)}, ")


def recording(function, inputs: list[Tensor]):
    """Wrap the function and record its inputs."""

    def recorded(x: Tensor) -> Tensor:
        inputs.append(x.detach().clone())
        return function(x)

    return recorded


def check_single_call(inputs: list[Tensor], right: Tensor, who: str, what: str) -> None:
    if len(inputs) != 1:
        raise Failed(f"{who} was called {len(inputs)} times", f"once, with {what}")
    if inputs[0].shape != right.shape or not torch.allclose(inputs[0], right, atol=CLOSE):
        saw = f"{who} got {formatted_row(inputs[0].flatten()[:3])} …"
        expected = f"{what}: {formatted_row(right.flatten()[:3])} …"
        raise Failed(saw, expected)


def formatted_row(row: Tensor) -> str:
    return " ".join(f"{value:.4g}" for value in row.tolist())


def output_and_x(residual: Attempt) -> Tensor:
    """Return the output of the residual, and x afterwards."""
    x = X.clone()
    return torch.cat((like_x("residual", residual.mine(x, *PARTS), x), x))


LAYERS = (
    Spec(
        layer_norm,
        # Values, a large ε, a vector of equal numbers, and gradients.
        [
            (X, GAMMA, BETA, EPS),
            (X, GAMMA, BETA, LARGE_EPS),
            (torch.full((1, 1, D_MODEL), 3.0), GAMMA, BETA, EPS),
            lambda attempt: slopes(attempt.mine),
        ],
        Check(f"`layer_norm` runs and keeps the shape {tuple(X.shape)}", runs, hints.BEGIN),
        Check("each vector is normalised separately", vectors_are_separate, hints.AXIS),
        Check("every vector gets mean 0", mean_zero, hints.MEAN),
        Check("equal numbers become zeros, not NaN", equal_numbers, hints.EQUAL),
        Check("1 2 3 4 becomes −1.34 −0.45 0.45 1.34", one_to_four, hints.SPREAD),
        Check("γ scales and β shifts each feature separately", gamma_and_beta, hints.GAMMA),
        Check("ε is inside the root", eps_inside, hints.EPS),
        Check("`layer_norm` equals PyTorch’s LayerNorm", real_norm, hints.NORM_PARITY),
        Check("the gradient equals PyTorch’s", gradient, hints.GRADIENT),
        answer=like_x,
        trained=True,
    ),
    Spec(
        real_residual,
        [output_and_x],
        Check("`residual` runs and keeps the shape", run_residual, hints.RESIDUAL),
        Check("a sub-layer that outputs 0 leaves x unchanged", nothing_added, hints.ADD),
        Check("the sub-layer gets `norm(x)`", sublayer_gets_norm, hints.ORDER),
        Check("dropout gets the output of the sub-layer", dropout_gets_output, hints.DROPOUT),
        Check("`residual` equals the real one", residual_parity, hints.RESIDUAL_PARITY),
        name="residual",
        answer=like_x,
        trained=True,
    ),
)
