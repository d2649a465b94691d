"""The machine as one picture: every number in it is one of the recorded pass, whatever the model, and it begins with
nothing written."""

import re
from dataclasses import replace

import numpy as np
import pytest
import torch

from lessons.figures.kit.paper import colour
from lessons.machine.figures.architecture import architecture
from lessons.machine.figures.architecture.flow import heads, stop_of, strongest_heads
from tests.contract.families import facts, gru, labels, two_rows
from tests.figures.test_architecture_figure import Silent, fresh
from transformer.measure.architecture import read
from transformer.probe import record
from transformer.tasks import TASKS
from transformer.vocabulary import END, START
from transformer.weights import load

SENTENCE = "the animal did not cross the street because it was too tired"
IL = 23  # the step at which the word that follows "parce qu'" is written
SMALL = {"d_model": 24, "d_ff": 16, "encoder_layers": 2}
# What is on the screen, each with what it says of itself.
CARPETS = """[...root.querySelectorAll(".carpet")].map((one) => [one.dataset.array, Number(one.dataset.row),
    [...one.querySelectorAll("rect[fill^=rgb]")].map((cell) => cell.getAttribute("fill").match(/\\d+/g).map(Number))])"""
LINES = """[...root.querySelectorAll("g.looks")].flatMap((one) => [...one.querySelectorAll("path")].map((line) =>
    [one.dataset.array, Number(one.dataset.head), line.dataset.cell.split(",").map(Number), Number(line.getAttribute("stroke-width"))]))"""
SHARES = """[...root.querySelectorAll(".candidate")].map((one) => [Number(one.dataset.share), one.lastChild.firstChild.data,
    Number(one.querySelector("rect").getAttribute("width"))])"""
PLACES = """[...root.querySelectorAll(".frame, .stop-title")].map((one) => { const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join() }).slice(0, 8)"""


@pytest.fixture(scope="module")
def figure(trained):
    return architecture(trained, SENTENCE)


@pytest.fixture(scope="module")
def recorded(trained):
    """The same pass, recorded in the model itself: the figure has looked at a copy."""
    ids = trained.source_vocabulary.encode(SENTENCE.split())
    words = read(trained, ids).lanes[1].names[1:]
    tokens = [START, *trained.target_vocabulary.encode(words)]
    with torch.no_grad(), record(trained.model) as trace:
        trained.model(torch.tensor([ids]), torch.tensor([tokens]))
    return trace


def compare(shown, figure, trace) -> None:
    """What is drawn, with what was recorded."""
    flow, palette = figure.header["flow"], figure.header["palette"]["light"]
    limits = {part["array"]: part["limit"] for one in flow["frames"] for part in one["parts"] if part["kind"] == "carpet"}  # fmt: skip
    carpets = shown.run(CARPETS)
    assert {array for array, *_ in carpets} == limits.keys()
    for array, row, cells in carpets:
        real = trace.one(figure.arrays[array].probe)[0, row, :16].numpy()
        fills = 255 * colour(real, limits[array], palette)
        np.testing.assert_allclose(cells, fills, atol=1.01, err_msg=array)
    lines = shown.run(LINES)
    assert len({array for array, *_ in lines}) == 4 and len(lines) > 40
    for array, head, (row, column), wide in lines:
        weight = trace.one(array)[0, head, row, column].item()
        assert wide == pytest.approx(max(0.8, 9 * weight), abs=1e-4), (array, row, column)
    newest = flow["begins"] - 1 + stop_of(flow, IL)[1]
    real = trace.one("logits")[0, newest].softmax(-1).sort(descending=True).values
    shares = shown.run(SHARES)
    expected = [*real[:4].tolist(), 1 - real[:4].sum().item()]
    np.testing.assert_allclose([share for share, *_ in shares], expected, atol=1e-6)
    assert sum(share for share, *_ in shares) == pytest.approx(1)
    assert [float(said) for _, said, _ in shares] == pytest.approx(expected, abs=0.005)
    wide = [width for *_, width in shares]
    assert wide[0] / wide[-1] == pytest.approx(expected[0] / expected[-1], rel=0.02)


def test_every_number_of_the_picture_was_recorded(figure, recorded, show):
    compare(show(figure, f"#figure=1/{IL}"), figure, recorded)


@pytest.mark.parametrize("array", ["encoder.layers.1.self_attention.weights", "decoder.output", "answer"])  # fmt: skip
def test_a_picture_of_other_numbers_is_found_out(figure, recorded, show, array):
    wrong = figure.arrays[array]
    turned = np.ascontiguousarray(np.roll(wrong.values, 1, axis=-1))
    other = replace(figure, arrays={**figure.arrays, array: replace(wrong, values=turned)})
    with pytest.raises(AssertionError):
        compare(show(other, f"#figure=1/{IL}"), figure, recorded)


