"""What holds for every figure, saved and opened in a browser that is offline."""

from contextlib import suppress

import numpy as np
import pytest

from lessons.figures.kit.choices import names, places
from tests.contract.test_figures import NAMES, made
from tests.kit.type_sizes import smaller


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_it_fits_in_both_themes_and_a_mistyped_address_opens_it(name, show):
    figure = made(name)
    mistyped = "/".join(["nonsense", *["99"] * len(figure.header["start"])])
    shown = show(figure, f"#figure={mistyped}", width=1440)
    assert shown.page.title() == figure.header["title"]
    for width, dark in ((1440, False), (1024, True), (400, True), (700, False)):
        shown.fits(width, dark)
        with suppress(AssertionError):  # until it is drawn anew, a picture is the old one, scaled
            shown.wait(lambda: smaller(shown.page, 12) == [], seconds=3)
        assert smaller(shown.page, 12) == []
        ground = "getComputedStyle(root.querySelector('.gb')).colorScheme"
        wanted = "dark" if dark else "light"
        shown.wait(lambda ground=ground, wanted=wanted: shown.run(ground) == wanted)
    said = shown.text(".gb")
    for nothing in ("null", "undefined", "NaN", "[object"):
        assert nothing not in said or nothing in str(figure.header), nothing
    assert shown.run("root.querySelectorAll('img, script').length") == 0


LIVE = "[aria-live]"
ARROWS = {"←→": ("ArrowRight", "ArrowLeft"), "↑↓": ("ArrowDown", "ArrowUp")}


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_its_keys_choose_and_its_address_brings_the_choice_back(name, show):
    header = made(name).header
    keyed = [
        one
        for one in header.get("choices", ())
        if one["keys"] and one["linked"] and len(names(one["labels"], places(header))) > 1
    ]
    if not keyed:
        return
    shown = show(made(name))

    def where() -> str:
        shown.later()
        return shown.where()

    for one in reversed(keyed):  # what depends on another one comes first
        before, shift = where(), "Shift+" * one["keys"].startswith("⇧")
        keys = one["keys"].removeprefix("⇧")
        told = shown.texts(LIVE)
        shown.page.locator(".gb").first.focus()
        for key in ARROWS.get(keys, (keys,)):  # at the last one: back
            if where() == before:
                shown.page.keyboard.press(shift + key)
        assert where() != before, f"{keys} changes no {one['name']}"
        assert shown.texts(LIVE) != told, f"a screen reader says nothing about {one['name']}"
    left = where()
    shown.open(f"#{left}")
    assert where() == left


# What draws numbers, besides tables and sentences.
DRAWN = ".grid, svg.plot, svg.bars, canvas.points, .heat, svg.distributions, svg.small-map"
# Two controls of each kind that can be pressed now; the full screen of Present would be another page.
CONTROLS = """(() => {
  const kinds = new Map();
  const able = (one) => !one.disabled && one.checkVisibility({ visibilityProperty: true });
  for (const one of root.querySelectorAll("button:not(.primary.off-stage), summary, input[type=checkbox]")) {
    const kind = [one.tagName, one.type, one.parentElement.tagName, one.parentElement.className].join();
    if (able(one)) kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  return [...kinds].flatMap(([kind, all]) => all.slice(0, 2).map((one, n) => [`${kind} ${n}`, one]));
})()"""
FOCUSED = "[root.activeElement?.tagName, root.activeElement?.disabled ?? false]"


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_what_it_draws_is_also_a_table(name, show):
    shown = show(made(name), width=1440)
    bare = (
        "[...root.querySelectorAll(given)].filter((one) => !one.closest('[data-numbers]')).length"
    )
    assert shown.run(bare, DRAWN) == 0
    fold = "details.numbers"
    assert shown.run("root.querySelector(given).hasAttribute('open')", fold) is False
    if not shown.run("root.querySelectorAll('[data-numbers]').length"):
        assert shown.run("root.querySelector(given).hidden", fold) or "chart" in made(name).header
        return
    assert (
        shown.run("root.querySelectorAll('.numbers table').length") == 0
    )  # built when it is opened
    shown.page.locator(f"{fold} summary").click()
    shown.wait(lambda: shown.texts(".numbers table"))
    for table in shown.run(
        "[...root.querySelectorAll('.numbers table')].map((one) => ({ caption: one.caption.textContent,"
        " heads: [...one.querySelectorAll('th')].map(({ scope }) => scope), text: one.textContent }))"
    ):
        assert table["caption"] and "row" in table["heads"], table
        assert set(table["heads"]) <= {"row", "col"}
        for wrong in ("NaN", "undefined", "null", "[object"):
            assert wrong not in table["text"], table["caption"]


def number(text: str) -> float:
    """6.0337 · 10⁻⁶ → 6.0337e-6"""
    mantissa, _, power = text.replace("−", "-").partition(" · 10")
    digits = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
    return float(mantissa) * 10.0 ** int(power.translate(digits) or 0)


@pytest.mark.slow
def test_the_tables_have_the_numbers_of_the_arrays(show):
    figure = made("three_inputs")
    shown = show(figure, width=1440)
    shown.page.locator("details.numbers summary").click()
    first = "root.querySelector('.numbers table').tBodies[0].rows"
    cells = f"[...{first}].map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))"
    shown.wait(lambda: shown.texts(".numbers table"))
    told = np.array([[number(text) for text in row] for row in shown.run(cells)])
    kept = [array.values for array in figure.arrays.values() if array.values.shape == told.shape]
    assert any(np.allclose(told, values, atol=5e-5) for values in kept)  # four decimals


@pytest.mark.slow
def test_a_covered_answer_is_covered_in_its_table(show):
    shown = show(made("lights"), width=1440)
    shown.run("root.host.style.setProperty('--telling', 'hidden')")
    shown.page.locator("details.numbers summary").click()
    shown.wait(lambda: shown.texts(".numbers table"))
    assert (
        shown.run("getComputedStyle(root.querySelector('.numbers table')).visibility") == "hidden"
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_control_that_is_pressed_leaves_the_focus_in_the_figure(name, show):
    shown, pressed, lost = show(made(name)), set(), []
    while waiting := [
        one for one in shown.run(f"{CONTROLS}.map(([one]) => one)") if one not in pressed
    ]:
        control = waiting[0]
        shown.run(f"{CONTROLS}.find(([one]) => one === given)[1].focus()", control)
        shown.page.keyboard.press(" ")
        pressed.add(control)
        if shown.run(FOCUSED)[0] is None or shown.run(FOCUSED)[1]:
            lost.append(control)
    assert not lost, f"{len(lost)} of {len(pressed)}"
