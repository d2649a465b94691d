"""The ablations exercise: what its checks catch, what they call it, and how they say so."""

import pytest
import torch
from torch.nn import functional

from lessons.ablations.checks import CHECKS, Student, check
from lessons.ablations.checks_layers import vectors
from lessons.ablations.checks_statistics import paired_results
from lessons.ablations.mistakes import LAYERS as OF_LAYERS
from lessons.ablations.mistakes import MISTAKES, STATISTICS
from lessons.ablations.solution import real_interval
from lessons.ablations.tests import mutants
from lessons.kit.fixed_tensor import fixed_tensor
from transformer.layers import Residual, layer_norm

WRITTEN = mutants.BODIES


def test_a_list_and_whole_numbers_are_fine_too(write):
    write(mutants.solution("interval", [("return (-b - root) / (2 * a), (-b + root) / (2 * a)",
          "return [(-b - root) / (2 * a), (-b + root) / (2 * a)]")]))  # fmt: skip
    check().raise_if_failed()


def test_the_residual_is_checked_when_layer_norm_is_written(write):
    write(mutants.stub_with(layer_norm=WRITTEN["layer_norm"]))
    result = check()
    assert result.done[-1] == "the gradient equals PyTorch’s"
    assert result.failed.startswith("`residual` runs")
    assert "still to be written" in result.saw and result.likely == ""


@pytest.mark.parametrize(
    ("written", "later"), [((), ("interval", "p_value")), (("interval",), ("p_value",))]
)
def test_the_statistics_may_wait(write, written, later):
    """They go further: LayerNorm and the residual pass without them. Begun, they must be right."""
    bodies = {name: WRITTEN[name] for name in ("layer_norm", "residual", *written)}
    write(mutants.stub_with(**bodies))
    result = check()
    assert result.passed and result.later == later
    assert f"Optional, still to be written: {' and '.join(later)}." in str(result)
    wrong = WRITTEN["p_value"].replace("min(heads, tails)", "heads")
    write(mutants.stub_with(**bodies, p_value=wrong))
    assert not check().passed and check().likely == STATISTICS["OnlyFirst"].sentence


def test_every_check_is_the_first_to_catch_something(write):
    """None is there for show: each stops at least one of these."""
    texts = ["", mutants.stub_with()]
    texts += [mutants.solution(*edits) for edits in mutants.EDITS.values()]
    texts += [mutants.solution(*edits) for edits in mutants.UNKNOWN.values()]
    begun = {}
    for name, body in WRITTEN.items():  # written up to here
        texts += [mutants.stub_with(**begun), mutants.stub_with(**begun, **{name: "    pass\n"})]
        begun[name] = body
    # A wrong exponent that only shows in numbers; properties hold.
    texts.append(mutants.solution("interval", [("z * z / count", "z**2.2 / count")]))
    texts.append(mutants.solution("p_value", [("2 * ways", "(2 + (fewer == 2)) * ways")]))
    factorials = (
        "n, s = float(math.factorial(tosses)), math.factorial\n    for k in range(fewer + 1):\n"
    )
    texts.append(mutants.solution("p_value", [("for k in range(fewer + 1):\n", factorials), ("math.comb(tosses, k)", "n / (s(k) * s(tosses - k))")]))  # fmt: skip
    caught = set()
    for text in texts:
        write(text)
        caught.add(check().failed)
    assert caught == {check_.title for check_ in CHECKS} | {"", "the inputs stay unchanged"}


def test_no_mistake_has_the_name_of_another():
    assert len(MISTAKES) == len(OF_LAYERS) + len(STATISTICS)


# --- the layers, against torch and against the machine -------------------------------------------


@pytest.mark.parametrize("shape", [(6,), (5, 6), (2, 5, 6), (2, 1, 64), (1, 2, 3, 8)])
def test_the_layer_norm_of_a_student_is_torchs_with_all_its_gradients(write, shape):
    write(mutants.solution())
    student = Student()
    student.find()
    width, results = shape[-1], []
    for function in (student.found["layer_norm"], layer_norm, functional.layer_norm):
        x, gamma, beta = (
            fixed_tensor(*shape),
            1 + fixed_tensor(width, start=9),
            fixed_tensor(width, start=99),
        )
        leaves = [tensor.requires_grad_() for tensor in (x, gamma, beta)]
        settings = ((width,), gamma, beta) if function is functional.layer_norm else (gamma, beta)
        value = function(x, *settings, 1e-5)
        slopes = torch.autograd.grad((value * fixed_tensor(*shape, start=7)).sum(), leaves)
        results.append((value, *slopes))
    *written, real = results
    for mine in written:
        for got, right in zip(mine, real, strict=True):
            torch.testing.assert_close(got, right, rtol=1e-4, atol=1e-4)


def test_the_residual_of_a_student_is_the_machines(write):
    write(mutants.solution())
    student = Student()
    student.find()
    real, x = Residual(6, "pre").eval(), vectors()
    linear = torch.nn.Linear(6, 6)
    got = student.found["residual"](x, linear, real.norm, real.dropout)
    torch.testing.assert_close(got, real(x, linear))


@pytest.mark.parametrize(
    ("name", "body", "saw"),
    [
        ("layer_norm", "    return x.tolist()\n", "layer_norm returned a list"),
        ("layer_norm", "    return x.mean(-1)\n", "shape (2, 5)"),
        ("layer_norm", "    return (x - x.mean(-1)) / eps\n", "raised RuntimeError"),
        ("residual", "    x + sublayer(norm(x))\n", "residual returned nothing"),
        ("residual", "    return x + dropout(sublayer(norm))\n", "raised"),
    ],
)
def test_what_is_no_tensor_gets_a_sentence(write, name, body, saw):
    before = {"layer_norm": WRITTEN["layer_norm"]} if name == "residual" else {}
    write(mutants.stub_with(**before, **{name: body}))
    result = check()
    assert not result.passed and saw in result.saw and result.likely == ""
    assert result.failed == f"`{name}` runs and keeps the shape" + " (2, 5, 6)" * (not before)


def test_a_gradient_that_is_cut_off_is_said(write):
    cut = mutants.solution("layer_norm", [("return z +", "return z.detach() +")])
    write(cut.replace("beta.expand_as(z)", "beta.detach()"))
    assert check().saw == "no gradient flows back to x"


# --- the statistics ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "saw"),
    [
        ("    return None\n", "interval returned nothing; it needs a return"),
        ("    return 0.5\n", "interval returned 0.5"),
        ('    return "0.1 to 0.3"\n', "interval returned '0.1 to 0.3'"),
        ("    return 0.1, None\n", "interval returned nothing"),
        ('    return float("nan"), 1\n', "interval returned nan"),
    ],
)
def test_anything_else_gets_a_sentence(write, body, saw):
    layers = {name: WRITTEN[name] for name in ("layer_norm", "residual")}
    write(mutants.stub_with(**layers, interval=body))
    result = check(seconds=0.3)
    assert not result.passed and saw in result.saw and result.likely == ""


def test_what_is_asked_is_what_it_is_called():
    first, second = paired_results(30, 9, 2, 5)
    pairs = list(zip(first, second, strict=True))
    assert [pairs.count(p) for p in [(True, True), (True, False), (False, True), (False, False)]] == [
        30, 9, 2, 5,
    ]  # fmt: skip
    assert real_interval(7, 20) == pytest.approx((0.1812, 0.5671), abs=5e-5)
