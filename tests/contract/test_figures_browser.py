"""What holds for every figure, saved and opened in a browser that is offline."""

from contextlib import suppress

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
        for key in ARROWS.get(keys, (keys,)):  # at the last one: back
            if where() == before:
                shown.page.keyboard.press(shift + key)
        assert where() != before, f"{keys} changes no {one['name']}"
    left = where()
    shown.open(f"#{left}")
    assert where() == left
