"""Cards know the code that was trained: it is today's, or the card's claims are withdrawn."""

import inspect
import itertools
import os
import shutil
import sys

import pytest
import torch

from transformer import weights
from transformer.measure import cards
from transformer.runs import Run, RunConfig
from transformer.runs import trained as from_run
from transformer.runs.archive import pack, unpack
from transformer.training.settings import Settings
from transformer.weights.fingerprint import fingerprints

CLOCK = itertools.count(10**18, 10**9)  # so that no two edits have the same time
SMALL = {"encoder_layers": 1, "decoder_layers": 1, "d_model": 16, "d_ff": 32}


def test_the_code_of_each_card_is_the_code_of_today():
    """If this fails, the machine was changed. Measure again, and the cards are renewed with it:
    python -m transformer.measure.cards. Where nothing that is computed has changed (a new name, a shorter
    way to write it), python -m transformer.measure.cards --fingerprint is enough."""
    differ = {}
    for name in [n for n in weights.names() if not n.startswith("my_")]:
        card = weights.load_card(name)
        family = weights.family_of(card)
        sizes = {n: v for n, v in card["config"].items() if n != "family"}
        with torch.device("meta"):
            today = fingerprints(family.build(family.config(**sizes)))
        if today != card["code"]:
            differ[name] = sorted(f for f in today if card["code"].get(f) != today[f])
    assert not differ, inspect.getdoc(test_the_code_of_each_card_is_the_code_of_today)


EDITS = {  # of a file: an edit, and whether a model computes something else then
    "masks.py": {
        ("key <= query", "key < query"): True,
        ("# (query, key)", "# (any, other)"): False,
        ("def padding(tokens: Tensor, pad: int)", "def padding(tokens, pad)"): False,
        ('"""The padding mask,', '"""A padding mask,'): False,
    },
    "attention.py": {
        ("math.sqrt(d_k)", "d_k"): True,
        ("(softmax(masked, mask))", "( softmax( masked,mask))"): False,
        ("return ScaledDotProduct().attend(", "return 2 * ScaledDotProduct().attend("): False,
    },
    "positions.py": {("base ** (-2 * pair", "base ** (-1 * pair"): True},
    "vocabulary.py": {("PAD, START, END, UNKNOWN = 0, 1", "PAD, START, END, UNKNOWN = 1, 0"): True},
}


@pytest.mark.parametrize("file", EDITS)
def test_a_fingerprint_follows_what_is_computed(file, tmp_path, monkeypatch):
    """Also what a class calls: a function, a constant of another file."""
    model = weights.load("copy").model
    before = fingerprints(model)
    shutil.copytree(
        "transformer", tmp_path / "transformer", ignore=shutil.ignore_patterns("*.safe*")
    )
    monkeypatch.setattr(sys.modules[fingerprints.__module__], "ROOT", tmp_path)
    assert fingerprints(model) == before
    copied = tmp_path / "transformer" / file
    text = copied.read_text(encoding="utf-8")
    for (old, new), matters in EDITS[file].items():
        assert text.count(old) >= 1, old
        copied.write_text(text.replace(old, new), encoding="utf-8")
        os.utime(copied, ns=(next(CLOCK), next(CLOCK)))
        differs = [f for f, h in fingerprints(model).items() if before.get(f) != h]
        assert differs == ([f"transformer/{file}"] if matters else []), old


