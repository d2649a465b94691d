"""Layers in the place of the standard ones: how they are found, written, put in and trained."""

import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import torch

from transformer import variants, weights
from transformer.config import TransformerConfig
from transformer.decoding import Cache, greedy
from transformer.families import same_start
from transformer.model import Transformer
from transformer.registry import LAYERS
from transformer.tasks import TASKS
from transformer.training import train
from transformer.training.command import main as train_command
from transformer.training.settings import Settings
from transformer.variants.__main__ import listed, main

# Of those that an ablation needs; a word may see the ones after it, so a cache cannot know enough.
SEE_AHEAD = {"unmasked"}
SHIPPED = [(v.kind, v.name) for v in variants.all_variants() if not v.yours]
SMALL = {"encoder_layers": 1, "decoder_layers": 1, "d_model": 16, "d_ff": 32, "cross_heads": 2}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder for layers of one's own; they are forgotten afterwards."""
    monkeypatch.setattr(variants, "FOLDER", tmp_path)
    monkeypatch.setattr(variants, "__path__", [*variants.__path__, str(tmp_path)])
    known = {kind: dict(layers) for kind, layers in LAYERS.items()}
    yield tmp_path
    for kind, layers in known.items():
        LAYERS[kind].clear()
        LAYERS[kind].update(layers)
    for name in [n for n in sys.modules if n.startswith("transformer.variants.my_")]:
        del sys.modules[name]


# ---- found and written ---------------------------------------------------------------------------
def test_each_is_listed_with_its_place_and_what_it_does():
    found = {str(v): v for v in variants.all_variants()}
    rotary = found["attention=rotary"]
    assert rotary.file == "transformer/variants/rotary.py" and rotary.source == "Su et al. 2021"
    assert "class RotaryAttention" in variants.source("attention", "rotary")
    ships = [v for v in found.values() if v.file.startswith("transformer/")]  # tests have more
    for known in ships:
        line = Path(known.file).read_text(encoding="utf-8").splitlines()[known.line - 1]
        assert line.startswith(("@variant", "class")), f"{known}: {line}"
        assert known.says, f"{known} has no docstring"
        assert not known.yours


@pytest.mark.parametrize("kind", LAYERS)
def test_a_template_is_copied_trains_and_writes(kind, folder):
    """One command, and a layer of one's own stands beside the others."""
    before = variants.all_variants()
    main(["new", kind, "mine"])
    assert [(v.kind, v.name) for v in variants.all_variants() if v not in before] == [
        (kind, "mine")
    ]
    assert variants.mine() == [(kind, "mine")] and not variants.broken()
    assert any(line.startswith(f"{kind}=mine") and "(yours)" in line for line in listed())
    own = [n for n in variants.source(kind, "mine").splitlines() if n.strip()]
    assert len(own) <= 8, "a template is short"
    falls(kind, "mine", steps=25, to=0.93)


def test_what_cannot_be_written_is_said(folder, capsys):
    variants.write("norm", "mine")
    for kind, name, words in (
        ("norm", "Mine", "cannot be called 'Mine'"),
        ("norm", "../x", "cannot be called"),
        ("norm", "rms", "already"),
        ("norm", "mine", "already"),
        ("attention", "mine", "my_mine.py already exists"),
        ("sublayer", "mine", "kind of layer 'sublayer' does not exist"),
    ):
        with pytest.raises(ValueError, match=words):
            variants.write(kind, name)
    with pytest.raises(SystemExit, match=r"variants: .*already"):
        main(["new", "norm", "mine"])


def test_a_file_that_exits_is_broken_and_the_others_are_there(folder):
    (folder / "my_exit.py").write_text("raise SystemExit(3)\n")
    variants.write("norm", "mine")
    assert variants.mine() == [("norm", "mine")]
    assert isinstance(variants.broken()["my_exit.py"], SystemExit)


STEP = "return x.relu().square()  # (batch, position, d_ff)"
WRONG = {  # an edit of the template → what the trainer says
    (STEP, "return math.sqrt(x)"): r"my_mine.py:14: NameError: name 'math' is not defined",
    (STEP, "return x +"): r"Python cannot read \S*my_mine.py:14: invalid syntax",
    (STEP, "x.relu()"): r"TypeError: .*NoneType.*\nTo see .*contracts feed_forward mine$",
    (
        "class Mine(FeedForward):",
        "def mine(FeedForward):",
    ): r"“mine”, which is not a class.*Write a class: `python -m transformer.variants new feed_forward NAME`",
    ('"feed_forward", "mine"', '"ffn", "mine"'): r"my_mine.py:9: 'ffn' is not a kind of layer",
}


