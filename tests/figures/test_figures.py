"""Figures as data: every number is a captured tensor, exactly; and as files for paper."""

import json
import math
import re
from dataclasses import replace

import numpy as np
import pytest
import torch
from PIL import Image

from lessons.figures.attention_map import MOST_WORDS, attention_map
from lessons.figures.attention_map.words import NOTES
from lessons.figures.kit.figure import Array, as_script
from lessons.your_layer.figures.lights import lights
from tests.kit.small import HOSTILE
from transformer.config import TransformerConfig
from transformer.contracts import Cell, CheckResult
from transformer.model import Transformer
from transformer.probe import record
from transformer.tasks import TASKS
from transformer.vocabulary import END, START, Vocabulary
from transformer.weights import Trained, load

TYPED = f"a </script>{HOSTILE} $x$ b"


def untrained(self_heads=4, cross_heads=2, layers=1, **sizes) -> Trained:
    """A model of any size; its numbers are as real as those of a trained one."""
    torch.manual_seed(0)
    task = TASKS["copy"]()
    words = Vocabulary(task.source_words)
    config = TransformerConfig(
        len(words),
        len(words),
        encoder_layers=layers,
        decoder_layers=layers,
        self_heads=self_heads,
        cross_heads=cross_heads,
        **sizes,
    )
    return Trained("untrained", Transformer(config).eval(), task, {}, words, words)


class Split:
    """A task that takes any text, cut at spaces."""

    title = "anything"

    def split(self, text: str) -> list[str]:
        return text.split(" ")

    def join(self, words) -> str:
        return " ".join(words)


def letters(count: int) -> str:
    return " ".join("abcdefghijklmnop"[7 * i % 16] for i in range(count))


@pytest.fixture(scope="module")
def reverse():
    return load("reverse")


@pytest.fixture(scope="module")
def figure(reverse):
    return attention_map(reverse, "a b c d e a")