def test_other_code_withdraws_the_claims_and_measuring_again_gives_them_back(tmp_path):
    for end in ("json", "safetensors"):
        shutil.copy(f"transformer/weights/reverse.{end}", tmp_path)
    card = weights.load_card("reverse", tmp_path)
    stale = card["code"] | {"transformer/masks.py": "0" * 16}
    weights.save_card("reverse", card | {"code": stale}, tmp_path)
    with pytest.warns(UserWarning, match="transformer/masks.py differs"):
        trained = weights.load("reverse", tmp_path)
    assert not trained.same_code and trained.card["held_out"] == {}
    assert trained.remark.startswith("This figure is drawn with code that differs from the code")
    with pytest.raises(weights.WeightsError, match=r"This model has no alignment\. This"):
        trained.card["held_out"]["alignment"]
    with pytest.warns(UserWarning):
        assert cards.fingerprinted("reverse", tmp_path)
    assert weights.load_card("reverse", tmp_path) == card, "nothing else on the card has changed"
    weights.save_card("reverse", {n: v for n, v in card.items() if n != "code"}, tmp_path)
    assert weights.load("reverse", tmp_path).same_code, (
        "a card from before says nothing of its code"
    )


def test_a_run_keeps_the_code_that_it_was_trained_with(tmp_path):
    settings = Settings(steps=2, batch=4)
    run = Run.create(RunConfig("copy", settings, SMALL | {"attention": "sink"}), tmp_path)
    for _ in run.train():
        pass
    assert from_run.load(run, 2).same_code
    code = run.card["code"]
    assert "transformer/variants/sink.py" in code
    run.write_card(run.card | {"code": code | {"transformer/variants/sink.py": "edited then"}})
    with pytest.warns(UserWarning):
        found = from_run.load(run, 2)
    assert "transformer/variants/sink.py differs" in found.remark and found.card["held_out"] == {}


def trained_on(run, until, monkeypatch, edit=None):
    """Train a run up to that step; `edit`: one file of the code is another one then."""

    def of_code(model):
        return fingerprints(model) | ({edit[0]: edit[1]} if edit else {})

    with monkeypatch.context() as code:
        code.setattr("transformer.runs.run.fingerprints", of_code)
        for event in run.train():
            if event["step"] == until:
                break  # as if the process had been killed


def test_a_run_that_goes_on_with_other_code_remembers_both_and_claims_nothing(
    tmp_path, monkeypatch
):
    masks, sink = "transformer/masks.py", "transformer/variants/sink.py"
    config = RunConfig("copy", Settings(steps=4, batch=4), SMALL | {"attention": "sink"})
    run = Run.create(config, tmp_path)
    trained_on(run, 1, monkeypatch, (masks, "first"))
    trained_on(run, 3, monkeypatch, (masks, "first"))  # killed, and the code stayed as it was
    assert "codes" not in run.card and run.card["code"][masks] == "first"
    trained_on(run, 4, monkeypatch, (sink, "second"))
    *_, last = run.events()
    trained_on(run, 4, monkeypatch)  # complete: nothing more is trained, so no code is added
    assert last["step"] == 4 and [step for step, _ in run.card["codes"]] == [0, 3]
    assert run.card["code"][sink] == "second" != run.card["codes"][0][1][sink]
    said = {}
    for step in (2, 4):
        with pytest.warns(UserWarning):
            found = from_run.load(run, step)
        said[step] = found.remark
        assert found.card["held_out"] == {} and not found.same_code
    assert f"the model was trained with: {masks} differs" in said[2] and "after" not in said[2]
    assert (
        f"was changed while {run.name} was being trained: {masks} and {sink} after step 3"
        in said[4]
    )
    # Back to the code of the last part: the picture is drawn with it, and still it did not train it all.
    today, earlier = fingerprints(run.model_at(4)), run.card["codes"][0]
    run.write_card(run.card | {"code": today, "codes": [earlier, [3, today]]})
    with pytest.warns(UserWarning):
        found = from_run.load(run, 4)
    assert found.remark.startswith("The code was changed") and found.differs == (masks,)
    branched = run.branch(3, Settings(steps=5, batch=4))
    assert "codes" not in branched.card and branched.card["code"] == earlier[1], "that trained it"
    packed = tmp_path / "run.zip"
    pack(run, packed)
    assert unpack(packed, tmp_path / "elsewhere").card["codes"] == run.card["codes"]