@pytest.mark.parametrize("edit", WRONG)
def test_the_trainer_says_of_a_layer_of_ones_own_what_is_wrong_with_it(edit, folder, monkeypatch):
    file = variants.write("feed_forward", "mine")
    text = file.read_text(encoding="utf-8")
    assert edit[0] in text
    file.write_text(text.replace(*edit), encoding="utf-8")
    (folder / "variants").symlink_to(folder)  # `find` looks beside the registry
    monkeypatch.setattr("transformer.registry.__file__", str(folder / "registry.py"))
    words = ["copy", "--steps", "1", "--set", "feed_forward=mine", "--set", "d_model=16"]
    with pytest.raises(SystemExit, match=f"(?s)^training: .*{WRONG[edit]}"):
        train_command([*words, "--out", str(folder / "out")])


# ---- what must hold for each of them -------------------------------------------------------------
def built(kind: str, name: str, **changes) -> Transformer:
    torch.manual_seed(0)
    return Transformer(TransformerConfig(20, 20, **{**SMALL, kind: name, **changes})).eval()


@pytest.mark.parametrize(("kind", "name"), [s for s in SHIPPED if s[1] not in SEE_AHEAD])
def test_word_by_word_gives_what_all_at_once_gives(kind, name):
    model = built(kind, name, decoder_layers=2)
    source, target = (torch.randint(4, 20, (2, n)) for n in (6, 7))
    memory, cache = model.encode(source), Cache(model.decoder.layers)
    steps = [model.decode(step, memory, source, cache) for step in target.split(1, dim=1)]
    torch.testing.assert_close(torch.cat(steps, dim=1), model(source, target), atol=1e-5, rtol=1e-4)


def test_fewer_heads_of_keys_leave_less_to_remember():
    sizes = {}
    for name in ("standard", "grouped_query", "multi_query"):
        model = built("attention", name)
        cache, source = Cache(model.decoder.layers), torch.full((1, 3), 5)
        model.decode(torch.full((1, 5), 5), model.encode(source), source, cache)
        sizes[name] = cache[0].self_attention.key.numel()
    assert sizes["standard"] == 2 * sizes["grouped_query"] == 4 * sizes["multi_query"]


def test_a_mask_narrows_self_attention_and_leaves_cross_attention():
    model = built("mask", "first_and_near", attention="alibi")
    layer, standard = model.decoder.layers[0], built("mask", "standard").decoder.layers[0]
    assert isinstance(layer.self_attention, LAYERS["mask"]["first_and_near"])
    assert isinstance(layer.self_attention, LAYERS["attention"]["alibi"])
    assert type(layer.cross_attention) is type(standard.cross_attention)


# Attentions with a forward of their own, and whether the step of a mask is taken in them.
FORWARDS = {
    "    def forward(self, x, memory, mask=None, cache=None):\n        return self.W_O(x)\n": False,
    "    def forward(self, x, memory, mask=None, cache=None):\n"
    "        scores = x @ x.mT\n"
    "        return scores.masked_fill(~mask, -1e9).softmax(-1) @ x\n": False,
    "    def attend(self, query, key, value, mask=None):\n"
    "        return (query @ key.mT).masked_fill(~mask, -1e9).softmax(-1) @ value\n": False,
    "    def attend(self, query, key, value, mask=None):\n"
    "        return helped(self, query @ key.mT, mask).softmax(-1) @ value\n": True,
    "    def forward(self, x, memory, mask=None, cache=None):\n"
    "        return super().forward(2 * x, memory, mask, cache)\n": True,
    "    def forward(self, x, memory, mask=None, cache=None):\n"
    "        return MultiHeadAttention.forward(self, x, memory, mask, cache)\n": True,
    "    def attention_mask(self, mask, scores):\n        return mask\n": True,
}


@pytest.mark.parametrize("method", FORWARDS)
def test_a_mask_before_an_attention_that_never_asks_it_is_refused(method, folder):
    (folder / "my_own.py").write_text(
        "from transformer.attention import MultiHeadAttention\n"
        "from transformer.variants import variant\n\n\n"
        "def helped(layer, scores, mask):\n"
        "    return scores.masked_fill(~layer.attention_mask(mask, scores), -1e9)\n\n\n"
        f'@variant("attention", "own")\nclass Own(MultiHeadAttention):\n{method}'
    )
    assert variants.mine() == [("attention", "own")]
    built("attention", "own")  # with the standard mask there is nothing to say
    if FORWARDS[method]:
        assert built("mask", "first_and_near", attention="own")
    else:
        with pytest.raises(ValueError, match=r"(?s)FirstAndNear would have no effect.*Own.*my_own"):
            built("mask", "first_and_near", attention="own")


