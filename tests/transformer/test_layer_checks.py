"""Contract checks: what ships keeps its contracts or says why not; what is planted turns red."""

import re
import subprocess
import sys
import threading
from argparse import Namespace
from pathlib import Path

import pytest
import torch

from tests.kit.wrong_layers import RED, UNSEEN
from tests.kit.wrong_layers.attention import (
    ByDk,
    KnowsPlaces,
    Noise,
    NoRoot,
    OverQueries,
    OverQueriesPlain,
    QueriesFromMemory,
    Remembers,
    RootUpsideDown,
    Scrambled,
    Unmerged,
)
from tests.kit.wrong_layers.others import RootOfTheMean, ShiftedSum
from transformer import variants
from transformer.attention import MultiHeadAttention
from transformer.contracts import CHECKS, layer_checks, one_by_one
from transformer.contracts import __main__ as terminal
from transformer.contracts.standard import beside_standard
from transformer.contracts.words import as_text
from transformer.registry import LAYERS

ROOT = Path(__file__).resolve().parents[2]
variants.broken()  # reads all files
SHIPPED = [
    (kind, name)
    for kind, layers in LAYERS.items()
    for name, layer in layers.items()
    if ".my_" not in layer.__module__
]


# The standard ones, and of those that do otherwise one for each step that they change.
QUICK = {
    "standard",
    "rotary",
    "additive",
    "linear",
    "alibi",
    "sink",
    "rms",
    "swiglu",
    "typical",
    "first_and_near",
}


@pytest.mark.parametrize(
    ("kind", "name"),
    [one if one[1] in QUICK else pytest.param(*one, marks=pytest.mark.slow) for one in SHIPPED],
)
def test_a_layer_that_ships_keeps_its_contracts_or_says_why_not(kind, name):
    found = layer_checks(kind, name)
    assert tuple(check.name for check in found) == CHECKS
    assert not [as_text(check) for check in found if check.state == "red"]
    assert all(check.says and "could not be" not in check.says for check in found)


@pytest.fixture
def planted(monkeypatch):
    """Return the results of the checks of a class, one after another."""

    def measure(kind, layer):
        monkeypatch.setitem(LAYERS[kind], "planted", layer)
        return one_by_one(kind, "planted")

    return measure


def test_what_is_no_number_is_not_blamed_on_the_order(planted):
    """Where every key of a column is hidden, a softmax over queries gives NaN, in any order of the words."""

    class WithoutCare(MultiHeadAttention):
        def normalise(self, masked, mask):
            return self.weights(masked.softmax(-2))

    found = {check.name: check.state for check in planted("attention", WithoutCare)}
    assert found["rows sum to one"] == found["padding ignored"] == "red"
    assert found["order-blind without positions"] == "green"


@pytest.mark.parametrize("layer", RED, ids=lambda layer: layer.__name__)
def test_a_planted_mistake_turns_its_check_red_and_is_named(planted, layer):
    kind, name, says, cell = RED[layer]
    check = next(check for check in planted(kind, layer) if check.name == name)
    assert check.state == "red", as_text(check)
    assert says in f"{check.says} {check.likely}", as_text(check)
    assert check.look_at, as_text(check)
    if cell:
        saw = check.cell
        assert (saw.batch, saw.head, saw.row, saw.column)[: len(cell)] == cell, as_text(check)


OUT_OF_ORDER = {
    KnowsPlaces: "the result for a word depends on its position",
    QueriesFromMemory: "queries are computed from memory",
    Scrambled: "splitting into heads mixed the words",
    Unmerged: "merging the heads mixed the words",
    ShiftedSum: "across positions",
    Noise: "different results each time",
    Remembers: "different results each time",
}


@pytest.mark.parametrize("layer", OUT_OF_ORDER, ids=lambda layer: layer.__name__)
def test_what_depends_on_the_order_has_its_own_cause(planted, layer):
    found = {check.name: check for check in planted(RED[layer][0], layer)}
    check = found["order-blind without positions"]
    assert check.state == "red" and OUT_OF_ORDER[layer] in check.likely, as_text(check)


@pytest.mark.parametrize(
    "layer", [OverQueriesPlain, RootOfTheMean], ids=lambda layer: layer.__name__
)
def test_nan_is_the_fault_of_the_check_that_asks_for_numbers_alone(planted, layer):
    """No other check compares one NaN with another."""
    found = {check.name: check for check in planted(RED[layer][0], layer)}
    assert found["finite"].state == "red"
    for name in ("order-blind without positions", "batch independence", "saves and loads"):
        assert found[name].state == "green", as_text(found[name])
    assert "no gradient reaches" not in found["gradients reach every parameter"].says


@pytest.mark.parametrize(
    ("kind", "layer", "differs"), UNSEEN, ids=lambda value: getattr(value, "__name__", None)
)
def test_some_mistakes_keep_every_contract(planted, kind, layer, differs):
    """Lights say what a layer must do, not which layer it is: another test has to ask that."""
    assert not [as_text(check) for check in planted(kind, layer) if check.state == "red"]


