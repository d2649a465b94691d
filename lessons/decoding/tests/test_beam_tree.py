"""The tree of a beam search: its numbers are the search's, and its steps, widths and α follow the hand."""

import itertools
from dataclasses import replace

import pytest
import torch

from lessons.decoding import OPENING_TABLE
from lessons.decoding.figures.beam_tree import WIDTHS, beam_tree, best_node, table_tree
from lessons.decoding.measure.searching import attended_source, search_trees
from tests.figures.test_figures import untrained
from transformer.decoding import Table, beam, exhaustive, greedy, last, sequences
from transformer.decoding.next_token import log_probability
from transformer.probe import record
from transformer.tasks import TASKS
from transformer.training import build
from transformer.vocabulary import END
from transformer.weights import load


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
        answers = last(beam(trained.model, source, width)).answers()
        complete = [k for k, node in enumerate(nodes) if node["fate"] == "aside"]
        score = answers.total[0] / answers.length[0] ** alpha
        assert len(complete) >= width
        if alpha == 0:
            at = best_node(figure, width)
            assert way(nodes, at) == [t for t in answers.tokens[0, 0].tolist() if t]
            total = figure.arrays[f"total {width}"].values[at]
            assert total == pytest.approx(float(answers.total[0, 0]), abs=1e-5)
        else:
            at = best_node(figure, width, alpha)
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
    assert attended_source(load("language_model"), (), [()]) == {}


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
    ((forced_tree,), _) = search_trees(trained.model, source, (1,), forced)
    written = greedy(trained.model, source, prompt=torch.tensor([forced]))[0].tolist()
    assert forced_tree.nodes[forced_tree.best()].tokens == (*forced, *written)
    drawn = beam_tree(trained, figure.header["title"].split("“")[1][:-1], forced=forced)
    assert drawn.header["forced"] == ["la"] and drawn.header["right"] is None


def test_what_is_not_shown_is_counted(figure):
    for width, tree in zip(WIDTHS, figure.header["trees"], strict=True):
        for step, rest in enumerate(tree["rest"]):
            here = [node for node in tree["nodes"] if node["step"] == step]
            hypotheses = 1 if step == 0 else len({node["parent"] for node in here})
            assert len(here) + rest >= min(width, hypotheses * (width + 1))
            assert rest == 0 or sum(node["fate"] == "cut" for node in here) == 3


# ---- what exhaustive search finds and beam missed ----------------------------------------------
NOTHING = torch.empty(1, 0, dtype=torch.long)


def words(table: Table, tokens) -> str:
    return " ".join(table.vocabulary.decode(tokens))


def test_on_the_opening_table_greedy_is_wrong_and_a_beam_of_two_misses_the_best():
    table = Table.read(OPENING_TABLE)
    answers_of = {width: last(beam(table, NOTHING, width)).answers() for width in (1, 2, 3)}
    texts = {width: words(table, answers.tokens[0, 0]) for width, answers in answers_of.items()}
    assert texts == {1: "the cat sleeps", 2: "my cat sleeps", 3: "rain falls"}
    assert answers_of[1].total[0, 0] < answers_of[2].total[0, 0] < answers_of[3].total[0, 0]
    assert words(table, last(exhaustive(table, NOTHING, 64)).answers().best()[0]) == "rain falls"


@pytest.mark.parametrize("alpha", [0.0, 0.7, 2.0])
def test_the_best_of_all_is_among_the_best_of_each_length(alpha):
    table = Table.read(OPENING_TABLE)
    _, of_all = search_trees(table, NOTHING, (1, 2))
    score = {tokens: total / len(tokens) ** alpha for tokens, total in of_all.best}
    every = last(exhaustive(table, NOTHING, 64, alpha=alpha, most=99)).answers()
    best = max(score, key=score.get)
    assert list(best) == every.best()[0].tolist()
    assert score[best] == pytest.approx(float(every.score[0, 0]), abs=1e-5)
    assert of_all.visited == int((every.score > -torch.inf).sum()) == 11 and of_all.longest == 4


def test_every_sequence_of_a_trained_model_was_tried():
    """Against the log p of each of them, which no search has chosen."""
    copy = load("copy")
    source = torch.tensor([copy.source_vocabulary.encode(["a", "b"])])
    grown, of_all = search_trees(copy.model, source, WIDTHS)
    tokens = range(3, len(copy.target_vocabulary))
    assert of_all.longest == 3 and of_all.visited == sequences(len(tokens), 3)
    for length in (1, 2, 3):
        rows = [(*row, END) for row in itertools.product(tokens, repeat=length - 1)]
        total = log_probability(copy.model, source.expand(len(rows), -1), torch.tensor(rows))
        (tokens_of_best, total_of_best) = of_all.best[length - 1]
        assert tokens_of_best == rows[int(total.argmax())]
        assert total_of_best == pytest.approx(float(total.max()), abs=1e-4)
    assert grown[0].lost(of_all.best[2][0])[1] == "found"


def test_where_there_is_too_much_to_try_or_something_better_may_follow_it_stays_open(trained):
    source = torch.tensor([trained.source_vocabulary.encode(["the", "cat"])])
    assert search_trees(trained.model, source, (1,))[1] is None
    # x ends with .25; so far y y has more, and nobody has tried how all that follows goes on.
    text = (
        "<start>: x .5, y {p}, z {rest}\nx: <end> .5, x .5\nz: c .5, d .5\ny: y 1\ny y: c .5, d .5"
    )
    text += "\nc: c .5, d .5\nd: c .5, d .5"
    assert search_trees(Table.read(text.format(p=0.26, rest=0.24)), NOTHING, (2,))[1] is None
    (_, of_all) = search_trees(Table.read(text.format(p=0.2, rest=0.3)), NOTHING, (1,))
    assert [tokens[-1] for tokens, _ in of_all.best] == [END] and of_all.longest == 2


