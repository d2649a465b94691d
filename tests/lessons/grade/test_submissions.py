"""Whose file it is, in each layout of a download."""

import re

import pytest

from lessons.grade.files import File
from lessons.grade.submissions import pattern, submissions


def found(*paths: str, names: re.Pattern | None = None) -> list[tuple]:
    return [
        (submission.id, submission.name, submission.original)
        for submission in submissions([File(p) for p in paths], names)
    ]


@pytest.mark.parametrize(
    ("path", "submission"),
    [
        (
            "Ada Lovelace_12_assignsubmission_file/exercise.py",
            ("12", "Ada Lovelace", "exercise.py"),
        ),
        ("Ada Lovelace_12_assignsubmission_file_/a/b.py", ("12", "Ada Lovelace", "a/b.py")),
        (
            "Ada Lovelace_12_assignsubmission_file_my_masks.py",
            ("12", "Ada Lovelace", "my_masks.py"),
        ),
        ("Participant_7_assignsubmission_file/exercise.py", ("7", "Participant", "exercise.py")),
        ("Group 3_44_assignsubmission_file/exercise.py", ("44", "Group 3", "exercise.py")),
        ("hw/Ada_1_assignsubmission_onlinetext/onlinetext.html", ("1", "Ada", "onlinetext.html")),
    ],
)
def test_moodle(path, submission):
    assert found(path) == [submission]


def test_canvas():
    paths = ("lovelaceada_LATE_12_345_masks.py", "turingalan_13_346_my_2_masks-1.ipynb")
    assert found(*paths, "hopper_14_text.html", "anon_Q7a_9_x.py") == [
        ("12", "lovelaceada", "masks.py"),
        ("13", "turingalan", "my_2_masks-1.ipynb"),
        ("14", "hopper", "text.html"),
        ("Q7a", "anon", "x.py"),
    ]
    handed_in = submissions([File(path) for path in paths])
    assert [submission.attempt for submission in handed_in] == [345, 346]


def test_a_plain_folder_is_not_taken_for_canvas():
    assert found("hw_2026_11_masks.py", "anna.py")[0][0] == "hw_2026_11_masks"


@pytest.mark.parametrize("outer", ["", "homework/", "homework/group a/"])
def test_a_plain_folder_has_a_file_or_a_folder_for_each_student(outer):
    paths = [f"{outer}{path}" for path in ("anna.py", "ben/exercise.py", "ben/notes.pdf")]
    assert found(*paths) == [
        ("anna", "", "anna.py"),
        ("ben", "", "exercise.py"),
        ("ben", "", "notes.pdf"),
    ]
    assert found(f"{outer}ben/exercise.py") == [("ben", "", "exercise.py")]


def test_names_of_your_own():
    names = pattern(r"(?P<id>[a-z]+\d+)-(?P<exercise>\w+)")
    submission, other = submissions([File("hw/ab12-masks.py"), File("hw/12.py")], names)
    assert (submission.id, submission.exercise, submission.file.problem) == ("ab12", "masks", "")
    assert other.id == "hw/12.py" and "does not match" in other.file.problem
    for wrong, message in (("(", "not a regular expression"), (r"\d+", "no group “id”")):
        with pytest.raises(ValueError, match=message):
            pattern(wrong)
