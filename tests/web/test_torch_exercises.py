"""The exercises, checked with the tab's PyTorch: the same tests that hold them with PyTorch itself.

So each solution passes, and each usual mistake, written in another style, is called by its name. (`conftest.py` is left
out: it needs the real Streamlit, whose place the stand-in has taken.)
"""

import pytest

from lessons import LESSONS
from tests.web.apart import in_the_tab

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("lesson", [lesson.name for lesson in LESSONS])
def test_solutions_pass_and_mistakes_are_named(lesson):
    chosen = f"{lesson} and not stub"
    said = in_the_tab(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "--noconftest", "tests/contract/test_exercises.py", "-k", chosen
    )  # fmt: skip
    assert "100%" in said and "failed" not in said
