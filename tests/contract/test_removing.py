"""A lesson is one folder and one entry: without them the app, the site and the notebooks work."""

import re
import shutil
import subprocess
import sys

import pytest

from tests.kit.project import copied

pytestmark = pytest.mark.slow
OPENED = """
from streamlit.testing.v1 import AppTest
page = AppTest.from_file("app.py", default_timeout=300).run()
assert not page.exception, page.exception
print(*(lesson.name for lesson in __import__("lessons").LESSONS))
"""


@pytest.mark.parametrize("lesson", ["pictures", "memory", "decoding"])
def test_the_rest_works_without_a_lesson(lesson, tmp_path):
    folder = copied(tmp_path / "project")
    shutil.rmtree(folder / "lessons" / lesson)
    contents = folder / "lessons/__init__.py"
    entry = rf'    Lesson\(\n        name="{lesson}",.*?\n    \),\n'
    text, count = re.subn(entry, "", contents.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert count == 1
    contents.write_text(text, encoding="utf-8")

    def run(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command], cwd=folder, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    assert lesson not in run("-c", OPENED).split()
    run("-m", "lessons.build")
    notebooks = sorted(path.name for path in (folder / "notebooks").glob("*.ipynb"))
    assert len(notebooks) == 20 and not any(lesson in name for name in notebooks)
    run("-m", "lessons.build", "--check")
    run(
        "-m",
        "web.build",
        str(tmp_path / "site"),
        "--quick",
        "--without-python",
        "--lesson",
        "heads",
    )
    assert (tmp_path / "site/heads/index.html").is_file()
    own = "lessons/heads/tests"
    run("-m", "pytest", "-m", "not slow", own, "tests/contract/test_architecture.py")
