"""The mutant score: what counts as a line, and what each judge says of one mistake."""

import sys
from types import ModuleType

import pytest
from torch import nn

from benchmarks import mutants
from benchmarks.kit import torch_judge
from benchmarks.mutants import Verdict
from lessons.attention.tests.mutants import solution
from lessons.kit.checking import load_file


@pytest.fixture
def mutant():
    return next(one for one in mutants.mutants("attention") if one.name == "NoScaling")


def test_a_line_is_the_one_that_was_edited_or_the_next():
    assert mutants.lines_changed(["a", "b", "c"], ["a", "x", "c"]) == {2, 3}
    assert mutants.lines_changed(["a", "b", "c"], ["a", "c"]) == {2}


def test_ours_names_it_and_a_comparison_only_sees_it(mutant):
    found = mutants.ours(mutant)
    assert found == Verdict(True, True, True, True)
    assert mutants.allclose(mutant) == Verdict(True)
    assert mutants.share([found, Verdict(False, True, True, False)], "named") == "1/2"
    assert mutants.share([Verdict(True)], "named") == mutants.share([], "caught") == "–"


def test_another_judge_is_asked_only_where_it_is_installed(mutant, monkeypatch):
    monkeypatch.setattr(mutants, "version", lambda package: None)
    assert mutants.torch_judge(mutant) is None


def test_our_solutions_in_the_form_of_others(monkeypatch):
    """Keys and values of their own, as torch-judge gives them; its tests are replaced by one here."""

    asked = {"function_name": "MultiHeadAttention", "tests": [{"name": "one", "code": TEST}]}
    task = ModuleType("torch_judge.tasks.mha")
    task.TASK = asked
    monkeypatch.setitem(sys.modules, "torch_judge.tasks.mha", task)
    with mutants.as_exercise("attention", solution()) as file:
        form = torch_judge.attention(load_file(file))["mha"]
        assert issubclass(form, nn.Module)
        assert torch_judge.run("mha", form) is None
    with mutants.as_exercise("attention", solution(("s * self.d_k**-0.5", "s"))) as file:
        form = torch_judge.attention(load_file(file))["mha"]
        assert isinstance(torch_judge.run("mha", form), AssertionError)


TEST = """
import torch
layer = {fn}(d_model=8, num_heads=2)
query, key, value = torch.randn(3, 1, 4, 8).unbind()
q, k, v = (W(x).view(1, 4, 2, 4).transpose(1, 2) for W, x in
           ((layer.W_q, query), (layer.W_k, key), (layer.W_v, value)))
mixed = (q @ k.mT / 2).softmax(-1) @ v
right = layer.W_o(mixed.transpose(1, 2).reshape(1, 4, 8))
assert torch.allclose(layer(query, key, value), right, atol=1e-5)
"""
