"""The drawing of a model: made of its own pass, whatever the model; and one steps through it."""

from types import SimpleNamespace

import numpy as np
import pytest
import torch
from torch import nn

from lessons import LESSONS
from lessons.kit.encoded_text import EncodedText
from lessons.machine.figures.architecture import architecture, draw_pass, frontier
from tests.contract.families import gru, labels
from transformer import families
from transformer.attention import MultiHeadAttention
from transformer.layers import LayerNorm
from transformer.measure.architecture import passed, read
from transformer.probe import probes, record
from transformer.tasks import TASKS
from transformer.training import vocabularies
from transformer.vocabulary import SPECIALS, START
from transformer.weights import load

SENTENCE = "the cat sleeps"


@pytest.fixture(scope="module")
def figure(trained):
    return architecture(trained, SENTENCE)


def fresh(family, task, **sizes):
    """An untrained model of a family, as `load` would hand it over."""
    words = vocabularies(task)
    torch.manual_seed(0)
    model = family.build(family.configured(words, **sizes)).eval()
    known = {"source_vocabulary": words[0], "target_vocabulary": words[1]}
    return SimpleNamespace(name="fresh", model=model, task=task, family=family, reads=True, **known)


def names(figure, depth: int) -> list[str]:
    return [
        figure.header["boxes"][number]["path"] for number in frontier(figure.header["boxes"], depth)
    ]


def test_every_number_is_what_passed_a_probe_of_the_real_model(trained, figure):
    """The drawing is made on a copy; a recording of the model itself has the same numbers."""
    ids = trained.source_vocabulary.encode(SENTENCE.split())
    names = read(trained, ids).lanes[1].names
    tokens = [START, *trained.target_vocabulary.encode(names[1:])]
    with torch.no_grad(), record(trained.model) as trace:
        logits = trained.model(torch.tensor([ids]), torch.tensor([tokens]))
    assert names[0] == SPECIALS[START]
    seen = {array.probe for array in figure.arrays.values()} & set(probes(trained.model))
    assert seen == set(trace.names()), "every probe is a box, or names what one left"
    for array in figure.arrays.values():
        if array.probe in seen:
            value = trace.one(array.probe)
            value = value[0] if trace.axes[array.probe].startswith("batch") else value
            np.testing.assert_array_equal(array.values, value.numpy())
    found = figure.arrays["answer"].values
    shares = logits[0].softmax(-1).sort(dim=-1, descending=True)
    np.testing.assert_allclose(found, shares.values[:, : found.shape[1]], atol=1e-6)
    words = [trained.target_vocabulary.words[n] for n in shares.indices[:, 0]]
    assert [row[0] for row in figure.header["answer"]][:-1] == words[:-1]


def test_boxes_stand_in_the_order_in_which_values_leave_them(figure):
    assert names(figure, 1) == [
        "source_embedding",
        "encoder",
        "target_embedding",
        "decoder",
        "logits",
    ]
    layer = [n for n in names(figure, 3) if n.startswith("decoder.layers.0")]
    part = ("self_residual.norm", "self_attention", "self_residual.sum", "cross_residual.norm", "cross_attention", "cross_residual.sum", "feed_forward_residual.norm", "feed_forward", "feed_forward_residual.sum")  # fmt: skip
    assert layer == [f"decoder.layers.0.{name}" for name in part]
    inside = [n.split(".")[-1] for n in names(figure, 4) if "decoder.layers.1.cross_attention" in n]
    order = "W_Q query W_K W_V key value scores scaled masked weights head_output W_O"
    assert inside == order.split()


def test_a_norm_stands_beside_what_it_has_read(trained, figure):
    boxes = figure.header["boxes"]
    norms = [box for box in boxes if box["before"] is not None]
    assert len(norms) == sum(isinstance(one, LayerNorm) for one in trained.model.modules())
    for box in norms:
        x = figure.arrays[boxes[box["before"]]["array"]].values.astype(float)
        norm = trained.model.get_submodule(box["path"])
        scale, shift = (one.detach().numpy() for one in (norm.weight, norm.bias))
        spread = np.sqrt(x.var(-1, keepdims=True) + norm.eps)
        by_hand = (x - x.mean(-1, keepdims=True)) / spread * scale + shift
        assert np.allclose(by_hand, figure.arrays[box["array"]].values, atol=1e-4), box["path"]


