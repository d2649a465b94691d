"""A zoo of edits: each gives a picture, or a sentence with the true cause and the true line."""

import pytest

from tests.app.edits import EDITS, PICTURE
from tests.kit import project
from tests.kit.paths import ROOT

pytestmark = pytest.mark.slow

# One process makes one edit after the other, as an app that stays open; torch is imported once.
DRIVER = """
import json, sys
from pathlib import Path
from lessons.host import live, monitor, remote

remote.serve()

def look(file=""):
    live.poll_for_edits()
    try:
        if str(file).endswith("exercise.py"):
            result = live.import_module("lessons.kit.warming").check_exercise("attention")
            return {"sentence": f"{result.saw} {result.look_at}"}
        results = live.import_module("lessons.attention.results")
        reading = results.encode("english_french", "it was too tired")
        figure, facts = results.figure("english_french", reading), results.facts("english_french", reading)
        return {"sentence": "picture"}
    except Exception as error:
        return vars(error.mistake)

answers = {"": look()}
live.SECONDS, monitor.ASLEEP = 2.0, 3.0  # reading all anew may take half a second of a busy processor
for name, (file, new) in json.loads(sys.stdin.read()).items():
    file = Path(file)
    whole = file.read_bytes() if file.exists() else None
    file.unlink() if new is None else file.write_bytes(new.encode("latin-1"))
    answers[name] = look(file)
    file.unlink() if whole is None else file.write_bytes(whole)
answers["mended"] = look()
answers["here"] = {"torch": "torch" in sys.modules, "machine": "transformer.attention" in sys.modules}
remote.pool.shut_down()  # what it took is counted, too
print("ANSWERS" + json.dumps(answers))
"""


def edited(file: str, old: str | None, new: str | bytes | None) -> tuple[bytes | None, int]:
    """The file after an edit, and the number of the line that is marked as the one to blame."""
    if old is None:
        return new, 0
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    at = next(n for n, line in enumerate(lines) if old in line)  # no such line any more?
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    lines[at : at + 1] = [indent + line for line in new.splitlines()]
    blamed = next((n for n, line in enumerate(lines, 1) if line.endswith("#!")), 0)
    return "\n".join([*lines, ""]).encode(), blamed


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What a page of a copy of the project said to every edit."""
    texts = {name: edited(file, old, new)[0] for name, (file, old, new, _) in EDITS.items()}
    given = {
        name: (EDITS[name][0], None if text is None else text.decode("latin-1"))
        for name, text in texts.items()
    }
    return project.answers(DRIVER, given, tmp_path_factory.mktemp("zoo") / "project")


@pytest.mark.parametrize("name", EDITS)
def test_the_true_cause_and_the_true_line(answers, name):
    file, old, new, words = EDITS[name]
    said = answers[name]["sentence"]
    if words == PICTURE:
        assert said == PICTURE
        return
    _, blamed = edited(file, old, new)
    for word in (*words, *([f"{file}:{blamed}"] if blamed else ())):
        assert word in said
    assert "Traceback" not in said and "\n" not in said


def test_nothing_outlives_its_mending(answers):
    assert answers[""]["sentence"] == answers["mended"]["sentence"] == PICTURE