def test_the_head_that_is_drawn_is_the_clearest_and_its_sentence_says_so(figure, recorded):
    """“it” attends to “tired” and then to “animal”; “il” is written from “it”."""
    frames = {one["title"]: one for one in figure.header["flow"]["frames"]}
    words = SENTENCE.split()
    it = words.index("it")
    for number, other in ((0, "tired"), (1, "animal")):
        frame = frames[f"encoder layer {number + 1}"]
        weights = recorded.one(f"encoder.layers.{number}.self_attention.weights")[0, :, it]
        weights[:, it] = -1
        head, column = divmod(weights.argmax().item(), len(words))
        assert frame["parts"][0]["chosen"][it] == {"head": head, "column": column}
        assert words[column] == other and frame["notes"][it].endswith(
            f"“{other}”: {weights.max():.2f}"
        )
        assert f"In head {head + 1}, **it** gives **{other}** a weight" in frame["says"][it]
    assert "attends to **it** (1.00)" in frames["decoder, 2 layers"]["says"][9]
    assert figure.header["start"]["word"] == it + 1, "the word with the clearest rows"
    assert strongest_heads(np.array([[[1.0, 0.0], [0.9, 0.1]]]), same=True) == [
        {"head": 0, "column": 0},
        {"head": 0, "column": 0},
    ], "itself only where there is no other"