def test_what_another_lane_has_left_is_a_line(figure):
    boxes = figure.header["boxes"]
    reads = {
        box["path"]: [boxes[n]["path"] for n, _ in box["reads"]] for box in boxes if box["reads"]
    }
    across = {p for p in reads if p.endswith("cross_attention")}
    assert across == {f"decoder.layers.{n}.cross_attention" for n in (0, 1)}
    assert all(found == ["encoder"] for found in reads.values())
    assert not any("self_attention" in path for path in reads)
    weights = next(b for b in boxes if b["path"] == "decoder.layers.0.cross_attention.weights")
    assert (weights["rows"], weights["columns"], weights["share"]) == (1, 0, True)


def test_lines_of_code_and_lessons_are_there(figure):
    titles = {(one.name, one.title) for one in LESSONS}
    for box in figure.header["boxes"]:
        assert box["line"].startswith("transformer/"), box["path"]
        assert box["lesson"] is None or tuple(box["lesson"]) in titles
    line = {box["path"]: box["line"] for box in figure.header["boxes"]}
    assert "self.encoder(" in line["encoder"] and "softmax" not in line["encoder"]
    assert "x + change" in line["encoder.layers.0.attention_residual.sum"]


def test_the_model_that_others_use_at_the_same_time_keeps_no_hook(trained, figure):
    assert not any(m._forward_hooks or m._forward_pre_hooks for m in trained.model.modules())


def test_one_word_and_sixty_four(trained):
    for count in (1, 64):
        found = architecture(trained, " ".join(["cat"] * count))
        assert found.arrays["source_embedding.sum"].values.shape == (count, 64)
        for box in found.header["boxes"]:
            if box["rows"] is not None:
                assert len(found.header["lanes"][box["rows"]]["labels"]) == box["shape"][-2][1]
    with pytest.raises(ValueError, match="takes between 1 and 64"):
        architecture(trained, " ".join(["cat"] * 65))


def test_other_families_draw_themselves():
    """A decoder alone, a recurrent encoder-decoder, an encoder that gives labels."""
    gpt = architecture(load("language_model"), "the b")
    assert names(gpt, 1) == ["target_embedding", "decoder", "logits"]
    assert len(gpt.header["lanes"]) == 1 and "cross" not in "".join(names(gpt, 4))
    task = TASKS["copy"]()
    recurrent = architecture(fresh(gru.FAMILY, task, hidden=8), "a b c")
    assert [lane["title"] for lane in recurrent.header["lanes"]] == ["reads", "has written"]
    assert names(recurrent, 1)[:3] == ["reads", "encoder", "attention"]
    weights = next(b for b in recurrent.header["boxes"] if b["path"] == "attention.weights")
    steps = len(recurrent.header["lanes"][1]["labels"])
    assert weights["shape"] == [["time", steps], ["source", 3]] and weights["columns"] == 0
    assert f"This box ran {steps} times" in weights["notes"][0]
    sizes = {"d_model": 16, "d_ff": 16, "encoder_layers": 1}
    labeller = architecture(fresh(labels.FAMILY, labels.task(), **sizes), "a b a")
    assert names(labeller, 1) == ["embedding", "encoder", "out"]
    assert set(labeller.header["answer"][0]) >= {"once", "twice"}


class Silent(MultiHeadAttention):
    """A student's attention that hands its weights to no probe."""

    def __init__(self, *sizes):
        super().__init__(*sizes)
        del self.weights

    def normalise(self, masked, mask):
        return masked.softmax(-1)


def test_a_layer_of_ones_own_draws_itself_and_is_told_which_probe_is_missing(trained):
    mine = fresh(
        families.family_of(trained.model),
        trained.task,
        d_model=24,
        d_ff=8,
        self_heads=3,
        cross_heads=2,
    )
    layer = mine.model.encoder.layers[1]
    layer.self_attention = Silent(24, 4).eval()
    layer.feed_forward = nn.Sequential(nn.Linear(24, 24), nn.Tanh())
    figure = architecture(mine, SENTENCE)
    box = {one["path"]: one for one in figure.header["boxes"]}
    assert (
        "a probe encoder.layers.1.self_attention.weights"
        in box["encoder.layers.1.self_attention"]["notes"][0]
    )
    assert (
        "encoder.layers.1.feed_forward.1" in box
        and not box["encoder.layers.0.self_attention"]["notes"]
    )
    assert box["encoder.layers.0.self_attention.weights"]["shape"][0] == ["head", 3]


