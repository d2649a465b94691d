"""A saved figure in a browser, with networking off; a test fails on any error, dialog or request.

`show(figure)` opens one. All tests of a file look through one page, since a page of its own costs a
figure more than drawing does. Its clock stands still until `later()`: what happens by itself happens
then, on any machine, and nobody waits for it.
"""

import re
from itertools import count

import pytest

# In the page of a saved file the figure sits in the shadow root of its only element.
ROOT_OF = "const root = document.querySelector('[data-glassbox]').shadowRoot;"
REST = 200  # milliseconds; an address is written when the hand has rested for 150


class Shown:
    """The page, and what is asked of the figure in it."""

    def __init__(self, browser):
        self.context = browser.new_context()
        self.context.set_offline(True)
        self.context.clock.install(time=0)
        self.context.clock.pause_at(1000)
        self.page, self.problems, self.file = self.context.new_page(), [], None
        problem = self.problems.append
        self.page.on("console", lambda message: message.type == "error" and problem(message.text))
        self.page.on("pageerror", lambda error: problem(str(error)))
        self.page.on("dialog", lambda dialog: (problem("a dialog opened"), dialog.dismiss()))
        self.page.on(
            "request", lambda request: request.url.startswith("file:") or problem(request.url)
        )

    def open(self, address="", *, file=None, width=1240, height=900, dark=False, still=False):
        """The figure as somebody finds it who opens this file, or follows a link into it."""
        page = self.page
        if file is None:  # the same file: another address alone would load nothing
            page.goto("about:blank")
        self.file = file or self.file
        page.mouse.move(0, 0)  # nobody points at anything yet
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if still else "no-preference",
        )
        page.goto(f"file://{self.file}{address}")
        page.locator(".gb").first.focus()  # only a figure with the focus gets keys
        return self

    def run(self, code: str, argument=None):
        """Evaluate an expression over `root`, the figure's shadow root, and `given`."""
        return self.page.evaluate(f"(given) => {{ {ROOT_OF} return {code}; }}", argument)

    def text(self, selector: str) -> str:
        return self.page.locator(selector).first.inner_text()

    def texts(self, selector: str) -> list[str]:
        return self.run("[...root.querySelectorAll(given)].map((n) => n.textContent)", selector)

    def pressed(self, group: str) -> str:
        return self.text(f"[aria-label='{group}'] [aria-pressed=true]")

    def drag(self, name: str, value) -> None:
        """Move a slider as a hand does, without letting it go."""
        slider = f"root.querySelector(`input[type=range][aria-label='{name}']`)"
        moved = f"Object.assign({slider}, {{ value: given }}).dispatchEvent(new Event('input'))"
        self.run(moved, value)

    # ---- time and the address --------------------------------------------------------------------
    def later(self, milliseconds=REST) -> None:
        """Put the page's clock forward: what was to happen by then has happened."""
        self.page.clock.run_for(milliseconds)

    def where(self) -> str:
        return self.page.url.partition("#")[2]

    def at(self, place: str) -> None:
        """The hand rests, and the address names this place (a pattern)."""
        self.later()
        self.wait(lambda: re.fullmatch(f"figure={place}", self.where()))

    def wait(self, happened, seconds=30):
        """Ask until it is so. (Playwright's own way needs eval, which the saved page forbids.)"""
        for _ in range(seconds * 100):
            if happened():
                return
            self.page.wait_for_timeout(10)
        raise AssertionError(f"did not happen; the address is {self.where()}")

    # ---- sizes -----------------------------------------------------------------------------------
    def fits(self, width: int, dark=False) -> None:
        """Nothing sticks out at this width: the page need not be moved sideways."""
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(color_scheme="dark" if dark else "light")
        self.wait(lambda: self.run("innerWidth === given", width))
        # A chart lays itself out again when the window has rested.
        self.wait(
            lambda: self.later() or self.run("document.documentElement.scrollWidth <= given", width)
        )


@pytest.fixture(scope="module")
def shown(browser):
    """The page through which the tests of a file look at saved figures."""
    shown = Shown(browser)
    yield shown
    shown.context.close()


@pytest.fixture
def show(shown, tmp_path):
    """Open a figure, saved: `show(figure, "#figure=cross/1/2", width=1024, dark=True)`."""
    files = (tmp_path / f"figure{n}.html" for n in count())

    def function(figure, address="", **look) -> Shown:
        return shown.open(address, file=figure.save(next(files)), **look)

    shown.problems.clear()
    yield function
    assert shown.problems == [], shown.problems