@pytest.mark.parametrize("kind", LAYERS)
def test_a_template_keeps_its_contracts(planted, kind):
    """What a student starts from is green, or grey with a reason."""
    file = ROOT / "transformer" / "variants" / "templates" / f"{kind}.py"
    names = {"__name__": "template"}
    exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), names)
    layer = LAYERS[kind].pop("NAME")
    assert not [as_text(check) for check in planted(kind, layer) if check.state == "red"]


DIFFERS = {
    NoRoot: "the scores were not divided by √d_k",
    RootUpsideDown: "the scores were multiplied by √d_k",
    ByDk: "the scores were divided by d_k",
}


@pytest.mark.parametrize(
    ("kind", "layer", "probe"), UNSEEN, ids=lambda v: getattr(v, "__name__", v)
)
def test_where_a_layer_first_differs_from_standard(planted, kind, layer, probe):
    planted(kind, layer)
    found = beside_standard(kind, "planted")
    if kind == "position":
        assert found is None
        return
    assert found.probe == (probe or "the output")
    assert DIFFERS.get(layer, "") in found.likely
    planted(kind, LAYERS[kind]["standard"])
    assert beside_standard(kind, "planted") is None


ANYTHING = """
import os, torch
from transformer.attention import MultiHeadAttention
from transformer.variants import variant

class Steps(MultiHeadAttention):
    def rotate_positions(self, x, start):
        print("{}")
        while start:
            x = x + 0
        return x
variant("attention", "loops")(Steps)

class Leaves(MultiHeadAttention):
    def rotate_positions(self, x, start):
        os._exit(0)
variant("attention", "leaves")(Leaves)
"""


@pytest.mark.slow
def test_code_that_never_ends_or_ends_the_process_is_a_red_check(checkout):
    """In a copy of the project; the checks before it are reported."""
    (checkout / "transformer" / "variants" / "my_anything.py").write_text(ANYTHING)
    said = []
    for name, status in (("loops", 3), ("leaves", 1)):
        program = [sys.executable, "-m", "transformer.contracts"]
        done = subprocess.run(
            [*program, "attention", name, "--seconds=3"],
            cwd=checkout,
            capture_output=True,
            text=True,
        )
        assert done.returncode == status
        said.append(done.stdout)
    loops, leaves = said
    assert loops.count("✓ green") == CHECKS.index("cached equals full") - loops.count("– grey")
    assert re.search(
        r"✗ RED    cached equals full: transformer/variants/my_anything.py:(9|10): ", loops
    )
    assert "still running after 3 seconds" in loops
    assert "the process ended (status 0)" in leaves


@pytest.mark.parametrize(
    ("kind", "name", "status"),
    [(a, "standard", 0) for a in ("attention", "decoding")]
    + [("decoding", "typical", 0), ("attention", "planted", 1), ("attention", "nobody", 2)],
)
def test_the_terminal_says_it_in_its_exit_status(planted, monkeypatch, capsys, kind, name, status):
    planted("attention", OverQueries)
    monkeypatch.setattr("transformer.contracts.__main__.limit_memory", lambda: None)
    options = Namespace(kind=kind, name=name, seed=0, seconds=60.0)
    before = threading.enumerate()
    assert terminal.measure(options) == status
    assert threading.enumerate() == before, "its watch would end this process a minute later"
    said, wrong = capsys.readouterr()
    assert ("no attention is called 'nobody'" in wrong) == (status == 2)
    assert said.count("✓ green") > 5 or status == 2
    assert ("The first difference from the standard layer" in said) == (
        status == 0 and name != "standard" and kind != "decoding"
    )
    if status == 1:
        assert "✗ RED    rows sum to one: without a mask, not every row sums to 1" in said
        assert "cell     batch 0, head 0, query 0: sums to " in said
        assert "look at  tests/kit/wrong_layers/attention.py:" in said


MADE = {  # tensors that a layer may create on the device of its input
    "tensor": lambda scores: torch.tensor([[2.0]] * scores.shape[-2], device=scores.device),
    "as_tensor": lambda scores: torch.as_tensor([2.0, 2.0], device=scores.device).sum() / 2,
    "new_tensor": lambda scores: scores.new_tensor([[2.0]] * scores.shape[-2]),
    "new_full": lambda scores: scores.new_full(scores.shape[-2:], 2.0),
    "arange": lambda scores: 2 + 0 * torch.arange(scores.shape[-1], device=scores.device),
    "type_as": lambda scores: torch.full((1, 1), 2.0).type_as(scores),
    "a number": lambda scores: scores.abs().max().item() * 0 + 2.0,
    "a scalar": lambda scores: torch.tensor(2.0),  # of any device
    "index": lambda scores: torch.full_like(scores, 2.0)[:, :, torch.arange(scores.shape[2])],
}


@pytest.mark.parametrize("factor", MADE)
def test_a_tensor_on_the_device_of_the_input_is_no_fault(planted, factor):
    class Scaled(MultiHeadAttention):
        def score(self, query, key):
            scores = super().score(query, key)
            return scores * MADE[factor](scores)

    found = {check.name: check for check in planted("attention", Scaled)}
    assert found["runs on another device"].state == "green", as_text(
        found["runs on another device"]
    )