def test_a_pass_needs_no_trained_model():
    class Plain(nn.Module):
        def __init__(self):
            super().__init__()
            self.table, self.out = nn.Embedding(20, 4), nn.Linear(4, 20)

        def forward(self, tokens):
            return self.out(self.table(tokens))

    task = TASKS["copy"]()
    tokens = torch.tensor([[4, 5]])
    found = passed(Plain(), {"source": tokens}, {"source": ["a", "b"]}, lambda model: model(tokens))
    words = vocabularies(task)[0]
    model = SimpleNamespace(name="plain", source_vocabulary=words, target_vocabulary=words)
    figure = draw_pass(found, EncodedText("a b", ("a", "b"), (4, 5), ()), model)
    assert names(figure, 1) == ["table", "out"] and figure.header["depth"] == 1


def test_one_steps_opens_and_closes(figure, show):
    shown = show(figure, "#figure=2/5")
    keys, lit = shown.page.keyboard, "[aria-current=step]"
    assert (
        shown.text(lit).startswith("layer 1") and shown.text(".size") == "3 position × 64 d_model"
    )
    shown.page.locator(lit).click()
    shown.at("3/5/.")
    shown.page.locator("button", has_text="self-attention").click()
    shown.at("4/6/.")
    assert shown.text(lit) == "× W_Q"
    keys.press("ArrowUp")
    shown.at("3/6/.")
    assert shown.text(lit).startswith("self-attention")
    shown.page.locator(".title", has_text="encoder").click()
    shown.at("1/2/.")
    keys.press("ArrowDown")
    shown.at("2/5/.")
    keys.press("ArrowLeft")
    shown.at("2/4/.")


def test_it_plays_to_the_next_word(figure, show):
    shown = show(figure, "#figure=2/1")
    shown.page.get_by_role("button", name="play").click()
    shown.later(60_000)
    assert shown.text(".view h2") == "next word"
    assert shown.texts(".share-row b") == [row[0] for row in figure.header["answer"]]


def test_nothing_is_written_before_the_decoder_begins(figure, show):
    shown = show(figure, f"#figure=2/{names(figure, 2).index('target_embedding.table')}")
    words = "[...root.querySelectorAll('.lane:nth-child(2) .given span')].map((n) => getComputedStyle(n).visibility)"
    title = ".lane:nth-child(2) .given i"
    assert shown.text(title) == "has written: nothing yet" and set(shown.run(words)) == {"hidden"}
    shown.page.keyboard.press("ArrowRight")
    assert shown.text(title) == "has written" and set(shown.run(words)) == {"visible"}


def test_why_no_share_is_near_1_is_said_where_the_training_did_so(figure):
    asked = load("english_french").card["settings"]["smoothing"]
    assert figure.header["smoothed"].count(f"about {1 - asked:.2f}") == 1
    shares = figure.arrays["answer"].values[:, 0]
    assert abs(np.median(shares) - (1 - asked)) < 0.02 and shares.max() < 0.95
    assert architecture(load("language_model"), "the b").header["smoothed"] == ""


@pytest.mark.parametrize("width", [816, 1096])
def test_a_larger_share_has_a_wider_bar(trained, show, width):
    """Whatever stands beside it: long words take no room from a bar."""
    figure = architecture(trained, "the animal did not cross the street because it was too tired")
    shown = show(figure, f"#figure=2/{len(names(figure, 2)) + 1}", width=width)
    shares = figure.arrays["answer"].values[:, 0]
    bars = "[...root.querySelectorAll('.shares i')].map((bar) => bar.getBoundingClientRect().width)"
    wide = np.array(shown.run(bars))
    np.testing.assert_allclose(wide / wide.max(), shares / shares.max(), atol=0.01)
    rows = (
        "[...root.querySelectorAll('.share-row')].map((row) => row.scrollWidth > row.clientWidth)"
    )
    assert not any(shown.run(rows)), "a word is cut off"


@pytest.mark.parametrize("width", [760, 1040])
def test_it_fits_and_the_line_to_the_encoder_is_drawn(trained, show, width):
    figure = architecture(trained, "the animal did not cross the street because it was too tired")
    step = names(figure, 3).index("decoder.layers.0.cross_attention") + 1
    shown = show(figure, f"#figure=3/{step}", width=width + 56)
    shown.fits(width + 56)
    assert shown.run("root.querySelectorAll('.links path.on').length") == 1
    box, view = (shown.page.locator(one).bounding_box() for one in ("[aria-current=step]", ".view"))
    assert box["x"] + box["width"] < view["x"] and box["y"] + box["height"] < 900