def derived(name: str, captured: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    match name.rsplit(".", 1)[1]:
        case "exponentials":
            return captured.exp()
        case "sums":
            return captured.exp().sum(-1)
        case "contributions":
            return captured * value.norm(dim=-1).unsqueeze(1)  # (head, query, key)
    raise AssertionError(f"nobody said how {name} is computed")


def test_every_array_is_a_captured_tensor_or_computed_from_one(reverse, figure):
    words = figure.header["run"]["sentence"].split()
    written = figure.header["run"]["output"].split()
    source = torch.tensor([reverse.source_vocabulary.encode(words)])
    target = torch.tensor([[START, *reverse.target_vocabulary.encode(written)]])
    with torch.no_grad(), record(reverse.model) as trace:
        logits = reverse.model(source, target)
    assert logits.argmax(-1)[0].tolist() == [*target[0, 1:].tolist(), END]  # its own translation

    for name, array in figure.arrays.items():
        captured = trace.one(array.probe)[0]
        value = trace.one(array.probe.rsplit(".", 1)[0] + ".value")[0]
        expected = derived(name, captured, value) if array.derived else captured
        assert np.array_equal(array.values, expected.numpy()), name
        assert array.values.dtype == np.float32
        assert len(array.axes.split()) == array.values.ndim


def test_exponentials_and_their_sum_give_the_weight(figure):
    parts = {
        n.rsplit(".", 1)[1]: a.values
        for n, a in figure.arrays.items()
        if "decoder.layers.0.self" in n
    }
    again = parts["exponentials"] / parts["sums"][..., None]
    assert np.allclose(again, parts["weights"], atol=1e-6)
    assert (parts["weights"][:, 0, 1:] == 0).all()  # the first word may look at itself alone


def test_contributions_are_the_lengths_of_what_adds_up_to_the_output(figure):
    parts = {
        n.rsplit(".", 1)[1]: torch.from_numpy(a.values)
        for n, a in figure.arrays.items()
        if "cross" in n
    }
    vectors = parts["weights"].unsqueeze(-1) * parts["value"].unsqueeze(
        1
    )  # (head, query, key, d_v)
    assert torch.allclose(vectors.sum(2), parts["head_output"], atol=1e-5)
    assert torch.allclose(vectors.norm(dim=-1), parts["contributions"], atol=1e-5)


def test_source_lines_are_those_of_the_file(figure):
    from lessons.host.live import ROOT

    for shown in figure.header["maps"]:
        for layer in shown["layers"]:
            for stage, line in layer["lines"].items():
                source = (ROOT / line["file"]).read_text().splitlines()
                assert source[line["number"] - 1].strip() == line["code"]
                assert stage in line["code"]
                assert line["shape"] == [1, *figure.arrays[line["probe"]].values.shape]


def test_header_is_plain_json_and_its_id_follows_the_numbers(figure):
    header = figure.complete_header
    assert json.loads(json.dumps(header)) == header
    name, array = next(iter(figure.arrays.items()))
    other = {**figure.arrays, name: replace(array, values=array.values + 1)}
    assert replace(figure, arrays=other).complete_header["id"] != header["id"]


def test_labels_are_honest(reverse, figure):
    encoder, decoder, cross = figure.header["maps"]
    assert [row["label"] for row in encoder["rows"]] == ["a₁", "b", "c", "d", "e", "a₂"]
    assert decoder["rows"][0]["label"] == "⟨start⟩"
    assert decoder["rows"][0]["next"] == " ▸ a" and decoder["rows"][-1]["next"] == " ▸ ⟨end⟩"
    assert "next" not in decoder["columns"][0]
    assert cross["columns"] == encoder["rows"] and cross["rows"] == decoder["rows"]
    assert decoder["masked"] and not encoder["masked"] and not cross["masked"]

    unknown = attention_map(replace(reverse, task=Split()), "a <end> wörd wörd " + "x" * 40)
    labels = [row["label"] for row in unknown.header["maps"][0]["rows"]]
    # What was typed stays as typed: it must not look like the special token ⟨end⟩.
    assert labels == ["a", "<end> ⟨?⟩", "wörd₁ ⟨?⟩", "wörd₂ ⟨?⟩", "x" * 17 + "… ⟨?⟩"]
    assert "⟨?⟩" in unknown.header["maps"][0]["captions"]["always"]


def test_opens_where_it_looks_at_its_noun():
    trained = load("english_french")
    found = attention_map(trained, "the animal did not cross the street because it was too tired")
    start, encoder = found.header["start"], found.header["maps"][0]
    assert encoder["rows"][start["row"] - 1]["label"] == "it"
    assert encoder["columns"][start["column"] - 1]["label"] == "animal"
    best = trained.card["held_out"]["it"]
    assert (start["layer"], start["head"]) == (best["layer"] + 1, best["head"] + 1)

    guide = trained.card["settings"]["guide"]
    notes = [layer["notes"] for layer in encoder["layers"]]
    assert "guided" in notes[guide["layer"]][guide["head"]]
    assert sum("guided" in note for layer in notes for note in layer) == 1
    assert "guided" in found.header["maps"][2]["layers"][-1]["notes"][0]


def test_a_task_without_it_has_no_guided_encoder_head():
    found = attention_map(load("dates"), "3 may 1998")
    encoder, _, cross = (map["layers"][-1]["notes"] for map in found.header["maps"])
    assert not any(encoder) and "guided" in cross[0]


def test_a_head_is_not_called_what_it_does_not_do():
    trained = load("english_french_unguided")
    found = attention_map(trained, "the animal did not cross the street because it was too tired")
    notes = [n for m in found.header["maps"] for layer in m["layers"] for n in layer["notes"]]
    assert not any("guided" in note or "noun" in note for note in notes)
    for shown in found.header["maps"][:2]:
        for layer in shown["layers"]:
            for note, weights in zip(
                layer["notes"], found.arrays[f"{layer['prefix']}.weights"].values, strict=True
            ):
                shares = {word: weights.diagonal(k).mean() for k, word in NOTES.items()}
                assert note == "" or shares[note] > 0.5


def test_recomputing_gives_what_the_model_computed(figure):
    for shown in figure.header["maps"]:
        for head in range(1, shown["layers"][0]["heads"] + 1):
            for step in range(1, 6):
                found = figure.recompute(
                    map=shown["name"], layer=1, head=head, step=step, row=2, column=1
                )
                assert found["same"], found
                json.dumps(found, allow_nan=False)  # it travels to the browser


def test_recomputing_a_masked_cell_gives_minus_infinity(figure):
    found = figure.recompute(map="decoder", layer=1, head=1, step=3, row=1, column=3)
    assert found["value"] == "-inf" and found["shown_difference"] == "0.0"


def test_recomputing_finds_a_number_that_is_not_the_models(figure):
    name = "encoder.layers.0.self_attention.weights"
    values = figure.arrays[name].values.copy()
    values[0, 0, 0] += 0.001
    forged = replace(
        figure, arrays={**figure.arrays, name: replace(figure.arrays[name], values=values)}
    )
    found = forged.recompute(map="encoder", layer=1, head=1, step=4, row=1, column=1)
    assert not found["same"] and math.isclose(found["difference"], 0.001, rel_tol=1e-3)


def test_too_few_and_too_many_words_are_refused(reverse):
    with pytest.raises(ValueError, match="0 words, but this figure takes between 1 and"):
        attention_map(reverse, " ")
    with pytest.raises(
        ValueError, match=f"500 words, but this figure takes between 1 and {MOST_WORDS}"
    ):
        attention_map(reverse, letters(500))
    with pytest.raises(ValueError, match="9 words, but this figure takes between 1 and 8"):
        attention_map(untrained(position="learned", max_length=8), letters(9))


def test_a_layer_without_a_probe_is_named(reverse):
    broken = untrained()
    del broken.model.encoder.layers[0].self_attention.scaled
    broken.model.encoder.layers[0].self_attention.scaled = lambda value: value
    with pytest.raises(KeyError, match=r"encoder\.layers\.0\.self_attention\.scaled"):
        attention_map(broken, "a b")


def test_paper_holds_what_was_typed_as_text_and_where_it_comes_from(tmp_path):
    typed = attention_map(replace(untrained(), task=Split()), TYPED)
    svg = typed.save(tmp_path / "x.svg").read_text()
    assert ">$x$ ⟨?⟩</text>" in svg
    assert "&lt;/script&gt;&lt;img" in svg and "<img" not in svg and "<script" not in svg
    with Image.open(typed.save(tmp_path / "x.png")) as image:
        assert "encoder.layers.0.self_attention.weights" in image.info["Description"]
        assert TYPED in image.info["Description"]
        purple = image.convert("RGB").getcolors(1 << 24)
        assert len(purple) > 20 and min(image.size) > 600


def test_as_script_keeps_what_was_typed():
    assert "<" not in as_script({"word": TYPED})
    assert json.loads(as_script({"word": TYPED})) == {"word": TYPED}


def test_paper_shows_the_chosen_step_and_map(figure, tmp_path):
    for step, name in enumerate(("encoder", "decoder", "cross", "encoder", "cross"), start=1):
        there = figure.at(map=name, head=1, step=step, row=2, column=2)
        text = there.save(tmp_path / "x.svg").read_text()
        assert figure.header["steps"][step - 1]["formula"] in text
        (shown,) = (entry for entry in figure.header["maps"] if entry["name"] == name)
        assert shown["title"] in text
    weights = figure.arrays["encoder.layers.0.self_attention.weights"].values[1]
    text = figure.at(map="encoder", head=2, step=4).save(tmp_path / "x.svg").read_text()
    printed = re.findall(r">(\d?\.\d\d)</text>", text)
    assert printed == [f"{w:.2f}" if w >= 0.995 else f"{w:.2f}"[1:] for w in weights.flatten()]


def test_paper_shows_no_number_where_there_is_none(tmp_path):
    """A check is red because of a NaN: 0.00 in its place would say that all is well."""
    cell = Cell(0, None, 0, 0, math.nan, 1.0, ((math.nan, -math.inf), (math.inf, 2.0)), (0, 0))
    figure = lights("norm", "mine", (CheckResult("finite", "red", "it returned NaN", cell),))
    text = figure.save(tmp_path / "x.svg").read_text()
    assert [text.count(f">{n}</text>") for n in ("NaN", "−∞", "∞", "2.00", "0.00")] == [
        1,
        1,
        1,
        1,
        0,
    ]


def test_an_unknown_kind_of_file_is_refused(figure, tmp_path):
    with pytest.raises(ValueError, match=r"'x.docx'.*\.html .*\.png, \.svg or \.pdf"):
        figure.save(tmp_path / "x.docx")
    assert not list(tmp_path.iterdir())


def test_an_array_says_what_it_is():
    array = Array(np.zeros((2, 3), np.float32), "head query", "a.b")
    assert array.derived == ""


def test_a_layer_that_goes_its_own_way_is_said_to():
    """The panel must not print "q · k = …" for a score that is no dot product."""
    import transformer.variants.additive  # noqa: F401  registers "additive"

    standard = attention_map(untrained(), "a b c")
    assert all(at["own"] == [] for m in standard.header["maps"] for at in m["layers"])
    additive = attention_map(untrained(attention="additive"), "a b c")
    assert all(
        at["own"] == ["scores", "scaled"] for m in additive.header["maps"] for at in m["layers"]
    )
