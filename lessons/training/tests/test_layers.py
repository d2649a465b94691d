"""Other layers on the training page: those that ship, one of one's own, one that cannot be read."""

from lessons.models import catalogue, plan
from lessons.models.catalogue import LAYER_KINDS
from lessons.training import controls
from lessons.training.tests.test_page import done, opened, press, runs, workers  # noqa: F401  fixtures
from tests.app.test_app import mistakes, words_of
from transformer import variants
from transformer.attention import MultiHeadAttention
from transformer.registry import LAYERS


def test_every_variant_of_each_kind_is_offered():
    offered = catalogue.kinds()
    for variant in variants.all_variants():
        assert variant.name in offered[variant.kind]
    assert [offered[kind][0] for kind in ("attention", "position")] == ["standard", "sinusoidal"]
    assert all(len(names) == len(set(names)) for names in offered.values())


def test_a_layer_is_chosen_and_trained(workers, tmp_path):  # noqa: F811
    at = press(opened(attention="alibi", position="none", steps="3"), "training-start")
    assert not mistakes(at)
    card = runs(tmp_path)[0].card
    assert card["sizes"]["attention"] == "alibi" and card["sizes"]["position"] == "none"
    assert "feed_forward" not in card["sizes"], "the usual ones are not named"
    assert "transformer/variants/alibi.py" in card["code"]


def test_what_cannot_be_together_is_said_and_a_layer_that_is_gone_is_not_kept(workers, tmp_path):  # noqa: F811
    at = opened(attention="alibi", position="rotary", norm="of_a_file_that_is_gone")
    assert "rotary positions work only with standard attention" in " ".join(words_of(at))
    assert at.selectbox(key=controls.key("norm")).value == "standard"
    at = press(at, "training-start")
    assert not mistakes(at) and runs(tmp_path) == []


class Deaf(MultiHeadAttention):
    """Hides what its mask says, and never takes the step `attention_mask`."""

    def attend(self, query, key, value, mask=None):
        return (query @ key.mT).masked_fill(~mask, -1e9).softmax(-1) @ value


def test_a_mask_that_would_have_no_effect_is_said_before_anything_is_trained(
    workers,  # noqa: F811
    tmp_path,
    monkeypatch,
):
    monkeypatch.setitem(LAYERS["attention"], "deaf", Deaf)
    offered = {**catalogue.kinds(), "attention": ["standard", "deaf"]}
    monkeypatch.setattr(catalogue, "kinds", lambda: offered)
    at = press(opened(attention="deaf", mask="first_and_near"), "training-start")
    text = " ".join(words_of(at))
    assert "FirstAndNear would have no effect" in text and "test_layers.py:" in text, text
    assert not mistakes(at) and runs(tmp_path) == []


def test_a_broken_file_disables_its_own_layer_only(workers, tmp_path, monkeypatch):  # noqa: F811
    """What is wrong with it stands under the choices, with the place in the file."""

    def find(kind, name):
        if name == "torn":
            raise SyntaxError("'(' was never closed", ("my_torn.py", 3, 1, "class Torn(", 3, 5))

    monkeypatch.setattr(plan, "find", find)
    monkeypatch.setattr(
        catalogue, "kinds", lambda: {kind: ["standard", "torn"] for kind in LAYER_KINDS}
    )
    at = opened(norm="torn")
    assert "Python cannot read my_torn.py:3" in " ".join(words_of(at)) and not mistakes(at)
    at = press(at, "training-start")
    assert runs(tmp_path) == [] and not mistakes(at)


def test_a_film_that_is_drawn_with_other_code_says_so(done):  # noqa: F811
    """As of a run that was trained under an edit, which was mended since."""
    assert "differs from the code the model was trained with" not in " ".join(
        words_of(opened("film", run=done.name))
    )
    today = done.card["code"]
    edited = today | {"transformer/attention.py": "edited"}
    done.write_card(done.card | {"code": edited, "created": done.card["created"] + 1})
    at = opened("film", run=done.name)
    assert "transformer/attention.py differs" in " ".join(words_of(at)) and not mistakes(at)
    done.write_card(done.card | {"code": today, "codes": [[0, edited], [2, today]]})
    assert not mistakes(opened("compare", first=done.name))
    at = opened("film", run=done.name)  # it went on with the code of today
    assert "transformer/attention.py after step 2" in " ".join(words_of(at)) and not mistakes(at)
