"""A run whose layer is not in place, on the training page: its curve, its source, and what to do."""

import io
import zipfile

import pytest
import torch
from playwright.sync_api import expect
from safetensors.torch import load_file

from lessons.figures.training_pair.words import LACKS
from lessons.host import storage
from lessons.models import recordings
from tests.app.test_app import codes, mistakes
from tests.kit.small import TINY
from tests.kit.visit import opened
from tests.transformer.test_run_layers import SOURCE, here, parts  # noqa: F401  fixtures
from transformer import vocabulary
from transformer.runs import Run, RunConfig
from transformer.runs.archive import unpack
from transformer.training.settings import Settings

SPECIALS = len(vocabulary.SPECIALS)


@pytest.fixture
def run(parts, tmp_path, monkeypatch):  # noqa: F811
    with zipfile.ZipFile(file := io.BytesIO(), "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    monkeypatch.setattr(storage, "RUNS", tmp_path / "runs")
    return unpack(file, tmp_path / "runs")


def test_it_says_which_file_is_missing_and_shows_its_source(run):
    at = opened("training", {"training-part": "film", "training-run": run.name})
    assert not mistakes(at)
    (said,) = [found.value for found in at.text if "is missing here" in found.value]
    assert f"{run.name}/layers/my_travels.py to transformer/variants/my_travels.py" in said
    assert any("my_travels.py" in box.label for box in at.expander)
    shown = codes(at)
    assert SOURCE.strip() in [code.strip() for code in shown]
    assert any(code.strip().endswith(" transformer/variants/my_travels.py") for code in shown)
    figure = at.session_state["to save"]["figure"]
    assert figure.kind == "training_film" and figure.header["heads"] == []
    learned = [run.checkpoint_file(step) for step in run.checkpoints()]
    tables = [load_file(file)["model.source_embedding.table.weight"][SPECIALS:] for file in learned]
    moved = torch.stack(tables).flatten(0, 1) - torch.stack(tables).flatten(0, 1).mean(0)
    points = torch.from_numpy(figure.arrays["points"].values)  # (frame, word, axis)
    assert points.shape[:2] == (len(learned), len(tables[0]))
    assert 0 < points.square().sum() <= moved.square().sum() * 1.01


def test_its_film_moves_its_embeddings_and_says_what_is_missing(run, show):
    shown = show(recordings.recording(run))
    assert "no map or output" in shown.text(".film-map ~ .caption")
    before = shown.page.locator(".film-points circle").first.get_attribute("cx")
    shown.page.keyboard.press("ArrowLeft")
    shown.page.keyboard.press("h")
    assert shown.page.locator(".film-points circle").first.get_attribute("cx") != before
    expect(shown.page.locator(".film-lines")).not_to_be_visible()
    recordings.recording(run).save(run.folder / "film.svg")


def test_beside_another_run_its_curve_is_drawn_and_its_film_is_not(run):
    other = Run.create(RunConfig("copy", Settings(steps=2), TINY), run.folder.parent)
    list(other.train())
    figure = recordings.run_pair(run, other)
    told = [(one["lacks"], len(one["frames"])) for one in figure.header["runs"]]
    assert told == [(LACKS["layer"], 0), (LACKS["frame"], 3)]
    assert {head["runs"][0] for head in figure.header["heads"]} == {"b"}
    assert len(figure.arrays["loss a"].values) == 2