def test_another_decoding_chooses_and_no_weight_changes(folder):
    (folder / "my_last.py").write_text(
        "from transformer.variants import variant\n\n\n"
        '@variant("decoding", "last")\n'
        "class Last:\n    def __call__(self, log_p):\n"
        "        return log_p[:, :7].argmin(-1) * 0 + 6\n"
    )
    assert variants.mine() == [("decoding", "last")]
    trained = weights.load("reverse")
    model = trained.with_layer("decoding", "last").model
    assert greedy(model, torch.tensor([[5, 7]]), 4).tolist() == [[6, 6, 6, 6]]
    ours, theirs = model.state_dict(), trained.model.state_dict()
    assert all(torch.equal(ours[n], w) for n, w in theirs.items())


# ---- training ------------------------------------------------------------------------------------
@cache
def copying():
    """A part of the task: its letters, in 600 rows."""
    whole = TASKS["copy"]()
    return replace(whole, make=lambda: (whole.train[:600], whole.held_out[:50]))


def falls(kind: str, name: str, steps: int = 50, to: float = 0.85) -> None:
    """Some steps of copying: the loss at the end is less than that at the beginning."""
    task, settings = copying(), Settings(steps=steps, batch=32, learning_rate=0.02, warmup=0.1)
    model = same_start(task, 0, **SMALL, **{kind: name})
    losses = [step.loss for step in train(model, task, settings)]
    early, late = sum(losses[:5]) / 5, sum(losses[-5:]) / 5
    assert late < to * early, f"{kind} {name}: {early:.2f} → {late:.2f}"


EXAMPLES = [
    *(
        ("attention", name)
        for name in ("alibi", "relative", "linear", "windowed", "rotary", "sink")
    ),
    *(("attention", name) for name in ("grouped_query", "multi_query", "sigmoid", "no_softmax")),
    *(("attention", "hard"), ("feed_forward", "gelu"), ("feed_forward", "swiglu"), ("norm", "rms")),
    *(("mask", "first_and_near"), ("decoding", "typical")),
]


# Of each kind, and of attentions one that changes its scores, its heads, its mask, its weights.
QUICK = {
    "alibi",
    "grouped_query",
    "windowed",
    "linear",
    "swiglu",
    "rms",
    "first_and_near",
    "typical",
}


@pytest.mark.parametrize(
    ("kind", "name"),
    [one if one[1] in QUICK else pytest.param(*one, marks=pytest.mark.slow) for one in EXAMPLES],
)
def test_each_example_trains_and_says_what_to_look_for(kind, name):
    layer = LAYERS[kind][name]
    assert "what to look for" in " ".join(layer.__doc__.lower().split())
    about = next(v for v in variants.all_variants() if (v.kind, v.name) == (kind, name))
    assert about.source, f"{about}: no paper is named"
    assert len(variants.source(kind, name).splitlines()) <= 40
    if kind != "decoding":  # it chooses words, and has no part in a training
        falls(kind, name)


def test_two_trainings_differ_by_the_layer_and_not_by_the_draw():
    """A learned sink draws nothing, relative positions do: the other weights are the same in all."""
    task = copying()
    standard = same_start(task, 3, **SMALL).state_dict()
    for name in ("sink", "relative", "grouped_query"):
        mine = same_start(task, 3, **SMALL, attention=name).state_dict()
        fits = [n for n in mine if n in standard and mine[n].shape == standard[n].shape]
        assert len(fits) > 30 and all(torch.equal(mine[n], standard[n]) for n in fits)


# ---- put into a trained model --------------------------------------------------------------------
def test_a_layer_is_put_into_a_trained_model():
    trained = weights.load("reverse")
    one = trained.with_layer("attention", "additive")
    assert all(name.endswith("_attention.v") for name in one.fresh) and len(one.fresh) == 3
    old, new = trained.model.state_dict(), one.model.state_dict()
    assert set(one.taken) == set(old) and all(torch.equal(new[n], old[n]) for n in old)
    assert "not trained with attention additive" in one.remark and "seed 0" in one.remark
    assert one.name == "reverse.attention.additive"
    assert one.card["held_out"] == {} and trained.card["held_out"]["exact_match"] > 0.9
    with pytest.raises(
        weights.WeightsError, match="This model has no exact_match. This model was not"
    ):
        one.card["held_out"]["exact_match"]
    again = trained.with_layer("attention", "additive").model.state_dict()
    assert all(torch.equal(new[n], again[n]) for n in new)
    same = trained.with_layer("mask", "first_and_near")
    assert same.fresh == () and "all of its" in same.remark
