"""What a lesson costs is counted: every file once, and each lesson's with the lesson."""

import sys

from lessons import LESSONS
from tools import cost

REPORT = """
==== processor seconds ====
tokens           1.5
ablations       20.0
in all          21.5
"""


def table(capsys, monkeypatch, *arguments) -> list[list[str]]:
    monkeypatch.setattr(sys, "argv", ["cost", *map(str, arguments)])
    cost.main()
    return [line.split() for line in capsys.readouterr().out.splitlines() if line]


def test_every_line_is_counted_once(capsys, monkeypatch):
    lines = table(capsys, monkeypatch)
    lessons, rest = lines[1 : len(LESSONS) + 1], lines[len(LESSONS) + 1 :]
    assert [of[0] for of in lessons] == [lesson.name for lesson in LESSONS]
    numbers = [[int(n.replace(",", "")) for n in of[1:-1]] for of in lessons]
    assert all(sum(of[:-1]) == of[-1] and min(of[0], of[1], of[2], of[-2]) > 0 for of in numbers)
    heads = [int(of[-2].replace(",", "")) for of in rest if of[-1] == "lines"]
    whole = sum(map(cost.length, cost.tracked()))
    assert sum(of[-1] for of in numbers) + sum(heads) == whole


def test_a_lesson_has_its_seconds(capsys, monkeypatch, tmp_path):
    (tmp_path / "out.txt").write_text(REPORT)
    lines = table(capsys, monkeypatch, "--seconds", tmp_path / "out.txt")
    seconds = {of[0]: of[-1] for of in lines[1 : len(LESSONS) + 1]}
    assert (seconds["tokens"], seconds["ablations"], seconds["training"]) == ("1.5", "20.0", "-")


def test_a_folder_of_a_lesson_is_counted_with_it():
    for folder in ("figures", "measure", "tests"):
        path = cost.Path(f"lessons/tokens/{folder}/deeper/file.py")
        assert cost.owner_and_role(path) == ("tokens", folder)