def test_it_begins_with_nothing_written_and_writes_a_word_a_round(figure, trained, show):
    shown = show(figure)
    pills = ".pill text"
    french = ".picture svg > g[data-word]"
    assert shown.texts(pills) == [] and shown.text(".flow-foot .state") == "word 1 of 14"
    there = shown.texts(french)
    assert there[12:] == ["⟨start⟩⟨start⟩"], "a word, and its title"
    written = [row[0] for row in figure.header["answer"]]
    places = shown.run(PLACES)
    for count in (1, 2, 3):
        shown.page.keyboard.press("ArrowRight")
        assert [one[: len(one) // 2] for one in shown.texts(pills)] == written[:count]
        assert shown.run("root.querySelectorAll('.again').length") == 1
        assert shown.run(PLACES) == places, "nothing jumps"
        shown.page.keyboard.press("ArrowRight")
        assert shown.run("root.querySelectorAll('.again, .candidate').length") == 0
    shown = show(figure, "#figure=1/1")
    assert (
        shown.run(PLACES) == places
        and shown.run("root.querySelectorAll('g.looks, .pill').length") == 0
    )
    last = figure.header["choices"][1]["labels"]["of"][0]
    assert stop_of(figure.header["flow"], last) == (4, 13)
    assert written[-1] == "⟨end⟩" == f"⟨{trained.target_vocabulary.words[END][1:-1]}⟩"
    shown = show(figure, f"#figure=1/{last}")
    assert len(shown.texts(pills)) == 14 and "no further input follows" in shown.text(".stop-says")


def test_keys_clicks_and_the_address(figure, show):
    shown = show(figure, "#figure=1/2")  # an address of before: a depth and a step
    assert "encoder layer 1" in shown.text(".stops [aria-current]")
    shown.page.keyboard.press("f")
    shown.at("1/2/10")
    assert "**was**".strip("*") in shown.text(".stop-says")
    shown.page.locator(".follow", has_text="street").click()
    shown.at("1/2/7")
    assert shown.run("root.querySelectorAll('.thread').length") == 1
    shown.page.locator(".stops button").nth(3).click()
    shown.at("1/4/7")
    shown.page.get_by_role("button", name="Open: encoder layer 2").click()
    shown.at("2/6/7")
    assert shown.text(".map [aria-current=step]").startswith("layer 2")
    shown.page.get_by_role("group", name="detail").get_by_text("1").click()
    shown.at("1/3/7")
    shown.page.locator(".stops button").nth(4).click()
    shown.page.get_by_role("button", name="play").click()
    shown.later(60_000)
    shown.at("1/31/7")
    shown.page.locator(".pill", has_text="traversé").click()
    shown.at("1/15/7")


def test_who_reads_on_sees_the_picture_of_what_is_read(figure, show):
    shown = show(figure, "#figure=1/1", width=1440, height=700)
    stop = lambda: shown.text(".stops [aria-current]")[0]  # noqa: E731
    told = shown.texts(".story li p")
    assert len(told) == 5 and shown.text(".story .on p") == told[0]
    assert shown.run("root.querySelector('.stop-says').offsetWidth") < 40, "it is said once"
    shown.page.mouse.move(300, 400)
    shown.page.mouse.wheel(0, 5000)
    shown.wait(lambda: stop() == "5")
    assert 0 <= shown.run("root.querySelector('.titles').getBoundingClientRect().top") < 500
    shown.page.keyboard.press("ArrowRight")  # the next word: its round is told
    assert (
        stop() == "4"
        and "l'" in shown.text(".story .on p")
        and told[3] != shown.texts(".story li p")[3]
    )
    shown.page.locator(".story button", has_text="encoder layer 2").click()
    shown.at("1/3/9")
    shown.page.get_by_role("group", name="detail").get_by_text("2").click()
    deep = shown.text(".map [aria-current]")
    shown.page.mouse.wheel(0, -5000)
    shown.wait(lambda: shown.run("scrollY") == 0)
    assert shown.text(".map [aria-current]") == deep, "boxes are not read by scrolling"
    shown.page.get_by_role("group", name="detail").get_by_text("1").click()
    shown.page.set_viewport_size({"width": 1000, "height": 700})
    shown.wait(lambda: shown.texts(".story li") == [])
    assert shown.run("root.querySelector('.stop-says').offsetWidth") > 500


def families() -> dict:
    told = {
        "gru": (fresh(gru.FAMILY, TASKS["copy"](), hidden=8), "a b c"),
        "labels": (fresh(labels.FAMILY, labels.task(), **SMALL), "a b a"),
        "two_rows": (fresh(two_rows.FAMILY, two_rows.task(), **SMALL), "a b / a c"),
        "facts": (fresh(facts.FAMILY, facts.task()), "mary in kitchen. john in garden. where is mary"),
        "gpt": (load("language_model"), "the b"),
    }  # fmt: skip
    return {name: architecture(*given) for name, given in told.items()}


DRAWN = {
    "gru": (["words to numbers", "encoder", "decoder"], ["attention.weights"], "next word"),
    "labels": (["words to numbers", "encoder layer 1", "encoder layer 2"], 2, "answer"),
    "two_rows": (["tokens to numbers", "segments to numbers", "encoder layer 1", "encoder layer 2"], 2, "answer"),
    "facts": (["facts to numbers", "hop"], ["hop.weights"], "answer"),
    "gpt": (["words to numbers", "decoder layer 1", "decoder layer 2"], 2, "next word"),
}  # fmt: skip


def test_every_family_draws_its_own_sides_and_only_weights_that_were_recorded(show):
    for name, figure in families().items():
        frames, weights, last = DRAWN[name]
        flow, lanes = figure.header["flow"], figure.header["lanes"]
        assert [one["title"] for one in flow["frames"]] == frames and flow["next"]["title"] == last
        looks = [part["array"] for one in flow["frames"] for part in one["parts"] if part["kind"] == "looks"]  # fmt: skip
        assert (len(looks) if isinstance(weights, int) else looks) == weights, name
        step = figure.header["choices"][1]["labels"]["of"][0]
        shown = show(figure, f"#figure=1/{step}")
        for array, head, (row, column), wide in shown.run(LINES):
            weight = heads(figure.arrays[array].values)[head, row, column]
            assert wide == pytest.approx(max(0.8, 9 * weight), abs=1e-4), name
        for array, row, cells in shown.run(CARPETS):
            values = figure.arrays[array].values
            assert len(cells) == min(16, values.shape[-1]) and row < len(values)
        said = shown.texts("[data-word] title")
        assert said == [one["label"] for lane in lanes for one in lane["labels"]], name
        assert sum(share for share, *_ in shown.run(SHARES)) == pytest.approx(1, abs=1e-6)


def test_a_text_that_a_model_goes_on_with_is_there_at_first(show):
    figure = families()["gpt"]
    shown = show(figure)
    assert shown.texts("[data-word] title") == ["⟨start⟩", "t₁", "h₁", "e₁", "␣₁", "b₁"]
    assert shown.texts(".pill") == [] and "**b₁**".strip("*") in shown.text(".stop-says")


def test_a_layer_of_ones_own_is_a_frame_with_lines_only_where_it_hands_out_weights(trained):
    mine = fresh(trained.family, trained.task, d_model=24, d_ff=8, self_heads=3, cross_heads=2)
    mine.model.encoder.layers[1].self_attention = Silent(24, 4).eval()
    first, second = architecture(mine, "the cat sleeps").header["flow"]["frames"][1:3]
    assert [part["kind"] for part in first["parts"]] == ["looks", "carpet"]
    assert [part["kind"] for part in second["parts"]] == ["carpet"]
    assert "No weights were recorded" in second["says"][0]


def test_paper_shows_the_same_step(figure, tmp_path):
    texts = {}
    for step in (1, 4, IL, 31):
        svg = figure.at(step=step).save(tmp_path / f"{step}.svg").read_text(encoding="utf-8")
        texts[step] = re.findall(r">([^<>]+)</text>", svg)
    assert "animal" in texts[1] and not any("” → “" in one for one in texts[1][:30])
    assert "l'" not in texts[4] and "⟨start⟩" in texts[4]
    assert {"il", "0.90", "all others"} <= set(texts[IL]) and "était" not in texts[IL]
    assert texts[31].count("⟨end⟩") == 2, "written, and the most probable"


@pytest.mark.parametrize("width", [1396, 1000, 800])
def test_it_fits_in_a_screen(figure, show, width):
    shown = show(figure, f"#figure=1/{IL}", width=width)
    shown.fits(width)
    picture = "root.querySelector('.picture')"
    assert shown.run(f"{picture}.scrollWidth <= {picture}.clientWidth")
    foot = shown.page.locator(".flow-foot").bounding_box()
    assert foot["y"] + foot["height"] < 665, "on a page 240 pixels stand above it"
