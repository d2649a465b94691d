"""What holds for every figure, saved and opened in a browser that is offline."""

from contextlib import suppress

import pytest

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
        assert nothing not in said
    assert shown.run("root.querySelectorAll('img, script').length") == 0
