"""Training without a part on the ablations page: from the button to the third column."""

import json
import shutil
from dataclasses import asdict, replace
from itertools import product

import numpy as np
import pytest
from safetensors.torch import save_file
from streamlit.testing.v1 import AppTest

from lessons.ablations import MODELS, ORDER, results, words
from lessons.ablations.measure.ablations import measure
from lessons.ablations.measure.comparison import changed_outputs
from lessons.ablations.tests.test_page import columns, shown
from lessons.host import faults, server, storage
from tests.app.test_app import mistakes
from tests.kit import visit
from tests.kit.workers import Waiting, hired
from transformer import variants
from transformer.attention import MultiHeadAttention
from transformer.measure.statistics import interval
from transformer.registry import LAYERS
from transformer.runs import Run, RunConfig
from transformer.training import build
from transformer.training.recipes import RECIPES
from transformer.weights import load

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def workers(monkeypatch, tmp_path):
    """Return a folder of runs of this test, and nobody who trains them."""
    return hired(Waiting(), monkeypatch, tmp_path)


def finish(run: Run, model, state="done", **card) -> Run:
    """As if the run had trained to its end, and become this model."""
    steps = run.card["settings"]["steps"]
    names = {f"model.{name}": value for name, value in model.state_dict().items()}
    save_file(names, run.checkpoint_file(steps))
    run.write_card({**run.card, "state": state, **card})
    return run


def made(name: str, part: str, seed: int = 7, like: str = "") -> Run:
    """Return a finished run of that recipe; its weights are those that ship under the name `like`."""
    run = Run.create(results.run_config(name, part, seed), storage.RUNS)
    return finish(run, load(like or results.recipe_name(name, part)).model)


def opened(**state) -> AppTest:
    return visit.opened("ablations", **{"show": True, **state})


def third(at: AppTest) -> str:
    return columns(shown(at))[2]


def said(at: AppTest) -> str:
    return " ".join(str(e.value) for kind in (at.markdown, at.text, at.caption) for e in kind)


# ---- what is trained ----------------------------------------------------------------------------
def test_what_is_trained_is_the_recipe_with_another_seed():
    for name, part in product(MODELS, ORDER):
        recipe = RECIPES[results.recipe_name(name, part)]
        config = results.run_config(name, part, 5)
        assert (config.task, config.sizes) == (recipe.task, recipe.sizes), (name, part)
        assert config.settings == replace(recipe.settings, seed=5), (name, part)
        assert RunConfig.read(json.loads(json.dumps(asdict(config)))) == config, (
            "a card keeps all of it"
        )


def test_only_whole_trainings_of_this_recipe_count():
    run = made("reverse", "residual")
    assert results.is_training_of(run, "reverse", "residual")
    assert [retraining.name for retraining in results.retrainings("reverse", "residual")] == [
        run.name
    ]
    assert not results.is_training_of(run, "reverse", "norm")
    assert not results.is_training_of(run, "english_french", "residual")
    card = run.card
    for change in (
        {"state": "cancelled"},
        {"parent": {"run": "reverse-1", "step": 20}},
        {"settings": {**card["settings"], "steps": 100}},
        {"sizes": {**card["sizes"], "d_model": 32}},
        {"settings": None},
    ):
        run.write_card({**card, **change})
        assert results.retrainings("reverse", "residual") == [], change
    run.write_card({**card, "settings": {**card["settings"], "seed": 99}})
    assert results.retrainings("reverse", "residual") != []
    shutil.rmtree(run.folder)
    assert not results.is_training_of(run, "reverse", "residual")


def test_the_seed_that_is_offered_is_a_new_one():
    assert results.free_seed("reverse", "head") == 1
    assert results.free_seed("reverse", "nothing") == 2, "what ships has 1"
    made("reverse", "head", seed=4)
    assert results.free_seed("reverse", "head") == 5


