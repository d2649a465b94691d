"""A page that is dark on the screen is printed with dark ink on white, to its end, with its covers."""

import io
import re

import pypdf
import pytest

from lessons.attention.figures.three_inputs.example import example
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
# What would scroll on paper.
SCROLLS = """() => {
  const found = [];
  const look = (root) => {
    for (const one of root.querySelectorAll("*")) {
      if (one.shadowRoot) look(one.shadowRoot);
      const scrolls = one.checkVisibility() && getComputedStyle(one).overflowX === "auto";
      if (scrolls && one.scrollWidth - one.clientWidth > 2) found.push(`${one.tagName} ${one.className}`);
    }
  };
  look(document);
  return found;
}"""


def sheets_of(page) -> list[str]:
    """The text of each sheet of paper."""
    return [one.extract_text() for one in pypdf.PdfReader(io.BytesIO(page.pdf())).pages]


def plain(text: str) -> str:
    return re.sub(r"\s", "", text)


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


@pytest.mark.parametrize("name", ["", "attention", "embeddings", "training", "sequences"])
def test_a_dark_page_is_printed_to_its_end_with_dark_ink_on_white(page, app, name):
    page.emulate_media(color_scheme="dark")
    page.goto(f"{app.url}/{name}")
    page.locator(".gb, .st-key-begin").first.wait_for()
    still(page)
    assert page.evaluate(WRONG)
    height = page.locator(".stMain").evaluate("main => main.scrollHeight")
    page.evaluate(PRINTS)
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(WRONG) == []
    assert page.evaluate(SCROLLS) == []
    page.evaluate(PRINTED)
    sheets = sheets_of(page)
    page.emulate_media(media="screen")
    assert len(sheets) >= height // 1600  # a sheet has less than 1,600 pixels
    last = page.locator(".stMain p:visible").filter(has_text=re.compile(r"\S")).last.inner_text()
    assert plain(last) in plain("".join(sheets))


def test_what_is_covered_stays_covered_on_paper(page, app):
    page.goto(f"{app.url}/machine")
    page.locator(".gb").first.wait_for()
    still(page)
    covered = page.locator("[class*=st-key-telling-]:has(.seal.covered)").first.text_content()
    seen = page.locator(".stMain").inner_text()
    printed = plain("".join(sheets_of(page)))
    page.emulate_media(media="screen")
    hidden = [number for number in re.findall(r"\d\.\d\d", covered) if number not in seen]
    assert hidden and not [number for number in hidden if number in printed]
