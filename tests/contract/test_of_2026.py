"""What somebody saved in November 2026 still opens: a run with a layer of one's own, and links to every lesson."""

from importlib import import_module
from pathlib import Path

import pytest
import torch

from transformer import variants
from transformer.measure.training.checkpoints import moment
from transformer.registry import LAYERS
from transformer.runs import layers
from transformer.runs.archive import unpack
from transformer.training import vocabularies

SAVED = Path(__file__).with_name("of_2026")
LINES = (SAVED / "links.txt").read_text(encoding="utf-8").splitlines()[1:]
LINKS = dict(zip(LINES[1::2], (line.removeprefix("# ") for line in LINES[::2]), strict=True))
# The memory of "b c d e" at the last frame, its first word, as the code of then computed it.
MEMORY = [0.4821949005126953, -0.6371034383773804, 1.2379993200302124, 1.223814606666565]


@pytest.fixture
def run(tmp_path, monkeypatch):
    """The run, where its layer is not yet in place."""
    monkeypatch.setattr(variants, "FOLDER", tmp_path / "variants")
    monkeypatch.setattr(variants, "__path__", [*variants.__path__, str(tmp_path / "variants")])
    (tmp_path / "variants").mkdir()
    yield unpack(SAVED / "run.zip", tmp_path / "runs")
    LAYERS["mask"].pop("near", None)


def test_a_run_is_read_and_drawn_when_its_layer_is_in_place(run, tmp_path):
    assert run.checkpoints() == [0, 1, 2]
    (source,) = layers.sources(run)
    with pytest.raises(layers.NotInPlace, match="my_near.py"):
        layers.present(run)
    (tmp_path / "variants" / source.file).write_text(source.text, encoding="utf-8")
    import_module("transformer.variants.my_near")
    model, task = run.model_at(2), run.task()
    words = vocabularies(task)
    with torch.no_grad():
        memory = model.encode(torch.tensor([words[0].encode(list("bcde"))]))
    torch.testing.assert_close(memory[0, 0, :4], torch.tensor(MEMORY))
    seen = moment(model, task, words, 2, task.held_out[0])
    assert seen.maps["encoder"].shape[:2] == (1, 1) and seen.looks is not None


@pytest.mark.parametrize("link", LINKS)
def test_a_link_shows_what_it_showed(page, app, link):
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(app.url + link)
    page.get_by_text(LINKS[link]).locator("visible=true").first.wait_for()
    assert not errors
