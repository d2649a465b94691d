"""What must hold of `layer_norm` and of `residual`, in the order in which it is checked."""

import torch
from torch import Tensor
from torch.nn import functional

from lessons.ablations import hints
from lessons.ablations.trial import (
    BATCH,
    BETA,
    D_MODEL,
    EPS,
    GAMMA,
    LARGE_EPS,
    WORDS,
    Student,
    one_dropout,
    one_norm,
    one_sublayer,
    real_residual,
    vectors,
)
from lessons.kit.checking import Check, Failed

CLOSE = 1e-4  # float32 arithmetic in another order differs by about 1e-6
SHOWN = 1e-3  # where ε is left out, 1 2 3 4 differs by 5e-6
ONE_TO_FOUR = torch.tensor([[[1.0, 2.0, 3.0, 4.0]]])  # (1, 1, 4)


# --- layer_norm -------------------------------------------------------------------------------


def runs(student: Student) -> None:
    student.norm(vectors())


def by_itself(student: Student) -> None:
    before, x = student.norm(vectors()), vectors()
    x[-1, -1] = x[-1, -1].flip(0) * 3
    moved = (student.norm(x) - before).abs().amax(-1)  # (sentence, word)
    moved[-1, -1] = 0
    for sentence, word in (~(moved <= CLOSE)).nonzero().tolist():
        saw = (
            f"the last word of sentence {BATCH} changed, and word {word + 1} of sentence "
            f"{sentence + 1} moved by {moved[sentence, word]:.2g}"
        )
        raise Failed(saw, "it stays as it is", look_at=student.line("layer_norm"))


def equal_numbers(student: Student) -> None:
    got = _plain(student, torch.full((1, 1, D_MODEL), 3.0))[0, 0]  # (d_model,)
    if not (got.abs() <= SHOWN).all():
        saw = f"3 3 3 … becomes {_listed(got[:3])} …"
        raise Failed(saw, "0 0 0 …", look_at=student.line("layer_norm"))


def mean_zero(student: Student) -> None:
    means = _plain(student, vectors()).mean(-1)  # (sentence, word)
    for sentence, word in (~(means.abs() <= CLOSE)).nonzero().tolist():
        saw = f"word {word + 1} of sentence {sentence + 1} has mean {means[sentence, word]:.4f}"
        raise Failed(saw, "0", look_at=student.line("layer_norm"))


def one_to_four(student: Student) -> None:
    _equal_row(student, ONE_TO_FOUR, EPS, "1 2 3 4 becomes")


def gamma_and_beta(student: Student) -> None:
    plain, one, other = _plain(student, vectors()), torch.ones(D_MODEL), torch.zeros(D_MODEL)
    for gamma, beta, name in ((2 * one, other, "γ = 2"), (one, other + 5, "β = 5")):
        got, expected = student.norm(vectors(), gamma, beta), gamma * plain + beta
        if not torch.allclose(got, expected, atol=CLOSE):
            saw = (
                f"with {name} the first number goes from {plain[0, 0, 0]:.4f} to {got[0, 0, 0]:.4f}"
            )
            raise Failed(saw, f"{expected[0, 0, 0]:.4f}", look_at=student.line("layer_norm"))
    got = student.norm(vectors())
    if not torch.allclose(got, GAMMA * plain + BETA, atol=CLOSE):
        raise Failed(
            "with as many γ and β as features the numbers are wrong",
            "each feature has a γ and a β of its own",
            look_at=student.line("layer_norm"),
        )


def eps_inside(student: Student) -> None:
    _equal_row(student, ONE_TO_FOUR, LARGE_EPS, f"with ε = {LARGE_EPS:g}, 1 2 3 4 becomes")


def parity(student: Student) -> None:
    for x in (vectors(), vectors(7)[0], 40 * vectors(30)[:, :1], vectors(60)[:, None]):
        right = functional.layer_norm(x, (D_MODEL,), GAMMA, BETA, EPS)
        _equal(student, "layer_norm", student.norm(x), right)


def gradient(student: Student) -> None:
    got, right = student.slopes(vectors()), Student.reference().slopes(vectors())
    _equal(student, "layer_norm", got, right, "the gradient of ")


# --- residual ---------------------------------------------------------------------------------


def residual_runs(student: Student) -> None:
    student.residual(vectors())


