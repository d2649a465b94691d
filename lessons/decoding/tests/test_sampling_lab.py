"""The sampling lab: the browser's distribution is that of `sample`, and what Python draws is what it shows."""

import itertools

import numpy as np
import pytest
import torch
from playwright.sync_api import expect

from lessons.decoding.figures.sampling_lab import DRAWS, Setting, sampling_lab
from lessons.decoding.measure.chi_square import fit
from lessons.decoding.measure.next_words import next_word, sample_texts
from lessons.figures.kit.figure import bundle
from tests.kit.chi_square import surprise
from transformer.decoding import sample
from transformer.weights import load

TEXT = "the s"
GRID = list(itertools.product((0.1, 0.5, 1.0, 1.75, 3.0), (0, 1, 3, 20), (0.05, 0.5, 0.9, 0.99, 1)))


@pytest.fixture(scope="module")
def writer():
    return load("language_model")


def given(writer) -> list[int]:
    return writer.target_vocabulary.encode(writer.task.split(TEXT))


# ---- the numbers -------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["language_model", "english_french"])
def test_the_browsers_law_is_that_of_sample(browser, name):
    """Which tokens survive is equal; their probabilities are, up to the rounding of float32."""
    trained = load(name)
    text = {"language_model": TEXT, "english_french": "the cat never sleeps"}[name]
    ids = trained.source_vocabulary if trained.reads else trained.target_vocabulary
    log_p = next_word(trained, ids.encode(trained.task.split(text)))
    best = log_p.sort(descending=True, stable=True).values
    page = browser.new_page()
    page.add_script_tag(
        content=f"{bundle('sampling_lab')}\nglobalThis.distributionOf = distributionOf;"
    )
    run = """([best, settings]) => settings.map(([temperature, k, p]) => {
      const distribution = distributionOf(best, { temperature, k, p });
      return [distribution.probability, distribution.before, distribution.kept];
    })"""
    results = page.evaluate(run, [best.tolist(), GRID])
    typed = torch.tensor([0.3, 0.2, 0.2, 0.15, 0.15]).log()  # three have exactly 0.7
    ((_, _, exact),) = page.evaluate(run, [typed.tolist(), [(1, 0, 0.7)]])
    page.close()
    assert exact == [True, True, True, False, False]
    for (temperature, k, p), (probability, before, kept) in zip(GRID, results, strict=True):
        distribution = Setting(temperature, k, p).settings().distribution(log_p)
        assert kept == (distribution.probability > 0).tolist(), (temperature, k, p)
        np.testing.assert_allclose(probability, distribution.probability, rtol=1e-6, atol=1e-12)
        np.testing.assert_allclose(before, distribution.before, rtol=1e-6, atol=1e-12)


@torch.no_grad()
def test_the_distribution_is_the_models_own(writer):
    figure = sampling_lab(writer, TEXT, Setting(0.7, 6, 0.95, seed=3, draws=1000))
    right = writer.model(torch.tensor([[1, *given(writer)]]))[0, -1].log_softmax(-1)
    right[:2] = -torch.inf  # no text has <pad> or <start> inside
    right = right.sort(descending=True, stable=True)
    np.testing.assert_allclose(figure.arrays["log_p"].values, right.values, atol=1e-4)
    labels = [token["full"] for token in figure.header["tokens"]]
    words = [writer.target_vocabulary.words[n] for n in right.indices[: len(labels)]]
    assert labels == [{"<end>": "⟨end⟩", "<unknown>": "⟨unknown⟩"}.get(w, w) for w in words]


def test_draws_and_texts_are_those_of_sample(writer):
    """A thousand rows drawn with the seed by `sample` itself, and its texts."""
    setting = Setting(1.3, 12, 0.9, seed=5, draws=1000)
    figure = sampling_lab(writer, TEXT, setting)
    prompt = torch.tensor([given(writer)])
    options = {"temperature": 1.3, "top_k": 12, "top_p": 0.9, "seed": 5}
    many = prompt.expand(1000, -1)
    step = next(sample(writer.model, many[:, :0], 1, many, **options))
    order = step.distribution.token[0]
    counted = step.answers().tokens[:, 0, 0].bincount(minlength=len(order))[order]
    assert figure.arrays["counts"].values.tolist() == counted.tolist()
    again = sample_texts(writer, given(writer), setting.settings(), seed=5)
    joined = [writer.task.join([*writer.task.split(TEXT), *text.words]) for text in again]
    assert [TEXT + text["text"] for text in figure.header["texts"]] == joined


