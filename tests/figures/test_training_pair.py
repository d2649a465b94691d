"""Two films side by side: every head of both runs, number by number, and moved by one slider in a browser."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from playwright.sync_api import expect

from lessons.figures.training_pair import training_pair
from lessons.host import storage
from tests.kit.saved_figure import ROOT_OF
from tests.kit.saved_running import address_of, fits, show, text_of  # noqa: F401  show is a fixture
from tests.kit.small import TINY
from transformer.families import encoder_decoder
from transformer.measure.training.checkpoints import load_checkpoint, moment
from transformer.objectives.batch import Batch
from transformer.probe import probes, record
from transformer.runs import Run, RunConfig
from transformer.training import build, vocabularies
from transformer.training.settings import Settings

PROBES = {m.name: f"{m.path}.weights".replace("{}", "{layer}") for m in encoder_decoder.MAPS}
SETTINGS = Settings(steps=16, learning_rate=1e-2)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="module")
def run(folder) -> Run:
    run = Run.create(RunConfig("copy", SETTINGS, TINY), folder)
    list(run.train())
    return run


@pytest.fixture(scope="module")
def slow(run) -> Run:
    """The same initial weights, another learning rate."""
    other = run.branch(0, replace(SETTINGS, learning_rate=1e-3))
    list(other.train())
    return other


@pytest.fixture(scope="module")
def large(folder) -> Run:
    """More layers, fewer heads, fewer steps."""
    sizes = {**TINY, "decoder_layers": 2, "self_heads": 1}
    run = Run.create(RunConfig("copy", replace(SETTINGS, steps=9), sizes), folder)
    list(run.train())
    return run


def moments_of(run: Run) -> list:
    """As the page makes them: one model, into which each checkpoint is put."""
    task, config = run.task(), RunConfig.read(run.card)
    model, words = build(task, config.settings.seed, **config.sizes), vocabularies(task)
    line = task.held_out[0]
    return [moment(load_checkpoint(run, model, s), task, words, s, line) for s in run.checkpoints()]


def pair_of(first: Run, second: Run):
    task = first.task()
    both = moments_of(first), moments_of(second)
    return training_pair(first, second, (task, second.task()), both, task.held_out[0])


@pytest.fixture(scope="module")
def pair(run, slow):
    return pair_of(run, slow)


@pytest.fixture(scope="module")
def uneven(run, large):
    return pair_of(run, large)


# ---- the numbers ------------------------------------------------------------------------------------
@torch.no_grad()
def are_fresh_passes(pair, runs) -> None:
    for run, name in zip(runs, "ab", strict=True):
        task = run.task()
        batch = Batch.from_examples(task.held_out[:1], *vocabularies(task))
        told = pair.header["runs"]["ab".index(name)]
        assert told["frames"] == run.checkpoints() and len(run.checkpoints()) > 5
        kinds = [kind for kind in PROBES if f"{kind} {name}" in pair.arrays]
        for k, step in enumerate(run.checkpoints()):
            model = run.model_at(step)
            with record(model) as trace:
                model(batch.source, batch.target[:, :-1])
            assert {p for p in probes(model) if p.endswith("attention.weights")} == {
                PROBES[kind].format(layer=layer)
                for kind in kinds
                for layer in range(pair.arrays[f"{kind} {name}"].values.shape[1])
            }, "no head is left out"
            for kind in kinds:
                for layer, shown in enumerate(pair.arrays[f"{kind} {name}"].values[k]):
                    fresh = trace.one(PROBES[kind].format(layer=layer))[0].numpy()
                    assert np.array_equal(shown, fresh), (kind, name, layer, step)


@pytest.mark.slow
def test_frame_k_of_each_side_is_a_fresh_forward_pass_of_its_checkpoint(
    run, slow, large, pair, uneven
):
    are_fresh_passes(pair, (run, slow))
    are_fresh_passes(uneven, (run, large))
    a, b = (pair.arrays[f"cross {name}"].values for name in "ab")
    assert np.array_equal(a[0], b[0]), "the same initial weights"
    assert not np.array_equal(a[-1], b[-1])


@torch.no_grad()
def test_how_often_a_head_looks_at_the_right_word(run, slow, pair):
    task = run.task()
    asked = Batch.from_examples(task.held_out[:64], *vocabularies(task))
    for one, name in ((run, "a"), (slow, "b")):
        model = one.model_at(one.checkpoints()[-1])
        with record(model, PROBES["cross"].format(layer=0)) as trace:
            model(asked.source, asked.target[:, :-1])
        looked = trace.one(PROBES["cross"].format(layer=0))[:, 0].argmax(-1)
        known = asked.alignment[:, : looked.shape[1]]
        share = (looked == known)[known >= 0].float().mean().item()
        assert pair.arrays[f"looks {name}"].values[-1, 0, 0] == pytest.approx(share)
    assert pair.header["asked"] == int((asked.alignment >= 0).sum())


def test_every_array_says_where_it_comes_from(run, pair):
    known = {*probes(run.model_at(0)), *set().union(*run.events())}
    for name, array in pair.arrays.items():
        path = array.probe.format(layer=0).split(": ")[-1]
        assert path in known, name
        assert len(array.axes.split()) == array.values.ndim, name


def test_which_run_has_which_head(pair, uneven):
    def heads(figure):
        return [
            (h["kind"], h["layer"], h["head"], "".join(h["runs"])) for h in figure.header["heads"]
        ]

    assert heads(pair) == [
        ("cross", 0, 0, "ab"),
        *(("encoder", 0, head, "ab") for head in range(2)),
        *(("decoder", 0, head, "ab") for head in range(2)),
    ]
    assert heads(uneven) == [
        ("cross", 0, 0, "ab"),
        ("cross", 1, 0, "b"),
        ("encoder", 0, 0, "ab"),
        ("encoder", 0, 1, "a"),
        ("decoder", 0, 0, "ab"),
        ("decoder", 0, 1, "a"),
        ("decoder", 1, 0, "b"),
    ]


def test_places_are_checked(pair):
    assert pair.at(step=3, head=5).header["start"] == {"step": 3, "head": 5}
    for wrong in ({"head": 0}, {"head": 6}, {"head": True}, {"step": 17}):
        with pytest.raises(ValueError, match="whole number"):
            pair.at(**wrong)


def test_paper_shows_the_head_of_both(pair, uneven, tmp_path):
    for figure, place in ((pair, {"step": 5, "head": 4}), (uneven, {"head": 2})):
        said = figure.at(**place).save(tmp_path / "x.svg").read_text(encoding="utf-8")
        first, second = (told["run"] for told in figure.header["runs"])
        if figure is pair:
            assert said.count("decoder self-attention, layer 1, head 1") == 2
            assert f"{first}, step 5:" in said and f"{second}, step 5:" in said
        else:
            assert f"{first} does not have this head" in said and f"{second}, step 9:" in said


# ---- as the page asks for it ------------------------------------------------------------------------
@pytest.mark.slow
def test_the_page_gives_heads_only_where_both_read_the_same(run, slow, folder, monkeypatch):
    from lessons.models import recordings
    from lessons.training import results

    monkeypatch.setattr(storage, "RUNS", folder)
    figure = recordings.run_pair(run, slow)
    shown = [len(figure.arrays[f"cross {name}"].values) for name in "ab"]
    assert shown == [len(run.checkpoints()), len(slow.checkpoints())]
    lines = "\n".join(f"the {n} sleeps and the {n} eats" for n in "abcdefghijklmnopqrstuvwxyz")
    texts = []
    for pieces in ("words", "characters"):
        config = RunConfig("text", Settings(steps=2, smoothing=0.0), TINY, pieces)
        texts.append(Run.create(config, folder, text=lines))
        list(texts[-1].train())
    other = recordings.run_pair(run, texts[0])
    assert other.header["heads"] == [] and not other.header["same_task"]
    assert results.pinned_sentences(texts[0]) == results.pinned_sentences(texts[1])
    assert not recordings.run_pair(*texts).header["same_task"], "the same line in other pieces"
    again = texts[0].branch(0, Settings(steps=2, smoothing=0.0, learning_rate=1e-2))
    list(again.train())
    figure = recordings.run_pair(texts[0], again)
    assert {h["kind"] for h in figure.header["heads"]} == {"decoder"} and figure.header["open"]
    assert "cross a" not in figure.arrays and "encoder a" not in figure.arrays


# ---- in a browser -----------------------------------------------------------------------------------
def drag(page, value) -> None:
    page.evaluate(
        f"(value) => {{ {ROOT_OF} const slider = root.querySelector('.film-bar input'); "
        "slider.value = value; slider.dispatchEvent(new Event('input')); }",
        value,
    )


def maps(page) -> list[list[str]]:
    """What is printed in the cells of both large maps."""
    found = "[...root.querySelectorAll('.pair-map')].map((m) => [...m.querySelectorAll('.cells text')].map((t) => t.textContent))"
    return page.evaluate(f"() => {{ {ROOT_OF} return {found}; }}")


def is_shown(cells: list[str], weights: np.ndarray) -> None:
    for text, value in zip(cells, weights.flatten(), strict=True):
        assert value < 0.005 if text == "" else float(text) == pytest.approx(value, abs=0.0051)


def frame_at(figure, k: int, step: int) -> int:
    return sum(at <= step for at in figure.header["runs"][k]["frames"]) - 1


def test_one_slider_moves_both(show, pair):  # noqa: F811
    page = show(pair)
    seen = []
    for step in (0, 6, 16):
        drag(page, step)
        for k, (cells, name) in enumerate(zip(maps(page), "ab", strict=True)):
            is_shown(cells, pair.arrays[f"cross {name}"].values[frame_at(pair, k, step), 0, 0])
        thumbs = page.evaluate(
            f"() => {{ {ROOT_OF} return [...root.querySelectorAll('.film-heads canvas')].map((c) => c.toDataURL()); }}"
        )
        assert len(thumbs) == 10
        stands = text_of(page, ".pair-stands")
        for k, told in enumerate(pair.header["runs"]):
            assert (
                f"{told['run']}: frame of step {told['frames'][frame_at(pair, k, step)]}" in stands
            )
        seen.append((*map(tuple, maps(page)), *thumbs))
    for a, b in zip(seen, seen[1:], strict=False):
        assert all(x != y for x, y in zip(a, b, strict=True)), "both maps and all thumbnails move"
    assert seen[0][0] == seen[0][1] and seen[2][0] != seen[2][1]
    right_words_are_dashed_and_columns_are_level(page, pair)
    play_goes_from_frame_to_frame(page, pair)


def right_words_are_dashed_and_columns_are_level(page, pair):
    dashed = "(m) => m.querySelectorAll('.over rect[style*=dasharray]').length"
    known = sum(k >= 0 for k in pair.header["known"])
    found = page.evaluate(
        f"() => {{ {ROOT_OF} return [...root.querySelectorAll('.pair-map')].map({dashed}); }}"
    )
    assert found == [known, known] and known > 0
    boxes = [page.locator(".pair-map .body").nth(k).bounding_box() for k in (0, 1)]
    assert boxes[0]["y"] == boxes[1]["y"] and boxes[0]["width"] == boxes[1]["width"]
    assert boxes[0]["x"] + boxes[0]["width"] < boxes[1]["x"]


def play_goes_from_frame_to_frame(page, pair):
    stops = sorted({at for told in pair.header["runs"] for at in told["frames"]})
    drag(page, stops[-3])
    page.get_by_role("button", name="▷ play").click()
    page.get_by_role("button", name="❚❚ pause").wait_for()
    page.get_by_role("button", name="▷ play").wait_for()
    assert text_of(page, ".film-bar b") == f"step {stops[-1]}"
    page.keyboard.press("ArrowLeft")
    assert text_of(page, ".film-bar b") == f"step {stops[-2]}"


def test_a_thumbnail_and_the_key_change_both(show, pair):  # noqa: F811
    page = show(pair, "#figure=16/1")
    page.locator(".pair-heads .film-heads").nth(1).locator("button").nth(3).click()
    for cells, name in zip(maps(page), "ab", strict=True):
        masked = pair.arrays[f"decoder {name}"].values[-1, 0, 0]
        is_shown(cells, np.where(np.tri(len(masked)), masked, 0))
    titles = page.locator(".pair-heads .label").all_text_contents()
    assert titles == ["decoder self-attention, layer 1, head 1"] * 2
    pressed = page.locator(".pair-heads button[aria-pressed=true]").evaluate_all(
        "(all) => all.map((one) => one.title)"
    )
    assert pressed == titles
    address_of(page, "=16/4$")
    page.keyboard.press("h")
    address_of(page, "=16/5$")
    page.locator(".pair-map .body").first.hover(position={"x": 5, "y": 5})
    read = page.locator(".pair-heads .read").all_text_contents()
    start = [r.split(":")[0] for r in read]
    assert start[0] == start[1] != "" and read[0].endswith("1.0000"), "read in both"
    page.reload()
    assert page.locator(".pair-heads .label").first.text_content().endswith("head 2")


def test_each_shows_its_own_heads(show, uneven):  # noqa: F811
    page = show(uneven, "#figure=16/2")
    rows = page.locator(".pair-heads .film-heads")
    assert [rows.nth(k).locator("button").count() for k in (0, 1)] == [5, 5]
    first, second = (told["run"] for told in uneven.header["runs"])
    said = page.locator(".pair-map").all_text_contents()
    assert said[0] == f"{first} does not have this head."
    is_shown(maps(page)[1], uneven.arrays["cross b"].values[-1, 1, 0])
    assert f"{second}: frame of step 9" in text_of(page, ".pair-stands")
    page.keyboard.press("h")
    is_shown(maps(page)[0], uneven.arrays["encoder a"].values[-1, 0, 0])


def test_before_the_first_frame_of_one(show, run):  # noqa: F811
    step = run.checkpoints()[6]
    other = run.branch(step, replace(SETTINGS, learning_rate=1e-3))
    list(other.train())
    page = show(pair_of(run, other), f"#figure={step - 1}/1")
    told = text_of(page, ".pair-stands")
    assert f"{run.name}: frame of step" in told and f"{other.name}: no frame yet" in told
    assert f"The first frame of {other.name} is at step {step}." in text_of(page, ".pair-heads")
    expect(page.locator(".pair-map").nth(0)).to_be_visible()
    expect(page.locator(".pair-map").nth(1).locator("svg.cells")).not_to_be_visible()
    drag(page, step)
    expect(page.locator(".pair-map").nth(1).locator("svg.cells")).to_be_visible()


@pytest.mark.slow
def test_all_fits_and_a_step_draws_no_chart_anew(show, pair, uneven):  # noqa: F811
    for figure in (pair, uneven):
        page = show(figure)
        for width in (1240, 400):
            fits(page, width, dark=width == 400)
            said = text_of(page, ".gb")
            assert not any(bad in said for bad in ("undefined", "NaN", "null", "{"))
            charts = page.query_selector_all(".run-charts svg")
            for step in range(17):
                drag(page, step)
            assert len(charts) == 2 and all(c.evaluate("(c) => c.isConnected") for c in charts)


@pytest.mark.slow
def test_a_long_line_stands_below_or_scrolls_in_its_place(show, folder):  # noqa: F811
    lines = "\n".join(f"{n} " + "sleeps and eats and " * 4 for n in "abcdefghijklmnopqrstuvwxyz")
    config = RunConfig("text", Settings(steps=2, smoothing=0.0), TINY, "characters")
    first = Run.create(config, folder, text=lines)
    list(first.train())
    pair = pair_of(first, first)
    assert len(pair.header["sides"]["target"]) > 60
    page = show(pair)
    for width, scrolls in ((1240, 0), (400, 2)):
        fits(page, width)
        expect(page.locator(".pair-map .scrolls")).to_have_count(scrolls)
        expect(page.locator(".pair-heads.one")).to_have_count(1)