def nothing_added(student: Student) -> None:
    got, x = student.residual(vectors(), sublayer=torch.zeros_like), vectors()
    if not torch.allclose(got, x, atol=CLOSE):
        saw = f"where the sub-layer gives zeros, {_listed(x[0, 0, :3])} … becomes {_listed(got[0, 0, :3])} …"
        raise Failed(saw, "x passes unchanged", look_at=student.line("residual"))


def sees_normed(student: Student) -> None:
    seen: list[Tensor] = []
    student.residual(vectors(), sublayer=_watched(one_sublayer, seen))
    _once(student, seen, one_norm(vectors()), "the sub-layer", "norm(x)")


def change_dropped(student: Student) -> None:
    seen: list[Tensor] = []
    student.residual(vectors(), dropout=_watched(one_dropout, seen))
    _once(student, seen, one_sublayer(one_norm(vectors())), "dropout", "sublayer(norm(x))")


def residual_parity(student: Student) -> None:
    for x in (vectors(), 3 * vectors(30)[:, :1]):
        right = real_residual(x, one_sublayer, one_norm, one_dropout)
        _equal(student, "residual", student.residual(x.clone()), right)


def _plain(student: Student, x: Tensor) -> Tensor:
    """Without γ and β."""
    return student.norm(x, torch.ones(x.shape[-1]), torch.zeros(x.shape[-1]))


def _equal_row(student: Student, x: Tensor, eps: float, what: str) -> None:
    one, zero = torch.ones(x.shape[-1]), torch.zeros(x.shape[-1])
    got = student.norm(x, one, zero, eps)[0, 0]
    right = functional.layer_norm(x, x.shape[-1:], eps=eps)[0, 0]
    if not torch.allclose(got, right, atol=SHOWN):
        saw = f"{what} {_listed(got)}"
        raise Failed(saw, _listed(right), look_at=student.line("layer_norm"))


def _equal(student: Student, name: str, got: Tensor, right: Tensor, of: str = "") -> None:
    away = (got - right).abs()
    if not away.max() <= CLOSE * max(1.0, right.abs().max().item()):
        place = int(away.argmax())
        saw = f"for x {tuple(right.shape)}, {of}number {place + 1} is {got.flatten()[place]:.4f}"
        raise Failed(saw, f"{right.flatten()[place]:.4f}", look_at=student.line(name))


def _watched(function, seen: list[Tensor]):
    """The function, and a list of what it was given."""

    def watched(x: Tensor) -> Tensor:
        seen.append(x.detach().clone())
        return function(x)

    return watched


def _once(student: Student, seen: list[Tensor], right: Tensor, who: str, what: str) -> None:
    if len(seen) != 1:
        saw = f"{who} was called {len(seen)} times"
        raise Failed(saw, f"once, with {what}", look_at=student.line("residual"))
    if seen[0].shape != right.shape or not torch.allclose(seen[0], right, atol=CLOSE):
        saw = f"{who} got {_listed(seen[0].flatten()[:3])} …"
        expected = f"{what}: {_listed(right.flatten()[:3])} …"
        raise Failed(saw, expected, look_at=student.line("residual"))


def _listed(row: Tensor) -> str:
    return " ".join(f"{value:.4g}" for value in row.tolist())


SHAPE = f"({BATCH}, {WORDS}, {D_MODEL})"
LAYERS: tuple[Check, ...] = (
    Check(f"layer_norm runs, and keeps the shape {SHAPE}", runs, hints.BEGIN),
    Check("each vector is normalised by itself", by_itself, hints.AXIS),
    Check("every vector gets mean 0", mean_zero, hints.MEAN),
    Check("equal numbers become zeros, not NaN", equal_numbers, hints.EQUAL),
    Check("1 2 3 4 becomes −1.34 −0.45 0.45 1.34", one_to_four, hints.SPREAD),
    Check("γ stretches, β shifts, each feature by itself", gamma_and_beta, hints.GAMMA),
    Check("ε stands inside the root", eps_inside, hints.EPS),
    Check("equals torch’s LayerNorm", parity, hints.NORM_PARITY),
    Check("its gradient is that of torch’s", gradient, hints.GRADIENT),
    Check("residual runs, and keeps the shape", residual_runs, hints.RESIDUAL),
    Check("a sub-layer that gives zeros leaves x as it is", nothing_added, hints.ADD),
    Check("the sub-layer gets norm(x)", sees_normed, hints.ORDER),
    Check("dropout gets what the sub-layer found", change_dropped, hints.DROPOUT),
    Check("equals the real residual", residual_parity, hints.RESIDUAL_PARITY),
)
