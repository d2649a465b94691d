"""The figures of a training of a text in a real browser: what is given, and what is written on."""

import re
from itertools import takewhile

from lessons.figures.live_curve import live_curve
from lessons.figures.training_pair import training_pair
from tests.lessons.positions.test_browser import fits, show, text_of  # noqa: F401  show is a fixture
from tests.lessons.training.test_browser import drag
from tests.lessons.training.test_text import film, run, task  # noqa: F401  fixtures


def marked(page, place: int) -> list[tuple[str, bool, bool]]:
    """The words of a line: (text, marked as right, marked as wrong)."""
    words = page.locator(".film-lines dd").nth(place).locator(".film-word")
    return words.evaluate_all(
        "(all) => all.map((w) => [w.textContent, ...['right', 'wrong'].map((c) => w.classList.contains(c))])"
    )


def test_what_is_given_and_what_is_written_are_told_apart(show, film):  # noqa: F811
    page = show(film)
    right = [word["label"] for word in film.header["right"]]
    assert page.locator(".film-lines dt").all_text_contents() == [
        "given", "the line goes on", "it writes",
    ]  # fmt: skip
    for k in (0, len(film.header["frames"]) - 1):
        drag(page, k + 1)
        assert [text for text, *_ in marked(page, 0)] == [w["label"] for w in film.header["given"]]
        written = film.header["written"][k]
        agreed = len(list(takewhile(lambda both: both[0] == both[1], zip(written, right))))  # noqa: B905
        assert marked(page, 2) == [[text, n < agreed, False] for n, text in enumerate(written)]
    assert page.locator(".film-heads button").count() == 4
    assert "decoder self-attention, layer 1, head 1" in text_of(page, ".film-parts .label")


def test_yardsticks_are_drawn_where_they_are(show, run, task):  # noqa: F811
    figure = live_curve(run, task, "done")
    page = show(figure)
    chart = page.locator(".run-chart").first
    found = chart.locator("text").all_text_contents()
    labels = [yardstick["label"] for yardstick in figure.header["yardsticks"]]
    assert [text for text in found if "bits" in text] == labels
    places = chart.locator("path[stroke-dasharray]").evaluate_all(
        "(all) => all.map((p) => p.getPointAtLength(0).y).sort((a, b) => a - b)"
    )
    pairs = sorted(yardstick["value"] for yardstick in figure.header["yardsticks"])
    assert len(places) == 2 and places[0] < places[1] and pairs[0] < pairs[1]
    last = run.events()[-1]
    said = text_of(page, ".run-state")
    assert f"{100 * last['next_right']:.1f} %" in said and f"{last['bits']:.2f} bits" in said


def test_all_fit(show, run, task, film):  # noqa: F811
    pair = training_pair(run, run, (task, task), [[], []], task.held_out[0])
    for figure in (film, live_curve(run, task, "done"), pair):
        page = show(figure)
        for width in (1240, 400):
            fits(page, width, dark=width == 400)
            assert not re.search(r"null|undefined|NaN|\{\w+\}", text_of(page, ".gb")), figure.kind