# ---- what is shown ------------------------------------------------------------------------------
def test_a_training_of_ones_own_becomes_the_third_column():
    """Its numbers, maps and outputs are measured with the model of the run's last frame."""
    run = made("reverse", "feed_forward", like="reverse_without_feed_forward")
    model = load("reverse_without_feed_forward").model
    model.target_embedding.table.weight.data[5] *= 0.2  # not just what ships
    finish(run, model)
    at = opened(part="feed_forward", training=run.name)
    column, batch = third(at), results.batch("reverse")
    expected, whole = measure(model, batch), measure(load("reverse").model, batch)
    assert (
        0
        < sum(expected.right)
        < sum(measure(load("reverse_without_feed_forward").model, batch).right)
    )
    assert f"{sum(expected.right):,} of 1,000 correct" in column
    assert "trained here, seed 7" in column
    assert f"{len(changed_outputs(whole, expected)):,} of 1,000 outputs changed." in column
    share = sum(expected.right) / 1000
    first = min(
        {
            *changed_outputs(whole, expected),
            *changed_outputs(whole, results.measured("reverse", "feed_forward", 0)["off"]),
        }
    )
    letters = len(results.trained("reverse").task.held_out[first].source)
    drawn = shown(at).arrays["without.0.0"].values
    assert np.allclose(drawn, list(expected.maps.values())[0][first, :letters, :letters])
    low, high = interval(sum(expected.right), 1000)
    text = f"Trained here just now, seed 7: **{share:.1%}** right, 95% interval {low:.1%} to {high:.1%}"
    assert text in said(at) and "Ships with the project, seed 0: **98.5%**" in said(at)
    assert "Only the seed differs" in said(at)
    assert f"`{run.name}` · trained here" in said(at)
    assert not mistakes(at)


def test_what_ships_and_what_was_trained_can_be_chosen():
    run = made("reverse", "norm")
    at = opened(part="norm")
    box = at.selectbox(key="ablations-training")
    assert box.options == ["ships with the project, seed 0", "trained here just now, seed 7"]
    assert "ships with the project, seed 0" in third(at)
    at = box.select(run.name).run()
    at = at.run()
    assert "trained here, seed 7" in third(at)
    at = at.segmented_control(key="ablations-part").set_value("mask").run()
    assert "ships with the project, seed 0" in third(at) and not mistakes(at)


def test_questions_are_about_the_training_that_is_shown():
    run = made("reverse", "head", like="reverse")  # the whole model's weights, with a head less
    shipped = results.predict("reverse", "head", 0)["without"]
    here = results.predict("reverse", "head", 0, run.name)
    assert shipped.right == "same" and here["without"].right == here["off"].right == "broken"
    right = sum(results.measured("reverse", "head", 0, run.name)["without"].right)
    assert f"this model gets {right / 1000:.1%}" in here["without"].replies["broken"]


def test_a_run_that_is_deleted_gives_way_to_what_ships():
    run = made("reverse", "norm")
    at = opened(part="norm", training=run.name)
    assert "trained here, seed 7" in third(at)
    shutil.rmtree(run.folder)
    at = at.run()
    assert "ships with the project, seed 0" in third(at) and not mistakes(at)


def curves(at: AppTest) -> bool:
    """Return whether the curves of a training are on the page."""
    return any(e.key == "ablations-curve" for e in at.get("bidi_component"))


# ---- the button ---------------------------------------------------------------------------------
def test_predict_first():
    at = opened(part="norm", show=False)
    assert at.button(key="ablations-train").disabled
    assert words.PREDICT_FIRST in said(at)
    assert not opened(part="norm").button(key="ablations-train").disabled


def test_press_progress_and_the_end(workers):
    at = opened(part="head")
    at = at.text_input(key="ablations-seed-reverse-head").set_value("12").run()
    at = at.button(key="ablations-train").click().run()
    (run,) = [Run(path.parent) for path in storage.RUNS.glob("*/card.json")]
    assert run.name == "reverse_without_head-1"
    assert RunConfig.read(run.card) == results.run_config("reverse", "head", 12)
    assert at.session_state["training-run"] == run.name, "the training page shows it too"
    assert "queued" in " ".join(e.proto.body for e in at.get("html"))
    assert curves(at), "while it trains"
    assert at.button(key="ablations-train").disabled, "one at a time"
    at = at.button(key="ablations-cancel").click().run()
    assert workers.cancelled == [run.name]
    finish(run, load("reverse_without_head").model)
    server._training.clear()
    at = at.run()
    assert "trained here, seed 12" in third(at)
    assert "ablations-cancel" not in [b.key for b in at.button]
    assert at.text_input(key="ablations-seed-reverse-head").value == "13"
    assert not curves(at) and not mistakes(at)


def test_a_failure_is_a_sentence_and_can_be_put_away():
    at = opened(part="scaling")
    at = at.button(key="ablations-train").click().run()
    run = Run(storage.RUNS / "reverse_without_scaling-1")
    run.write_card({**run.card, "state": "failed", "error": "the loss is nan at step 3"})
    server._training.clear()
    at = at.run()
    assert "The loss is nan at step 3." in said(at)
    assert "ships with the project, seed 0" in third(at)
    at = at.button(key="ablations-close").click().run()
    assert "nan" not in said(at) and not mistakes(at)


