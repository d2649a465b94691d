"""LayerNorm by hand and gradients over the depth: what is drawn is what was measured."""

import numpy as np
import pytest

from lessons.block.figures.depth_gradients import depth_gradients
from lessons.block.figures.four_numbers import four_numbers
from lessons.block.measure.depth import all_passes


@pytest.fixture(scope="module")
def gradients():
    return depth_gradients(all_passes())


def test_one_steps_through_layer_norm_and_changes_the_divisor(show):
    shown = show(four_numbers())
    keys = shown.page.keyboard
    hidden = "getComputedStyle(root.querySelectorAll('.lines-table tr')[5].querySelector('td')).visibility"
    assert shown.run(hidden) == "hidden", "what comes later is not told yet"
    for _ in range(5):
        keys.press("ArrowRight")
    row = ".lines-table tr:nth-child(6)"
    assert shown.run(hidden) == "visible"
    assert "1.3416" in shown.text(row)
    assert "is 1 for every x." in shown.text(".told")
    shown.page.get_by_role("button", name="no √", exact=True).click()
    assert "1.2000" in shown.text(row) and "0.8944" in shown.text(".told")
    keys.press("v")
    assert "0.1200" in shown.text(row) and "0.0894" in shown.text(".told")
    shown.at("2/2/6")
    show(four_numbers(), "#figure=4/2/6")
    assert "0 / 0" in shown.text(row) and "prevents this division" in shown.text(".told")
    keys.press("ArrowUp")
    assert "Without ε, it would be 0 / 0" in shown.text(".told")
    shown.page.get_by_role("button", name="play").click()
    shown.later(60_000)
    assert shown.run("root.querySelectorAll('.unseen-step').length") == 0
    shown.fits(1024, dark=True)


@pytest.fixture
def passes(gradients):
    """Return the curve of each seed without both structures, through 24 layers, and their mean."""
    return tuple(gradients.arrays[f"without both 24{of}"].values for of in ("", " mean"))


def test_the_mean_is_that_of_the_seeds_and_a_wrong_place_is_refused(gradients, passes):
    by_seed, mean = passes
    np.testing.assert_allclose(mean, by_seed.mean(0), rtol=1e-5)
    for wrong in ({"depth": 3}, {"depth": True}, {"way": 0}):
        with pytest.raises(ValueError):
            gradients.at(**wrong)


@pytest.mark.slow
def test_curves_and_table_are_the_passes(gradients, passes, show):
    by_seed, mean = passes
    shown = show(gradients, "#figure=24/5")
    assert shown.pressed("structure") == "neither"
    first_layer = shown.texts(".told-table tr.named td")[0]
    number, raised = first_layer.split(" · 10")
    exponent = int(raised.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")))
    assert float(number) * 10.0**exponent == pytest.approx(10 ** mean[0], rel=0.5)
    curves = "document.querySelector('.js-plotly-plot').data.map((one) => one.y)"
    shown.wait(lambda: len(shown.page.evaluate(curves)) == 5 + len(by_seed))
    drawn = shown.page.evaluate(curves)
    assert drawn[: len(by_seed)] == pytest.approx(10.0 ** by_seed.astype(float), rel=1e-5)
    assert drawn[-1] == pytest.approx(10.0 ** mean.astype(float), rel=1e-5)
    shown.page.keyboard.press("ArrowLeft")
    assert shown.pressed("layers") == "12"
    shown.wait(lambda: len(shown.page.evaluate(curves)[-1]) == 12)
    shown.page.keyboard.press("ArrowUp")
    assert "Residual" not in shown.text(".told") and "without residual" in shown.text(".told")
    shown.at("12/4")
    show(gradients, "#figure=2/1")
    shown.page.get_by_role("button", name="play").click()
    shown.later(60_000)
    assert shown.pressed("layers") == "24"
    shown.fits(1024)
