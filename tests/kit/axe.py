"""A lesson's page for ears and weak eyes: what axe-core finds in each part, and whether its figure says what it does."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

# Two rules that axe does not run by itself. It need not load style sheets a second time.
RUN = """async (only) => {
  const rules = { "target-size": { enabled: true }, "label-content-name-mismatch": { enabled: true } };
  const { violations } = await axe.run(document, {
    resultTypes: ["violations"], preload: false, ...(only.length ? { runOnly: only } : { rules }),
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, any }) =>
    `${id}: ${target.flat().at(-1)} ${html.slice(0, 120)} ${any[0]?.message ?? ""}`));
}"""
# Until two looks find the same elements, inside figures too, and nothing is being replaced.
DRAWN = """() => {
  const size = (root) => [...root.querySelectorAll("*")]
    .reduce((sum, one) => sum + 1 + (one.shadowRoot ? size(one.shadowRoot) : 0), 0);
  const [before, now] = [globalThis.sizeBefore, size(document)];
  globalThis.sizeBefore = now;
  return before === now;
}"""
FIGURE = ".st-key-lesson .gb"
# What the first figure shows, and what a screen reader has been told.
LOOK = """(figure) => [
  figure.querySelector(".left").innerHTML.replace(/hatch-\\d+/g, ""), // a pattern has a new name each time
  [...figure.querySelectorAll("[aria-live], [role=status]")].map((one) => one.textContent).join(),
]"""
KEYS = ("ArrowRight", "ArrowDown", "Shift+ArrowRight", "Shift+ArrowDown")


@cache
def script() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def violations(page, *only: str) -> list[str]:
    """One line for each element that breaks a rule; `only` these rules, by default all. A page that is still
    being drawn is pale for a moment, so what is found is looked for again."""
    if not page.evaluate("Boolean(globalThis.axe)"):
        page.evaluate(script())
    for _ in range(8):
        elements = page.evaluate(RUN, list(only))
        if not elements:
            break
        page.wait_for_timeout(250)
    return elements


def show_in_theme(page, theme: str) -> None:
    """The page in a theme, from its top: lower down, the bar lies over what scrolls under it."""
    page.evaluate("document.querySelector('.stMain')?.scrollTo(0, 0)")
    page.emulate_media(color_scheme=theme)
    page.wait_for_function(DRAWN)


def parts(page, lesson: str) -> Iterator[str]:
    """Open each part of a lesson's page, one after the other; a page without parts is one."""
    buttons = page.locator(f"[class*=st-key-{lesson}-part] :is(button, [role=radio])")
    for number in range(max(1, buttons.count())):
        if number:
            buttons.nth(number).click()
            chosen = "one => one.ariaChecked === 'true' || one.ariaPressed === 'true'"
            button = buttons.nth(number).element_handle()
            page.wait_for_function(chosen, arg=button) if button.get_attribute("role") else None
        page.wait_for_function(DRAWN)
        yield buttons.nth(number).inner_text() if buttons.count() else lesson


def silent(page) -> list[str]:
    """The keys that change the first figure of a page without a word to a screen reader. A figure that a question
    still covers receives no keys."""
    figures = page.locator(FIGURE).filter(visible=True)
    if not figures.count():
        return []
    figure, silent_keys = figures.first, []
    figure.focus()
    for key in KEYS:
        before, text = figure.evaluate(LOOK)
        page.keyboard.press(key)
        after, new_text = figure.evaluate(LOOK)
        if before != after and text == new_text:
            silent_keys.append(key)
    return silent_keys
