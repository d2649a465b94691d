"""The exercises as they are handed out, also in the checkout of somebody who has filled one in."""

import subprocess

from tests.kit.paths import ROOT

TO_WRITE = "still to be written"


def stub(lesson: str) -> str:
    """The text of a lesson's exercise.py with all that is to be written still missing.

    Where a student has written some of it, git still knows the text as it was handed out.
    """
    name = f"lessons/{lesson}/exercise.py"
    text = (ROOT / name).read_text(encoding="utf-8")
    original = subprocess.run(
        ["git", "show", f"HEAD:{name}"], cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    if original.returncode == 0 and text.count(TO_WRITE) < original.stdout.count(TO_WRITE):
        return original.stdout
    return text


def number_of(text: str, line: str) -> int:
    """The number of the first line of the text that holds these words."""
    return next(n for n, t in enumerate(text.splitlines(), start=1) if line in t)
