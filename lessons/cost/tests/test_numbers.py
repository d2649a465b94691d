"""The claims of the lesson: counted formulas, equal layers and searched paths."""

import re

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from lessons.cost import results
from lessons.cost.figures.reach import LONG
from lessons.cost.measure import signal
from tests.kit import handout
from transformer.measure.cost import grid, paths
from transformer.measure.cost.counting import count_multiply_adds, multiply_adds
from transformer.measure.cost.layers import COMPARED, layer

TestAsHandedOut = handout.AsHandedOut


def test_every_formula_equals_the_count():
    products = results.products()
    for kind in ("attention", "gru", "convolution", "restricted"):
        for place in ((0, 0, 0, 0), (2, 1, 2, 1), (5, 2, 1, 2)):
            sizes = [axis[at] for axis, at in zip(grid.AXES, place, strict=True)]
            assert products[kind][place] == multiply_adds(kind, *sizes)
    assert (products["masked"] == products["attention"]).all()


def test_a_recurrent_layer_needs_one_step_per_word():
    for kind, matrices in (("rnn", 2), ("gru", 6), ("lstm", 8)):
        with FlopCounterMode(display=False) as counter, torch.no_grad():
            layer(kind, 9, 4, 3, 5)(torch.zeros(1, 9, 4))
        assert (
            counter.get_total_flops() // 2
            == count_multiply_adds(kind, 9, 4, 3, 5)
            == 9 * matrices * 4 * 4
        )


@torch.no_grad()
def test_local_attention_equals_masked_attention():
    x = torch.randn(2, 9, 8, generator=torch.Generator().manual_seed(1))
    near, masked = (layer(kind, 9, 8, 3, 5)(x) for kind in ("restricted", "masked"))
    assert torch.allclose(near, masked, atol=1e-6)


@pytest.mark.parametrize("kind", COMPARED)
def test_the_graph_agrees_with_the_gradients_of_the_real_layer(kind):
    n, x = 7, torch.randn(1, 7, 4, generator=torch.Generator().manual_seed(1), requires_grad=True)
    run = layer(kind, n, 4, 3, 5)
    moved = torch.stack([torch.autograd.grad(run(x)[0, i].sum(), x)[0][0].abs().sum(-1) for i in range(n)]) > 0  # fmt: skip
    kernel, back = {"convolution": (3, False), "gru": (n, True), "attention": (2 * n, False)}.get(
        kind, (5, False)
    )
    assert (moved == paths.reads(n, kernel + (kind == "attention"), back=back)).all()


def test_the_search_agrees_with_the_formulas():
    for n in (2, 5, 31, 64, 81):
        for kernel in (3, 5, 9):
            assert len(paths.spread(n, kernel, 1)) - 1 == -(-(n - 1) // (kernel // 2))
            for growth in (1, 2):
                layers = len(paths.spread(n, kernel, growth)) - 1
                assert layers == paths.layers_needed(n, kernel, growth)
    assert len(paths.spread(LONG, 3, 3, back=True)) - 1 == 4  # log_3 81: dilated, looking back
    with pytest.raises(ValueError, match="a distance of 81 is too large"):
        paths.spread(LONG, 3, 3)


def test_weights_by_distance_and_by_content():
    weighted = signal.apply_both("given")
    assert torch.allclose(weighted["attention"].weights.sum(-1), torch.ones(16))
    rows = weighted["convolution"].weights
    assert torch.equal(rows[3, 2:5], torch.tensor(signal.TAPS)) and rows[3].count_nonzero() == 3
    assert torch.allclose(
        rows @ torch.tensor(signal.SIGNALS["given"]), weighted["convolution"].output
    )
    assert abs(weighted["attention"].weights[3, 3] - weighted["attention"].weights[3, 13]) < 1e-6


def test_where_the_curves_meet():
    figure = results.figure("meet")
    texts_of = {way: texts["of"] for way, texts in zip(figure.header["choices"][0]["values"], figure.header["panels"][0]["text"]["of"], strict=True)}  # fmt: skip
    for way, n in (("printed", (32, 64, 128)), ("both", (16, 32, 64)), ("lstm", (64, 128, 256))):
        assert [re.search(r"n = (\d+)", text)[1] for text in texts_of[way]] == [*map(str, n)]
    assert all("never meet" in text for text in texts_of["rnn"])


def test_the_notebook_refutes_the_slide(notebook, tmp_path, text):
    assert "4 layers: the last word changes by 0.0e+00" in text
    assert "79 layers: the last word changes by 0.0e+00" in text
    assert float(re.search(r"80 layers: the last word changes by (\S+)", text)[1]) > 0
    edits = {"n = 64": "n = 4096", "kernel = 3": "kernel = 9", "sharp = 3.0": "sharp = 6.0"}
    done = notebook.after(edits, tmp_path)
    assert "needs 22.00 times" in done and "k = 9: 20 layers" in done
    assert "0.5, 0.0, 0.0, 0.0, 0.5" in done
