"""The figures of a training in a real browser: the film offline, and a run that is watched as it trains."""

import pytest
from playwright.sync_api import expect

from lessons.figures.training_film import training_film
from tests.kit.saved_figure import ROOT_OF
from tests.kit.saved_running import address_of, fits, show, text_of  # noqa: F401  show is a fixture
from tests.kit.small import TINY
from transformer.measure.training.checkpoints import load_checkpoint, moment
from transformer.runs import Run, RunConfig
from transformer.training import build, vocabularies
from transformer.training.settings import Settings

SETTINGS = Settings(steps=16, learning_rate=1e-2)


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    run = Run.create(RunConfig("copy", SETTINGS, TINY), tmp_path_factory.mktemp("runs"))
    list(run.train())
    return run


@pytest.fixture(scope="module")
def film(run):
    task, example = run.task(), run.task().held_out[0]
    model, words = build(task, SETTINGS.seed, **TINY), vocabularies(task)
    moments = [
        moment(load_checkpoint(run, model, s), task, words, s, example) for s in run.checkpoints()
    ]
    return training_film(run, task, moments, example)


def drag(page, value) -> None:
    page.evaluate(
        f"(value) => {{ {ROOT_OF} const slider = root.querySelector('.film-bar input'); "
        "slider.value = value; slider.dispatchEvent(new Event('input')); }",
        value,
    )


def cells(page) -> list[str]:
    found = "[...root.querySelectorAll('.film-map .cells text')].map((t) => t.textContent)"
    return page.evaluate(f"() => {{ {ROOT_OF} return {found}; }}")


def cursor(page) -> list[float]:
    found = "[...root.querySelectorAll('.film-top .guide:last-child')].map((l) => +l.getAttribute('x1'))"
    return page.evaluate(f"() => {{ {ROOT_OF} return {found}; }}")


def test_one_slider_moves_everything(show, film):  # noqa: F811
    page = show(film)
    frames, seen = film.header["frames"], []
    for k in (0, 7, len(frames) - 1):
        drag(page, k + 1)
        assert text_of(page, ".film-bar b") == f"step {frames[k]}"
        wrote = page.locator(".film-lines dd").nth(2).locator(".film-word").all_text_contents()
        missing = ["·"] * (len(wrote) - len(film.header["written"][k]))
        assert wrote == film.header["written"][k] + missing
        weights = film.arrays["cross"].values[k, 0, 0].flatten()
        for text, value in zip(cells(page), weights, strict=True):
            assert value < 0.005 if text == "" else float(text) == pytest.approx(value, abs=0.0051)
        dot = page.locator(".film-points circle.own").first
        seen.append((cursor(page), dot.get_attribute("cx"), tuple(cells(page))))
    for a, b in zip(seen, seen[1:], strict=False):
        assert all(x != y for x, y in zip(a, b, strict=True)), (
            "cursor, points and map move together"
        )
    assert all(a[0][0] < b[0][0] for a, b in zip(seen, seen[1:], strict=False))


def test_heads_keys_jumps_and_address(show, film):  # noqa: F811
    page = show(film, "#figure=0/1")
    page.locator(".film-card").hover(position={"x": 5, "y": 5})
    page.keyboard.press("ArrowRight")
    page.keyboard.press("h")
    address_of(page, f"={film.header['frames'][1]}/2$")
    expect(page.locator(".gb")).to_contain_text(
        "encoder self-attention, layer 1, head 1 at step", use_inner_text=True
    )
    page.locator(".film-heads button").nth(3).click()
    assert "decoder self-attention" in text_of(page, ".film-parts .label")
    page.get_by_role("button", name="Steepest fall").click()
    frame = film.header["jumps"]["cliff"]["frame"]
    address_of(page, f"={film.header['frames'][frame]}/4$")
    page.reload()
    assert text_of(page, ".film-bar b") == f"step {film.header['frames'][frame]}"
    expect(page.locator(".film-heads button[aria-pressed=true]")).to_have_count(1)
    page.get_by_role("button", name="Last frame").click()
    page.get_by_role("button", name="▷ play").click()
    page.get_by_role("button", name="❚❚ pause").click()
    page.get_by_text("▷ play").wait_for()
