"""One way to write a number, wherever people read it: 99.8%, as `percent` of core.js and Python's `:.1%` do."""

import re
import subprocess
import tokenize

import pytest

from tests.kit.paths import ROOT

READ = ("*.py", "*.js", "*.md", "*.ipynb", "*.txt", "*.typ")
APART = re.compile(r"[\d}][ \u00a0\u2009\u202f]%(?!\s*[\w(.-]+\s*[;:,)\]])")  # not `n % 2)`


def said(name: str) -> str:
    """A text, or the strings and comments of a Python file."""
    with open(ROOT / name, "rb") as file:
        if not name.endswith(".py"):
            return file.read().decode()
        spoken = (tokenize.STRING, tokenize.COMMENT)
        return "\n".join(
            one.string for one in tokenize.tokenize(file.readline) if one.type in spoken
        )


@pytest.mark.parametrize(
    "place", ["lessons", "transformer", "notebooks", "docs", "scenes", "benchmarks", "*.md"]
)
def test_a_percent_sign_stands_at_its_number(place):
    patterns = [f"{place}/{one}" for one in READ] if place != "*.md" else [place]
    found = subprocess.run(
        ["git", "ls-files", "--", *patterns], cwd=ROOT, capture_output=True, text=True, check=True
    )
    names = found.stdout.split()
    assert names, f"nothing to read in {place}"
    for name in names:
        text = said(name)
        assert not (wrong := APART.search(text)), (
            f"{name}: {text[max(0, wrong.start() - 40) : wrong.end() + 20]!r}"
        )


def test_what_is_looked_for_would_be_found():
    for wrong in (
        "99.8 %",
        "`${share} %`",
        "{share}\u202f% of all",
        "5 % less",
        "{low} % – {high} %",
    ):
        assert APART.search(wrong), wrong
    for right in ("99.8%", "{share:.1%}", "(k + 1) % count", "n % 2)", "`${2 * j % d}`"):
        assert not APART.search(right), right
