"""A visit to a lesson's page, as somebody comes who has its address."""

import re
from html import unescape

from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from tests.kit.paths import ROOT


def begun(lesson: str) -> AppTest:
    """The lesson's page, before it runs.

    `AppTest` begins where the app does, with the pictures of all lessons, and can only switch from
    there; Streamlit calls a page by the hash of its address.
    """
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    at._page_hash = calc_hash(lesson)
    return at


def opened(lesson: str, address: dict[str, str] | None = None, **state) -> AppTest:
    """The lesson's page with this state of its widgets, "part" for "ablations-part"."""
    at = begun(lesson)
    for name, value in state.items():
        at.session_state[f"{lesson}-{name}"] = value
    for name, value in (address or {}).items():
        at.query_params[name] = value
    return at.run()


def paragraphs(at: AppTest) -> list[str]:
    """The page's paragraphs, without the links that explain its terms."""
    return [unlinked(each.value) for each in at.markdown]


def unlinked(text: str) -> str:
    """A text without the links that explain its terms."""
    return re.sub(r"\[([^\]]+)\]\(#term-[^)]+\)", r"\1", text)


def codes(at: AppTest) -> list[str]:
    """Return the text of every block of code, without its colours."""
    blocks = [each.proto.body for each in at.get("html") if 'class="code"' in each.proto.body]
    return [unescape(re.sub("<[^>]+>", "", block)) for block in blocks]


class Visitor:
    """Somebody on the page of a lesson, who goes to its parts and chooses. Opening the app costs more than what
    a test looks at, so one visitor goes through many tests."""

    def __init__(self, lesson: str):
        self.lesson, self.at = lesson, begun(lesson)

    def go(self, **state) -> "Visitor":
        """Choose, "part" for "heads-part", and look at what the page shows then, without any mistake."""
        for name, value in state.items():
            self.at.session_state[f"{self.lesson}-{name}"] = value
        self.at.run()
        assert not self.mistakes
        return self

    @property
    def mistakes(self) -> list[str]:
        """Sentences in a red box, or an exception that nobody explained."""
        boxes = [e.label for e in self.at.expander if e.label.startswith("Traceback")]
        return boxes + [str(e.value) for e in self.at.exception]

    @property
    def text(self) -> str:
        """All that is said on the page, as text or as markdown."""
        elements = (*self.at.markdown, *self.at.caption, *self.at.text)
        return "\n".join(unlinked(each.value) for each in elements)

    @property
    def markup(self) -> str:
        """All of the page's own HTML, without its style."""
        return "".join(each.value for each in self.at.html if "<style" not in each.value)

    @property
    def figure(self):
        """The figure that *Save* saves."""
        return self.at.session_state["to save"]["figure"]

    @property
    def drawn(self) -> list[str]:
        """The keys of all figures, and of the places for their panels."""
        components = [
            (each.proto.component_name, each.key) for each in self.at.get("bidi_component")
        ]
        return [key for name, key in components if name in ("glassbox_figure", "glassbox_panel")]
