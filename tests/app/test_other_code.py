"""A model that is not the one its card tells of: pages say so, and no longer claim what the card says."""

import re

import pytest

from lessons.host import live
from lessons.models import catalogue
from tests.app.test_app import mistakes
from tests.kit.visit import opened, paragraphs
from transformer.weights import trained

pytestmark = pytest.mark.slow

REMARK = "differs from the code the model was trained with: transformer/attention.py differs"
CLAIM = r"held-out: \d|\d ?% (of held-out|on its card)"
PLACES = {  # of each page that looks into a trained model
    **{"attention": "model", "machine": "model", "heads": "roles", "scores": "", "block": "stream"},
    **{
        "decoding": "tree",
        "embeddings": "map",
        "masks": "paint",
        "positions": "why",
        "ablations": "",
    },
}


def said(at) -> str:
    html = [element.value for element in at.html if "<style>" not in element.value]
    return " ".join([*paragraphs(at), *(t.value for t in at.text), *html])


@pytest.fixture
def other_code(monkeypatch):
    """As if somebody had changed attention after the models were trained."""
    monkeypatch.setattr(live, "_generation", 10**6)  # nothing that was computed before counts
    monkeypatch.setattr(trained, "differing", lambda card, model: ("transformer/attention.py",))


@pytest.mark.filterwarnings("ignore:This figure is drawn with code")
@pytest.mark.parametrize("lesson", PLACES)
def test_other_code_is_said_beside_the_picture(lesson, other_code):
    part = PLACES[lesson]
    at = opened(lesson, **({"part": part} if part else {}))
    assert not mistakes(at)
    assert REMARK in said(at)
    assert not re.search(CLAIM, said(at))
    figure = at.session_state["to save"]["figure"] if lesson == "attention" else None
    assert figure is None or REMARK in figure.header["run"]["score"]


@pytest.mark.parametrize("lesson", ["attention", "ablations"])
def test_with_the_code_that_was_trained_they_claim_what_the_card_says(lesson):
    part = PLACES[lesson]
    assert re.search(CLAIM, said(opened(lesson, **({"part": part} if part else {}))))


@pytest.fixture
def mine(tmp_path, monkeypatch):
    (tmp_path / "my_layer.py").write_text('@variant("attention", "mine")\nclass Mine(\n')
    monkeypatch.setattr(catalogue, "VARIANTS", tmp_path)


def test_a_layer_of_ones_own_is_offered_before_it_was_trained(mine):
    """Even when its file cannot be read: what is wrong is said when it is chosen."""
    found = catalogue.offered()
    assert list(found) == [*catalogue.MODELS, "english_french.attention.mine"]
    title, text = found["english_french.attention.mine"]
    assert (
        title == "attention mine, not trained · English → French"
        and text == found["english_french"][1]
    )


@pytest.mark.parametrize("lesson", ["attention", "block"])
def test_a_variant_that_ships_is_put_in_where_the_address_asks(lesson):
    name = "english_french.attention.alibi"
    title = "attention alibi, not trained · English → French"
    key = "model" if lesson == "attention" else f"{lesson}-model"
    at = opened(lesson, address={key: title})
    assert not mistakes(at)
    assert at.selectbox(key=key).value == name
    assert "not trained with attention alibi: all of its 307,328 parameters" in said(at)
    at.selectbox(key=key).set_value("english_french").run()
    assert "not trained with" not in said(at) and not mistakes(at)


def test_an_address_with_a_variant_that_is_not_there_opens_the_usual_model():
    at = opened("attention", address={"model": "attention nonsense, not trained · Sort"})
    assert not mistakes(at) and at.selectbox(key="model").value == "english_french"
