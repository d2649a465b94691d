"""The page on a layer of one's own as Streamlit runs it: every part and view, bad input, a template
that is written, trainings that are started and found again."""

import shutil

import numpy as np
import pytest
import torch

from lessons.host import server, storage
from lessons.models.shipped import SENTENCE
from lessons.your_layer import LAST, PARTS, STANDARD, VIEWS, results, usual, words
from lessons.your_layer.measure import fair_trainings as fair
from lessons.your_layer.measure import two_layers as measure
from tests.app.test_app import mistakes, words_of
from tests.kit.small import HOSTILE
from tests.kit.visit import opened, paragraphs
from transformer import variants
from transformer.probe import record
from transformer.runs import Run, RunConfig
from transformer.training.settings import Settings

FIRST = {"kind": "attention", "name": "unscaled", "against": STANDARD, "text": SENTENCE}


@pytest.fixture(scope="module")
def visited():
    """The page, opened once: opening the app costs more than what a test looks at."""
    return opened("your_layer")


@pytest.fixture
def visit(visited, tmp_path, monkeypatch):
    monkeypatch.setattr(storage, "RUNS", tmp_path)

    def go(part: str, view: str = "", **chosen: str):
        state = FIRST | {"part": part} | ({f"view-{part}": view} if view else {}) | chosen
        visited.session_state["training-mine"] = []
        for name, value in state.items():
            visited.session_state[f"your_layer-{name}"] = value
        return visited.run()

    return go


def drawn(at) -> list[str]:
    return [e.key for e in at.get("bidi_component") if e.key.startswith("your_layer-figure")]


def text_of(at) -> str:
    return " ".join([*words_of(at), *paragraphs(at), *(each.value for each in at.html)])


@pytest.mark.slow
def test_every_part_and_view_opens(visit):
    for part in PARTS:
        for view in VIEWS.get(part, [""]):
            at = visit(part, view)
            assert not mistakes(at), (part, view)
            text = " ".join(paragraphs(at))
            assert PARTS[part][1] in text and results.predict(part).question in text
            assert bool(drawn(at)) == (view in ("", "maps", "model", "lights")), (part, view)
    assert "return self.scaled(scores)" in text_of(visit("compare", "diff"))
    for view, name in (("maps", "your_layer-figure-maps"), ("model", "your_layer-figure-model")):
        at = visit("compare" if view == "maps" else "write", view)
        assert drawn(at) == [name, f"{name}-panel"]


@pytest.mark.slow
def test_every_layer_that_ships_can_be_looked_at():
    """Each stands beside the standard one; one of each kind, in a trained model."""
    read = results.encode("reverse", "a b c d e f")
    for kind, layers in results.layers_by_kind("").items():
        if layers:
            assert results.attention("reverse", kind, layers[0].name, read).header["maps"]
        for name in (layer.name for layer in layers if not layer.yours):
            if kind in measure.PARTS:
                figure = results.compare_layers("reverse", kind, usual(kind), name, read, "")
                assert figure.header["title"].startswith(f"{usual(kind)} and {name},")


def test_a_picture_of_an_untrained_layer_says_so_and_claims_no_score(visit):
    at = visit("write", "model", name="additive")
    assert "was not trained with attention additive" in text_of(at)
    figure = results.attention("english_french", "attention", "additive", results.encode("english_french", SENTENCE))  # fmt: skip
    assert "%" not in figure.header["run"]["score"]


def test_what_cannot_be_read_gets_a_sentence(visit):
    for typed in ("   ", "dog " * 80):
        at = visit("source", text=typed)
        assert not mistakes(at) and drawn(at)
        assert f"The figure still shows: {SENTENCE}" in " ".join(words_of(at))
    chosen = dict.fromkeys(("kind", "name", "against", "view-compare", "model"), HOSTILE)
    chosen |= {"part": "Compare layers", "text": f"the cat {HOSTILE}"}
    at = opened("your_layer", {f"your_layer-{name}": value for name, value in chosen.items()})
    assert not mistakes(at) and drawn(at)
    assert "<img" not in " ".join(each.value for each in (*at.markdown, *at.html))