def test_the_chi_square_sees_a_wrong_law(writer):
    figure = sampling_lab(writer, TEXT)
    counts, distribution = (
        torch.tensor(figure.arrays[n].values) for n in ("counts", "probability")
    )
    assert figure.header["fit"]["p_value"] == pytest.approx(
        surprise(counts, distribution), rel=1e-3
    )
    assert figure.header["fit"]["p_value"] > 0.001
    other = distribution + 0.01
    assert fit(counts, other / other.sum()).p_value < 1e-6
    assert (
        fit(counts, torch.where(distribution == distribution.max(), 0.0, distribution)).p_value == 0
    )


RIGHT = {"temperature": 0.5, "k": 5, "p": 0.9, "seed": 1, "draws": 100}
WRONG = [None, 3, [], {}, {**RIGHT, "more": 1}, {"temperature": 1}]
WRONG += [{**RIGHT, **change} for change in ({"temperature": 0}, {"temperature": "1"}, {"p": 1.5})]
WRONG += [{**RIGHT, **change} for change in ({"k": -1}, {"k": 1.5}, {"k": True}, {"draws": 10**9})]
WRONG += [{**RIGHT, **change} for change in ({"p": float("nan")}, {"seed": 0.5}, {"draws": [100]})]


def test_a_setting_from_a_browser_is_checked():
    assert Setting.of(RIGHT) == Setting(0.5, 5, 0.9, 1, 100)
    assert [value for value in WRONG if Setting.of(value) is not None] == []
    with pytest.raises(ValueError, match="temperature is 0"):
        Setting(temperature=0).settings()


# ---- in the browser ----------------------------------------------------------------------------
def test_dragging_previews_and_the_packed_draws_come_back(show, writer):
    shown = show(sampling_lab(writer, TEXT, Setting(1.0, 8, 0.9)))
    assert shown.text(".state") == "exact"
    kept = len(shown.texts(".rows .share"))
    assert shown.text(".label b") == f"{kept} of 39"
    why = shown.texts(".rows .why")
    assert "cut: earlier tokens sum to" in why[0] and why[1] == "rank 9, cut at k = 8"
    shown.drag("top-k", 2)
    assert shown.text(".state") == "browser preview"
    assert shown.text(".label b") == "2 of 39" and shown.texts(".rows .share") == []
    assert "Python does not run" in shown.text(".read") and "k\u00a0=\u00a08" in shown.text(".read")
    shown.at(r"1/2/0.9/0/10000")
    shown.page.get_by_role("button", name="Back to these").click()
    assert shown.text(".state") == "exact"
    shown.open("#figure=0.5/0/1/0/10000")
    assert shown.pressed("Presets") == "Sharper"
    shown.open("#figure=0.5/0/1/0/77")  # nobody draws 77 times
    assert shown.text(".state") == "exact"


def test_python_is_asked_when_a_slider_rests(browser, writer):
    """With a Python behind it: one question a rest, and its answer is taken."""
    page = browser.new_page()
    page.add_script_tag(
        content=f"{bundle('sampling_lab')}\nglobalThis.tools = {{ draw, floatsOf }};"
    )
    made = [sampling_lab(writer, TEXT, s) for s in (Setting(), Setting(k=3), Setting(k=3, seed=1))]
    page.evaluate(
        """(made) => {
        const place = document.body.appendChild(document.createElement("div"));
        globalThis.asked = [];
        globalThis.figures = made.map(([header, floats]) => [header, tools.floatsOf(floats)]);
        globalThis.drawn = tools.draw(place, ...figures[0], { home: "app", choose: (value) => asked.push(value) });
      }""",
        [[figure.complete_header, list(figure.floats)] for figure in made],
    )
    page.evaluate(
        """() => { const slider = document.querySelector("input[aria-label='top-k']");
        for (const value of [9, 5, 3]) { slider.value = value; slider.dispatchEvent(new Event("input")); }
        slider.dispatchEvent(new Event("change")); }"""
    )
    setting = {"temperature": 1, "k": 3, "p": 1, "seed": 0, "draws": DRAWS[-1]}
    assert page.evaluate("asked") == [setting]
    assert Setting.of(setting) == Setting(k=3)
    page.evaluate("drawn.update(...figures[1])")
    expect(page.locator(".state")).to_have_text("exact", use_inner_text=True)
    expect(page.locator(".rows .share")).to_have_count(3)
    page.get_by_role("button", name="Draw 10,000 again").click()
    assert page.evaluate("asked") == [setting, {**setting, "seed": 1}]
    page.evaluate("drawn.update(...figures[2])")
    expect(page.locator(".state")).to_have_text("exact", use_inner_text=True)
    page.close()
