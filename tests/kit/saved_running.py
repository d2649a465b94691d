"""The figures of a training in a browser whose clock goes on: films play, and an address is written when
the hand rests."""

import re

import pytest

from tests.kit.saved_figure import ROOT_OF


@pytest.fixture
def show(browser, tmp_path):
    """Open a saved figure with networking off; any error or request fails the test."""
    contexts, problems = [], []

    def function(figure, address="", width=1240, dark=False):
        path = figure.save(tmp_path / f"figure{len(contexts)}.html")
        scheme = "dark" if dark else "light"
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        context.set_offline(True)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda r: None if r.url.startswith("file:") else problems.append(r.url))
        page.goto(f"file://{path}{address}")
        page.locator(".gb").focus()  # only a figure with the focus gets keys
        return page

    yield function
    assert problems == []
    for context in contexts:
        context.close()


def fits(page, width: int, dark: bool = False) -> None:
    """Nothing sticks out at this width: the page need not be moved sideways."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme="dark" if dark else "light")
    page.wait_for_function(
        "(width) => innerWidth === width && document.documentElement.scrollWidth <= width",
        arg=width,
    )


def text_of(page, selector: str) -> str:
    return page.locator(selector).first.inner_text()


def address_of(page, wanted: str) -> None:
    """The address is written when the hand rests."""
    for _ in range(60):
        if re.search(wanted, page.url.partition("#")[2]):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{wanted} is not in {page.url}")


def drag(page, name: str, value) -> None:
    """Move a slider as a hand does, without letting it go."""
    page.evaluate(
        f"([name, value]) => {{ {ROOT_OF} const slider = root.querySelector(`input[type=range]"
        "[aria-label='${name}']`); slider.value = value; slider.dispatchEvent(new Event('input')); }",
        [name, value],
    )
