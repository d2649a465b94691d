"""Two families that the project knows nothing of go through all of it: `families/gru.py`, `labels.py`.

They are written against the public contract alone. Where one of them needs a line elsewhere, the
contract is not finished.
"""

import signal
import subprocess
import sys
from dataclasses import replace

import pytest
import torch

from lessons.figures.attention_map import attention_map
from tests.kit.paths import ROOT
from transformer import weights
from transformer.decoding import greedy
from transformer.objectives.batch import Batch
from transformer.probe import record
from transformer.runs import Run, RunConfig, trained
from transformer.tasks import TASKS
from transformer.training import build, vocabularies
from transformer.training.command import make
from transformer.training.recipes import Recipe
from transformer.training.settings import Settings
from transformer.vocabulary import START

pytestmark = pytest.mark.usefixtures("foreign_families")
QUICK = Settings(steps=60, batch=32, learning_rate=1e-2)
RECIPES = {
    "gru": Recipe("copy", QUICK, {"hidden": 16}, family="gru"),
    "labeller": Recipe("repeats", QUICK, {"d_model": 16, "d_ff": 32}, family="labeller"),
    "facts": Recipe("whereabouts", QUICK, {"d_model": 16}),
    "two_rows": Recipe("two_rows", QUICK, {"d_model": 16, "d_ff": 32}),
}
TRAIN = (
    "import sys; from tests.contract.families import facts, gru, labels, two_rows; from transformer.runs import Run\n"
    "import time; import torch; torch.set_num_threads(1)\n"
    "for event in Run(sys.argv[1]).train():\n"
    "    if event['step'] == 6: print('killed here', flush=True); time.sleep(900)"
)


@pytest.mark.parametrize("name", RECIPES)
def test_it_trains_from_a_recipe_and_is_saved_loaded_and_scored(name, tmp_path):
    recipe = RECIPES[name]
    card = make(name, recipe, tmp_path, ["--family", name])
    found = weights.load(name, tmp_path)
    assert found.family.name == card["family"] == name and "left_out" not in card["held_out"]
    batch = found.family.objective.batch(found.task.held_out, vocabularies(found.task))
    again = found.family.objective.scores(found.model, batch)
    assert again.items() <= card["held_out"].items()
    fresh = build(found.task, 0, recipe.family, **recipe.sizes)
    before = found.family.objective.loss(fresh, batch, QUICK, None)[0]
    after = found.family.objective.loss(found.model, batch, QUICK, None)[0]
    assert after < 0.9 * before, "it has learned something"


@pytest.mark.slow
@pytest.mark.parametrize("name", RECIPES)
def test_a_killed_run_goes_on_with_the_losses_it_would_have_had(name, tmp_path):
    recipe = RECIPES[name]
    settings = replace(recipe.settings, steps=12)
    config = RunConfig(recipe.task, settings, recipe.sizes, family=recipe.family)
    whole, run = Run.create(config, tmp_path, "whole"), Run.create(config, tmp_path, "killed")
    list(whole.train())
    process = subprocess.Popen(
        [sys.executable, "-c", TRAIN, run.folder], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "killed here\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert run.state() == "stopped"
    list(run.train())
    assert [e["loss"] for e in run.events()] == [e["loss"] for e in whole.events()]
    score = trained.load(run, run.checkpoints()[-1]).card["held_out"]
    objective = run.model_at(0), run.events()[-1]
    assert score[next(iter(score))] == objective[1][next(iter(score))]


def test_the_recurrent_one_is_decoded():
    """As every prefix anew would give it; with a prompt of its own length for each sentence."""
    task = TASKS["copy"]()
    model = build(task, 1, "gru", hidden=16).eval()
    source = Batch.from_examples(task.held_out[:3], *vocabularies(task)).source
    prompt = torch.tensor([[5, 6, 7], [5, 0, 0], [8, 9, 0]])
    together = greedy(model, source, 6, prompt)
    for row, given in enumerate((3, 1, 2)):
        one = slice(row, row + 1)
        alone = greedy(model, source[one], 6, prompt[one, :given])[0]
        padded = together[row, : len(alone)]
        assert torch.equal(padded, alone) and not together[row, len(alone) :].any()
        line = torch.cat((torch.tensor([[1]]), prompt[one, :given]), dim=1)
        for token in alone:
            logits = model(source[one], line)[:, -1]
            logits[:, [0, 1]] = -torch.inf
            assert logits.argmax() == token
            line = torch.cat((line, token.view(1, 1)), dim=1)


def test_what_writes_nothing_says_so():
    model = build(TASKS["repeats"](), 0, "labeller")
    with pytest.raises(TypeError, match="Labeller cannot be decoded: add a method"):
        greedy(model, torch.tensor([[4, 5]]))


def test_its_alignment_is_drawn_by_the_attention_map(tmp_path, page):
    """In a browser, as saved: every weight of the recorded pass, and nothing that the layer hides."""
    make("gru", replace(RECIPES["gru"], settings=replace(QUICK, steps=3)), tmp_path, [])
    found = weights.load("gru", tmp_path)
    figure = attention_map(found, "a b c d")
    (drawn,) = figure.header["maps"]
    assert drawn["title"] == "Alignment" and [row["full"] for row in drawn["columns"]] == list(
        "abcd"
    )
    words = (found.source_vocabulary, found.target_vocabulary)
    source = torch.tensor([words[0].encode(list("abcd"))])
    target = torch.tensor([words[1].encode(row["full"] for row in drawn["rows"])])
    target[0, 0] = START
    with torch.no_grad(), record(found.model) as trace:
        found.model(source, target)
    seen = torch.stack([step[0] for step in trace["attention.weights"]])  # (target, source)
    shown = figure.arrays["attention.weights"].values[0]
    assert torch.equal(torch.from_numpy(shown), seen)
    with pytest.raises(ValueError, match="attention shows only its weights"):
        figure.recompute(map="alignment", layer=1, head=1, step=1, row=1, column=1)
    assert figure.save(tmp_path / "map.png").stat().st_size > 5000
    mistakes = []
    page.on("pageerror", lambda error: mistakes.append(str(error)))
    page.goto(figure.save(tmp_path / "map.html").as_uri())
    page.wait_for_function(
        "document.querySelector('[data-glassbox]').shadowRoot.textContent.length"
    )
    text = page.evaluate("document.querySelector('[data-glassbox]').shadowRoot.textContent")
    assert "softmax" in text and "Q Kᵀ" not in text and "attention.weights" in text
    page.locator(".gb").first.focus()
    for key in ("ArrowRight", "ArrowLeft", " ", "h", "l"):
        page.keyboard.press(key)
    assert not mistakes
