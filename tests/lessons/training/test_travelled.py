"""A run whose layer is not in place, on the training page: its curve, its source, and what to do."""

import io
import zipfile

import pytest

from lessons.host import server
from tests.app.test_app import codes, mistakes
from tests.kit.visit import opened
from tests.transformer.test_run_layers import SOURCE, here, parts  # noqa: F401  fixtures
from transformer.runs.archive import unpack


@pytest.fixture
def run(parts, tmp_path, monkeypatch):  # noqa: F811
    with zipfile.ZipFile(file := io.BytesIO(), "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    monkeypatch.setattr(server, "RUNS", tmp_path / "runs")
    return unpack(file, tmp_path / "runs")


def test_it_says_which_file_is_missing_and_shows_its_source(run):
    at = opened("training", {"training-part": "film", "training-run": run.name})
    assert not mistakes(at)
    (said,) = [found.value for found in at.text if "is not in place" in found.value]
    assert f"{run.name}/layers/my_travels.py to transformer/variants/my_travels.py" in said
    assert any("my_travels.py" in box.label for box in at.expander)
    shown = codes(at)
    assert SOURCE.strip() in [code.strip() for code in shown]
    assert any(code.strip().endswith(" transformer/variants/my_travels.py") for code in shown)
    assert at.get("bidi_component"), "its curve"