@pytest.mark.slow
def test_a_click_copies_the_template_and_runs_nothing(visit, tmp_path, monkeypatch):
    monkeypatch.setattr(variants, "FOLDER", tmp_path)
    for name, problem in (
        ("../mine", "a layer cannot be called"),
        ("alibi", "already"),
        ("print(1)", "a layer cannot be called"),
    ):
        at = visit("write", "lights", new=name)
        at.button(key="your_layer-write").click().run()
        assert problem in " ".join(words_of(at)) and not list(tmp_path.glob("*.py")), name
    at = visit("write", "lights", new="mine_of_a_test")
    at.button(key="your_layer-write").click().run()
    (written,) = tmp_path.glob("*.py")
    assert written.name == "my_mine_of_a_test.py"
    assert '@variant("attention", "mine_of_a_test")' in written.read_text("utf-8")
    assert "my_mine_of_a_test.py was written" in " ".join(words_of(at)) and not mistakes(at)
    text = written.read_text("utf-8")
    written.write_text(f"{text}\n# mine", "utf-8")
    at.button(key="your_layer-undo").click().run()
    assert written.exists() and "was edited after it was written" in " ".join(words_of(at))
    written.write_text(text, "utf-8")
    at.button(key="your_layer-undo").click().run()
    assert not written.exists() and "my_mine_of_a_test.py was deleted" in " ".join(words_of(at))


@pytest.mark.slow
def test_one_visitor_writes_a_few_layers_and_no_more(visit, tmp_path, monkeypatch):
    monkeypatch.setattr(variants, "FOLDER", tmp_path)
    at = visit("write", "lights", written=["one", "two", "three"], new="four")
    at.button(key="your_layer-write").click().run()
    assert "You have written 3 layers: one, two, three. Delete one first." in " ".join(words_of(at))
    assert not list(tmp_path.glob("*.py"))


@pytest.mark.slow
def test_after_an_edit_a_layer_stands_beside_its_last_version(visit, monkeypatch):
    visit("source", name="alibi", text="the cat was too tired")
    monkeypatch.setattr(results, "version", lambda kind, name: "edited")
    at = visit("source", name="alibi", text="the cat was too tired", against=STANDARD)
    assert at.selectbox(key="your_layer-against").value == LAST
    assert drawn(at) and not mistakes(at)


# ---- two stored runs ------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A folder with runs that have hardly begun: two of one task, one of another, one of a text."""
    folder = tmp_path_factory.mktemp("runs")
    tiny = {"d_model": 16, "d_ff": 16, "self_heads": 2, "encoder_layers": 1}
    wanted = [
        ("copy", {"decoder_layers": 1}),
        ("copy", {"decoder_layers": 1, "attention": "alibi"}),
    ]
    wanted += [("addition", {"decoder_layers": 1}), ("walk", {})]
    for task, sizes in wanted:
        list(Run.create(RunConfig(task, Settings(steps=2), tiny | sizes), folder).train())
    return folder


@pytest.mark.slow
def test_any_two_runs_stand_side_by_side(visit, stored, monkeypatch):
    visit("compare")  # where there are runs to choose
    monkeypatch.setattr(storage, "RUNS", stored)

    def look(view: str):
        at = visit("compare", view, kind="runs", first="copy-1", second="copy-2")
        assert not mistakes(at), view
        return at, text_of(at)

    at, text = look("maps")
    assert at.session_state["to save"]["figure"].kind == "two_layers"
    at, text = look("trained")
    assert (
        "attention: standard and alibi" in text and "0 of 500" in text and "no difference" in text
    )
    assert at.session_state["to save"]["figure"].kind == "training_pair"
    assert "× 1.00" in look("cost")[1] and "@@ scale @@" in look("diff")[1]


def test_what_cannot_be_compared_is_said(stored, monkeypatch):
    monkeypatch.setattr(storage, "RUNS", stored)
    copy, alibi, addition, walk = results.runs()[::-1]
    assert results.pair_problem(copy, alibi) == ""
    assert "have different vocabularies" in results.pair_problem(copy, addition)
    assert "to the family encoder_decoder" in results.pair_problem(copy, walk)
    assert results.same_sentences(copy, alibi) and not results.same_sentences(copy, addition)
    assert results.differing_layers(copy, addition) == {}
    assert results.differing_layers(copy, alibi) == {"attention": ("standard", "alibi")}
    travelled = Run(stored / "copy-3")
    shutil.copytree(copy.folder, travelled.folder)
    travelled.write_card(copy.card | {"sizes": copy.card["sizes"] | {"attention": "gone"}})
    assert results.pair_problem(copy, travelled) == words.NO_LAYER
    assert results.scores(travelled, walk) == [None, None]
    assert "not compared: a run has no" in words.scores_table(("a", "b"), (None, None))
    assert "not compared: different held-out" in words.scores_table(
        ("a", "b"), (None, None), same=False
    )


