"""The command line refuses what it cannot do, with a sentence, before anything is written."""

import pytest

from lessons.grade.__main__ import main


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{homework}", "--lesson", "maks"], "There is no exercise maks. Use one of sequences"),
        (["{homework}", "--out", "{homework}/graded"], "is inside the submissions"),
        (["{homework}", "--out", "{mine}"], "has no grades.csv. Choose another folder"),
        (["{homework}", "--names", "x"], "has no group “id”"),
        (["{homework}/nothing"], "There is no "),
        (["--gradescope", "{mine}", "--lesson", "masks"], "is not an empty folder"),
    ],
)
def test_a_wrong_argument_is_told(tmp_path, arguments, message):
    folders = {name: tmp_path / name for name in ("homework", "mine")}
    for folder in folders.values():
        folder.mkdir()
        (folder / "anna.py").write_text("x = 1")
    with pytest.raises(ValueError, match=message):
        main([argument.format(**folders) for argument in arguments])
    assert {path.name for path in tmp_path.rglob("*")} == {"homework", "mine", "anna.py"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give the folder or ZIP file"),
        (["--gradescope", "x"], "needs --lesson"),
        (["x", "--jobs", "0"], "is not a whole number of at least 1"),
    ],
)
def test_a_missing_argument_is_told(capsys, arguments, message):
    with pytest.raises(SystemExit):
        main(arguments)
    assert message in capsys.readouterr().err
