"""All texts as a gettext catalogue."""

import ast
import io
import subprocess
import sys

from babel.messages.pofile import read_po

from lessons.texts import DRAWN, PIECES, PLURAL, flag_of, texts
from tests.kit.paths import ROOT


def test_hardly_any_text_is_assembled_and_no_plural_is_made_by_hand():
    flags = [text.flag for text in texts() if text.flag]
    assert flags.count(PLURAL) == 0 and flags.count(PIECES) <= 6 and flags.count(DRAWN) <= 5, flags


def test_what_cannot_be_translated_is_flagged():
    def flag(source: str) -> str:
        return flag_of(ast.parse(source).body[0].value)

    assert flag("f\"{n} check{'s' * (n != 1)} failed\"") == PLURAL
    assert flag("f\"{n} check{'' if n == 1 else 's'} failed\"") == PLURAL
    assert flag("f\"The losses {'are the same' if same else 'differ here'}.\"") == PIECES
    assert flag("f\"The loss is {losses['the first run']}.\"") == ""


def test_the_catalogue_has_each_kind_of_text():
    command = [sys.executable, "-m", "lessons.texts"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    catalog = read_po(io.BytesIO(done.stdout))
    files = {file for message in catalog for file, _ in message.locations}
    for file in (
        "lessons/heads/lesson.py", "lessons/heads/words.py", "lessons/heads/figures/head_grid/words.py",
        "transformer/registry.py", "web/tab/tab.js", "scenes/open_day.txt", "lessons/kit/progress.py",
    ):  # fmt: skip
        assert file in files, file