def test_both_maps_are_those_of_the_last_frames(stored, monkeypatch):
    monkeypatch.setattr(storage, "RUNS", stored)
    runs = [Run(stored / name) for name in ("copy-1", "copy-2")]
    reading = results.encode("run-copy-1", "a b c")
    arrays = results.compare_runs(*runs, reading).arrays
    for side, run in zip("ab", runs, strict=True):
        with record(model := run.model_at(2)) as trace, torch.no_grad():
            model.encode(torch.tensor([reading.ids]))
        expected = trace["encoder.layers.0.self_attention.weights"][0][0].numpy()
        np.testing.assert_allclose(arrays[f"0 weights {side}"].values, expected, atol=1e-6)
    both = [arrays[f"0 weights {side}"].values for side in "ab"]
    assert np.abs(both[1] - both[0]).max() > 1e-3
    np.testing.assert_array_equal(arrays["0 weights d"].values, both[1] - both[0])


# ---- trainings ------------------------------------------------------------------------------------
@pytest.fixture
def submitted(monkeypatch):
    """What was handed to the workers, who do nothing here."""
    submitted = []
    monkeypatch.setattr(
        server, "submit", lambda name, visitor: submitted.append(Run(storage.RUNS / name))
    )
    monkeypatch.setattr(server, "progress", lambda name: {"state": "waiting", "queue_position": 1, "error": ""})  # fmt: skip
    return submitted


def test_both_are_trained_alike_and_found_again(visit, submitted, monkeypatch):
    at = visit("compare", "trained", name="alibi", seed="5", task="copy")
    at.button(key="your_layer-train").click().run()
    assert not mistakes(at) and len(submitted) == 2
    for run, name in zip(submitted, (STANDARD, "alibi"), strict=True):
        assert fair.is_run_of(Run(run.folder), "copy", "attention", name, 5)
    assert [run.name for run in results.runs_of("copy", "attention", "alibi", 5)] == [submitted[1].name]  # fmt: skip
    at = visit("compare", "trained", name="alibi", seed="5", task="copy")
    assert at.button(key="your_layer-train").disabled
    at = visit("compare", "trained", name="alibi", seed="many")
    assert "seed is “many”" in " ".join(words_of(at)) and not mistakes(at)


def test_a_layer_is_tried_on_everything_and_the_table_says_how_far(visit, submitted, monkeypatch):
    at = visit("compare", "tasks", name="alibi")
    at.button(key="your_layer-everything").click().run()
    assert not mistakes(at)
    assert [run.card["task"] for run in submitted] == list(fair.TASKS_TO_TRY)
    assert {run.card["sizes"]["attention"] for run in submitted} == {"alibi"}
    assert text_of(visit("compare", "tasks", name="alibi")).count("queued") >= 5
    # Another visitor, or the same one after a reload, finds the same rows; done ones have a score.
    score = fair.Score((True,) * 490 + (False,) * 10, 1)
    monkeypatch.setattr(
        server, "progress", lambda name: {"state": "done", "queue_position": 0, "error": ""}
    )
    monkeypatch.setattr(results, "run_score", lambda run: score)
    again = visit("compare", "tasks", name="alibi")
    table = next(each.value for each in again.html if "490 of 500" in each.value)
    assert table.count("490 of 500") == 5 and "96.4% – 98.9%" in table and "worse (p =" in table
    assert again.button(key="your_layer-everything").disabled
    monkeypatch.setattr(results, "code_of", lambda *names: {"transformer/attention.py": "other"})
    later = visit("compare", "tasks", name="alibi")
    assert "by an earlier version of the code" in text_of(later)
    assert not later.button(key="your_layer-everything").disabled
