"""The tree of a beam search: its numbers are the search's, and its steps, widths and α follow the hand."""

from dataclasses import replace

import pytest
import torch

from lessons.figures.beam_tree import WIDTHS, beam_tree, best
from tests.figures.test_figures import untrained
from transformer.decoding import beam, greedy, last
from transformer.decoding.next_token import log_probability
from transformer.measure.searching import looks, tree
from transformer.probe import record
from transformer.tasks import TASKS
from transformer.training import build
from transformer.weights import load


@pytest.fixture(scope="module")
def trained():
    return load("english_french")


@pytest.fixture(scope="module")
def figure(trained):
    example = trained.task.held_out[3]
    return beam_tree(trained, " ".join(example.source), right=example.target)


def ids_of(trained, figure) -> torch.Tensor:
    words = [word["label"].rstrip("₁₂") for word in figure.header["source"]]
    return torch.tensor([trained.source_vocabulary.encode(words)])


def way(nodes, at):
    return [] if at is None else [*way(nodes, nodes[at]["parent"]), nodes[at]["id"]]


@pytest.mark.parametrize("alpha", [0.0, 1.0])
def test_the_answer_of_every_width_is_the_searchs(trained, figure, alpha):
    source = ids_of(trained, figure)
    for width in WIDTHS:
        nodes = figure.header["trees"][width - 1]["nodes"]
        found = last(beam(trained.model, source, width)).answers()
        complete = [k for k, node in enumerate(nodes) if node["fate"] == "aside"]
        score = found.total[0] / found.length[0] ** alpha
        assert len(complete) >= width
        if alpha == 0:
            at = best(figure, width)
            assert way(nodes, at) == [t for t in found.tokens[0, 0].tolist() if t]
            total = figure.arrays[f"total {width}"].values[at]
            assert total == pytest.approx(float(found.total[0, 0]), abs=1e-5)
        else:
            at = best(figure, width, alpha)
            highest = float(figure.arrays[f"total {width}"].values[at]) / (nodes[at]["step"] + 1)
            assert highest >= float(score.max()) - 1e-5


def test_a_total_is_the_log_probability_of_its_words(trained, figure):
    source = ids_of(trained, figure)
    nodes = figure.header["trees"][3]["nodes"]
    for at in range(0, len(nodes), 9):
        again = log_probability(trained.model, source, torch.tensor([way(nodes, at)]))
        assert float(again) == pytest.approx(float(figure.arrays["total 4"].values[at]), abs=1e-4)


def test_a_word_says_where_the_model_looked_when_it_was_chosen(trained, figure):
    source, nodes = ids_of(trained, figure), figure.header["trees"][3]["nodes"]
    for at in (0, 8, len(nodes) - 1):
        before = way(nodes, at)[:-1]
        with record(trained.model, "decoder.layers.1.cross_attention.weights") as trace:
            trained.model(source, torch.tensor([[1, *before]]))  # START, then what is written
        row = trace.one("decoder.layers.1.cross_attention.weights")[0].mean(0)[-1]
        shown = figure.arrays["looks"].values[nodes[at]["looks"]]
        assert shown == pytest.approx(row.numpy(), abs=1e-5)
    assert looks(load("language_model"), (), [()]) == {}


def test_another_familys_model_and_a_layer_without_its_probe_are_drawn(foreign_families, trained):
    """The one says where it looks, once for each word; the other keeps that to itself."""
    task = TASKS["copy"]()
    gru = replace(untrained(), model=build(task, 1, "gru", hidden=16).eval())
    figure = beam_tree(gru, "a b c d")
    rows = figure.arrays["looks"].values
    assert rows.shape[1] == 4 and rows.sum(-1) == pytest.approx(1, abs=1e-5)
    quiet = untrained()
    quiet.model.decoder.layers[-1].cross_attention.weights = torch.nn.Identity()
    figure = beam_tree(quiet, "a b c d")
    assert "looks" not in figure.arrays and figure.header["trees"][3]["nodes"]


def test_a_forced_word_is_gone_on_from(trained, figure):
    source, forced = ids_of(trained, figure), trained.target_vocabulary.encode(["la"])
    found = tree(trained.model, source, 1, forced)
    written = greedy(trained.model, source, prompt=torch.tensor([forced]))[0].tolist()
    assert found.nodes[found.best()].tokens == (*forced, *written)
    drawn = beam_tree(trained, figure.header["title"].split("“")[1][:-1], forced=forced)
    assert drawn.header["forced"] == ["la"] and drawn.header["right"] is None


def test_what_is_not_shown_is_counted(figure):
    for width, found in zip(WIDTHS, figure.header["trees"], strict=True):
        for step, rest in enumerate(found["rest"]):
            here = [node for node in found["nodes"] if node["step"] == step]
            hypotheses = 1 if step == 0 else len({node["parent"] for node in here})
            assert len(here) + rest >= min(width, hypotheses * (width + 1))
            assert rest == 0 or sum(node["fate"] == "cut" for node in here) == 3


@pytest.mark.parametrize("wrong", [{"beams": 0}, {"beams": 11}, {"step": 99}, {"alpha": -1}])
def test_a_place_that_is_none_is_refused(figure, wrong):
    with pytest.raises(ValueError, match="must be"):
        figure.at(**wrong)


def test_it_grows_widens_and_ranks_anew(show, figure):
    shown = show(figure, "#figure=4/0/0.0/-")
    trees = figure.header["trees"]
    assert shown.texts("g.node[data-node]") == []
    shown.page.get_by_role("button", name="next ▶").click()
    first = [node for node in trees[3]["nodes"] if node["step"] == 0]
    assert len(shown.texts("g.node[data-node]")) == len(first)
    shown.page.locator(".card").hover()
    shown.page.keyboard.press("ArrowRight")
    shown.at("4/2/0.0/-")
    shown.page.keyboard.press("Shift+B")
    shown.at("3/2/0.0/-")
    shown.page.get_by_role("button", name="▶|").click()
    totals = figure.arrays["total 3"].values
    complete = [k for k, node in enumerate(trees[2]["nodes"]) if node["fate"] == "aside"]
    ranked = sorted(complete, key=lambda k: -totals[k])
    rows = shown.texts(".ranking tr:nth-child(n+2) td:nth-child(4)")
    assert rows == [f"{totals[k]:.3f}".replace("-", "−") for k in ranked]
    shown.drag("α", 1)
    scores = sorted(
        (totals[k] / (trees[2]["nodes"][k]["step"] + 1) for k in complete), reverse=True
    )
    rows = shown.texts(".ranking tr:nth-child(n+2) td:nth-child(5)")
    assert rows == [f"{score:.3f}".replace("-", "−") for score in scores]


def test_a_candidate_says_why(show, figure):
    nodes = figure.header["trees"][3]["nodes"]
    cut = next(k for k, node in enumerate(nodes) if node["fate"] == "cut")
    shown = show(figure, f"#figure=4/99/0.0/{cut}")
    panel = shown.text(".panel")
    assert nodes[cut]["reason"] in panel and "cut at 4" in panel
    assert f"figure.recompute(beams=4, node={cut})" in panel
    shown.fits(1024)
    shown.fits(400, dark=True)
