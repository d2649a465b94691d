"""A page that is dark on the screen is printed with dark ink on white."""

import pytest

from lessons.figures.three_inputs.example import example
from tests.kit.app import still

# Each dark background and each light text, also inside figures. Buttons may be dark with light letters.
WRONG = """() => {
  const light = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\\d.]+/g).map(Number);
    return a < 0.1 ? null : (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
  };
  const found = [];
  const look = (root) => {
    for (const one of root.querySelectorAll("*")) {
      if (one.shadowRoot) look(one.shadowRoot);
      if (one.matches("style, script, button, button *, summary") || !one.checkVisibility()) continue;
      const { color, backgroundColor } = getComputedStyle(one);
      const ground = light(backgroundColor), ink = light(color);
      const writes = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
      const name = `${one.tagName} ${one.className}`;
      if (ground !== null && ground < 0.3) found.push(`${name}: dark background`);
      if (writes && ink > 0.72) found.push(`${name}: light text ${one.textContent.slice(0, 30)}`);
    }
  };
  look(document);
  return found;
}"""
PRINTS = "dispatchEvent(new Event('beforeprint'))"
PRINTED = "dispatchEvent(new Event('afterprint'))"


def test_a_figure_is_drawn_for_paper_and_again_for_the_screen(page, tmp_path):
    file = tmp_path / "figure.html"
    example().save(file)
    page.emulate_media(color_scheme="dark")
    page.goto(file.as_uri())
    assert page.evaluate(WRONG)  # otherwise nothing is tested
    dark = page.locator(".gb").first.evaluate("gb => gb.style.cssText")
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate(PRINTS)
    assert page.evaluate(WRONG) == []
    page.emulate_media(media="screen", color_scheme="dark")
    page.evaluate(PRINTED)
    assert page.locator(".gb").first.evaluate("gb => gb.style.cssText") == dark


@pytest.mark.parametrize("name", ["", "attention", "embeddings", "training"])
def test_a_dark_page_is_printed_with_dark_ink_on_white(page, app, name):
    page.emulate_media(color_scheme="dark")
    page.goto(f"{app.url}/{name}")
    page.locator(".gb, .st-key-begin").first.wait_for()
    still(page)
    assert page.evaluate(WRONG)
    page.evaluate(PRINTS)
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(WRONG) == []
    page.emulate_media(media="screen")