@pytest.mark.parametrize(
    ("text", "width", "wanted", "how"),
    [
        (OPENING_TABLE, 3, "rain falls", ("rain falls", "found")),
        (OPENING_TABLE, 2, "rain falls", ("rain", "cut")),
        (OPENING_TABLE, 1, "rain falls", (None, "left")),  # third after <start>: no candidate
        (
            "<start>: a 1\na: b .4, c .35, d .25\nb: <end> 1\nc: <end> 1\nd: <end> 1",
            1,
            "a d",
            ("a", "left"),
        ),
        ("<start>: a 1\na: <end> .5, b .5\nb: <end> 1", 1, "a b", ("a b", "late")),
    ],
)
def test_how_far_the_best_came(text, width, wanted, how):
    table = Table.read(text)
    (grown,), _ = search_trees(table, NOTHING, (width,))
    at, why = grown.lost((*table.vocabulary.encode(wanted.split()), END))
    assert (at if at is None else words(table, grown.nodes[at].tokens), why) == how


def test_what_was_missed_is_in_the_tree_however_far_behind_it_was_cut():
    many = ": " + ", ".join(f"w{n} .1" for n in range(10))
    rows = ["<start>: a .5, b .5", "a: c .4, d .35, e .25", "b: f .4, g .35, h .25", "h: <end> 1"]
    rows += [word + many for word in "cdefg"] + [f"w{n}: <end> 1" for n in range(10)]
    table = Table.read("\n".join(rows))
    (grown,), _ = search_trees(table, NOTHING, (2,))
    at, why = grown.lost((*table.vocabulary.encode(["b", "h"]), END))
    assert (why, grown.nodes[at].reason) == ("cut", "rank 6, pruned at 2: −2.1 < −1.6")
    second = [node for node in grown.nodes if node.step == 1]
    assert len(second) == 6 and grown.rest[1] == 0, "two kept, three of the others, and this one"


def test_the_tree_shows_how_far_the_best_of_all_came(show):
    figure = table_tree(Table.read(OPENING_TABLE)).at(step=None)
    shown = show(figure)
    assert shown.texts(".best text") == ["rain", "−1.61"] and shown.texts("text.star") == ["★"]
    assert shown.texts("tr.missed td")[:2] == ["★", "rain falls (missed)"]
    assert "tried all 11 sequences (length at most 4), and the best is “rain falls”" in shown.text(
        ".told"
    )
    assert "Step 1 pruned its prefix “rain”: rank 3, pruned at 2: −1.6 < −1.2." in shown.text(
        ".told"
    )
    shown.fits(1024)
    shown.drag("α", 1)  # a longer one has the better mean, and this beam has it
    assert "★ Found" in shown.text(".told") and shown.texts("tr.missed") == []
    shown.drag("α", 0)
    shown.page.locator(".card").hover()
    shown.page.keyboard.press("b")
    assert "★ Found" in shown.text(".told") and shown.texts(".best text") == ["⟨end⟩", "−1.71"]
    assert "too many sequences" in show(
        beam_tree(load("language_model"), "the").at(step=None)
    ).text(".told")


def test_on_paper_too(tmp_path):
    figure = table_tree(Table.read(OPENING_TABLE)).at(step=None)
    figure.save(tmp_path / "tree.svg")
    drawn = (tmp_path / "tree.svg").read_text(encoding="utf-8")
    assert drawn.count(">★</text>") == 1 and "★ shows how far" in drawn


LONG = """[...root.querySelectorAll("path.twig")].map((line) => {
  const [, from, to] = line.getAttribute("d").match(/^M([\\d.]+) .* ([\\d.]+) [\\d.]+$/);
  return to - from; })"""
WIDE = (
    "[root.querySelector('svg.grown'), root.querySelector('.tree')].map((one) => one.clientWidth)"
)


def test_it_opens_at_its_first_step_and_can_be_read_at_every_one(show, figure):
    """Lines are long enough to be followed, words are whole, and nothing lies beside the card."""
    shown, nodes = show(figure), figure.header["trees"][3]["nodes"]
    steps = max(node["step"] for node in nodes) + 1
    assert steps > 9
    words = {node["word"] for node in nodes} | {"⟨start⟩"}
    for width in (1240, 700):
        shown.open("#figure=4/1/0.0/-", width=width)
        for step in range(1, steps + 1):
            assert f"step {step} of {steps}" in shown.text(".dials")
            assert min(shown.run(LONG)) >= 40, step
            assert set(shown.texts("g.node text:not(.total)")) <= words
            tree, card = shown.run(WIDE)
            assert card / 4 < tree <= card, step
            shown.page.keyboard.press("ArrowRight")
    kept = [node for node in nodes if node["fate"] != "cut"]
    assert len(shown.texts("g.node[data-node]:not(.cut)")) == len(kept)


def test_it_grows_widens_and_ranks_anew(show, figure):
    shown = show(figure, "#figure=4/0/0.0/-")
    trees = figure.header["trees"]
    assert shown.texts("g.node[data-node]") == []
    shown.page.get_by_role("button", name="next ▶").click()
    first = [node for node in trees[3]["nodes"] if node["step"] == 0]
    assert len(shown.texts("g.node[data-node]")) == len(first)
    shown.page.locator(".card").hover()
    shown.page.keyboard.press("ArrowRight")
    shown.at("4/2/0")
    shown.page.keyboard.press("Shift+B")
    shown.at("3/2/0")
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
    assert nodes[cut]["reason"] in panel and "pruned at 4" in panel
    assert f"figure.recompute(beams=4, node={cut})" in panel
    shown.fits(1024)
    shown.fits(400, dark=True)