@pytest.mark.parametrize(
    ("seed", "sentence"),
    [
        ("x", "seed is “x”; it must be a number"),
        ("-1", "seed is -1; it must be 0 or more"),
        ("1.5", "seed is 1.5; it must be a whole number"),
        ("9e99", "it must be at most"),
    ],
)
def test_a_seed_that_is_none_is_explained(seed, sentence):
    at = opened(part="norm")
    at = at.text_input(key="ablations-seed-reverse-norm").set_value(seed).run()
    at = at.button(key="ablations-train").click().run()
    assert sentence in said(at)
    assert not list(storage.RUNS.glob("[!.]*"))


def test_nobody_trains_everything_at_once():
    at = opened(part="norm")
    for part in ("norm", "head", "residual"):
        at = at.segmented_control(key="ablations-part").set_value(part).run()
        at = at.button(key="ablations-train").click().run()
    assert "have not finished yet" in said(at)
    assert len(list(storage.RUNS.glob("[!.]*"))) == 2


# ---- a layer of one's own -----------------------------------------------------------------------
@pytest.fixture
def additive(monkeypatch):
    """Return the template's layer, as if a student had copied it."""
    import transformer.variants.additive  # noqa: F401  registers it

    monkeypatch.setattr(results, "own_layers", lambda own: ["attention=additive"])
    return "attention=additive"


def test_a_layer_of_ones_own_is_trained_and_compared(additive):
    at = opened(part=additive)
    assert "your attention “additive”" in at.segmented_control(key="ablations-part").options
    _, off, with_it = columns(shown(at))
    assert "nothing to switch off" in off and "has not been trained" in with_it
    assert "With your layer" in with_it and words.OWN in said(at)
    at = at.button(key="ablations-train").click().run()
    run = Run(storage.RUNS / "reverse_with_attention_additive-1")
    config = RunConfig.read(run.card)
    assert config.sizes == RECIPES["reverse"].sizes | {"attention": "additive"}
    assert config.settings == replace(RECIPES["reverse"].settings, seed=1)
    model = build(results.trained("reverse").task, 1, **config.sizes)
    finish(run, model.eval())
    server._training.clear()
    at = at.run()
    batch = results.batch("reverse")
    assert f"{sum(measure(model, batch).right):,} of 1,000 correct" in third(at)
    assert "trained here, seed 1" in third(at)
    assert shown(at).header["title"] == "Reverse with your attention “additive”"
    assert not mistakes(at)


def test_a_broken_layer_of_ones_own_leaves_the_rest_alone(monkeypatch):
    torn = SyntaxError("'(' was never closed", ("my_layer.py", 3, 1, "x = (", 3, 5))
    monkeypatch.setattr(results, "broken_layers", lambda: {"my_layer.py": faults.explain(torn)})
    at = opened(part="norm")
    assert "Python cannot read my_layer.py:3: '(' was never closed." in [t.value for t in at.text]
    assert "ships with the project, seed 0" in third(at)


def test_own_layers_are_those_of_files_called_my(tmp_path, monkeypatch):
    code = (
        "from transformer.attention import MultiHeadAttention\n"
        "from transformer.variants import variant\n\n"
        '@variant("attention", "{}")\nclass Mine(MultiHeadAttention):\n    pass\n'
    )
    files = {
        "my_a_torn": "x = (\n",
        "my_b_mistyped": code.format("b").replace('"attention"', '"atention"'),
        "my_c_taken": code.format("standard"),
        "my_layer_of_a_test": code.format("of_this_test"),
    }
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.setattr(variants, "__path__", [*variants.__path__, str(tmp_path)])
    monkeypatch.setattr(variants, "_my_files", lambda: [*files])
    monkeypatch.setitem(LAYERS, "attention", dict(LAYERS["attention"]))
    assert variants.mine() == [("attention", "of_this_test")]
    assert results.own_layers.__wrapped__("") == ["attention=of_this_test"]
    torn, mistyped, taken = (str(error) for error in variants.broken().values())
    assert "'(' was never closed" in torn and "'atention' is not a kind of layer" in mistyped
    assert "'standard' already exists in transformer.attention" in taken
    assert LAYERS["attention"]["standard"] is MultiHeadAttention
