"""Which models the pages offer: those whose family they can show, whoever wrote the family."""

import pytest

from lessons.attention import results
from lessons.models import catalogue, saved
from tests.app.test_app import markup, mistakes, opened
from transformer import weights
from transformer.training.command import make
from transformer.training.recipes import Recipe
from transformer.training.settings import Settings

QUICK = Settings(steps=20, batch=16, learning_rate=1e-2)
RECIPES = {
    "my_gru": Recipe("copy", QUICK, {"hidden": 16}, family="gru"),
    "my_labeller": Recipe("repeats", QUICK, {"d_model": 16, "d_ff": 32}, family="labeller"),
    "my_language_model": Recipe("language_model", QUICK, {"d_model": 16, "decoder_layers": 1}),
}


@pytest.fixture
def folder(foreign_families, tmp_path, monkeypatch):
    """Weights of one's own of three families beside those that ship."""
    for name, recipe in RECIPES.items():
        make(name, recipe, tmp_path, ["--family", name])
    monkeypatch.setattr(catalogue, "WEIGHTS", tmp_path)
    where = dict.fromkeys(RECIPES, tmp_path)  # those that ship are kept by the app: they stay
    monkeypatch.setattr(saved, "load", lambda n: weights.load(n, where.get(n, weights.FOLDER)))
    return tmp_path


def test_a_page_offers_the_models_that_it_can_show(folder):
    assert list(catalogue.offered()) == [*catalogue.MODELS, "my_gru"], (
        "it looks back at what it read"
    )
    assert list(catalogue.offered(catalogue.has_tables)) == list(catalogue.MODELS)


def test_a_family_of_ones_own_is_shown(folder):
    reading = results.encode("my_gru", "a b c d")
    figure = results.figure("my_gru", reading)
    assert [drawn_map["title"] for drawn_map in figure.header["maps"]] == ["Alignment"]
    facts = results.facts("my_gru", reading)
    assert facts.it is None and len(facts.words) == len(figure.header["maps"][0]["rows"]) - 1
    at = opened()
    at.selectbox(key="model").select("my_gru").run()
    at.run()
    assert not mistakes(at) and "family gru" in markup(at)
    assert at.session_state["to save"]["figure"].header["run"]["model"] == "my_gru"
