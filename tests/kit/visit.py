"""A visit to a lesson's page, as somebody comes who has its address."""

import re

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
