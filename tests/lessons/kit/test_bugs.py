"""The bug of the day: which it is, what is shown of it, and where it is wrong."""

from datetime import date, timedelta

import pytest

from lessons import LESSONS, bug, progress
from lessons.kit import bugs
from lessons.kit.mistakes import mutations
from transformer import positions

DAY = date(2026, 11, 22)


def test_a_day_has_one_bug_for_everybody_and_days_differ():
    found = bugs.of_the_day(DAY)
    assert found == bugs.of_the_day(DAY)
    week = {bugs.of_the_day(DAY + timedelta(n)).id for n in range(4)}
    assert len(week) == 4
    assert found.failed and found.saw and found.expected and found.sentence
    assert found.sentence not in "\n".join(found.lines), "the code does not say it"


def test_whole_functions_are_shown_and_what_is_wrong_is_what_was_edited():
    """Checked against the machine's own text: every other line stands there as it is shown."""
    seen = 0
    for lesson, mistake in bugs._candidates():
        shown = bugs.wrong_code(mistake)
        if lesson.name not in ("positions", "training", "attention") or shown is None:
            continue
        lines, wrong = shown
        right = {line.strip() for text, _ in mistake.texts() for line in text.splitlines()}
        assert all(line.strip() in right for n, line in enumerate(lines) if n not in wrong)
        assert all(lines[n].strip() not in right for n in wrong), mistake.name
        assert lines[0].lstrip().startswith("def ")
        seen += 1
    assert seen > 40


def test_no_lesson_is_lost_where_a_mistake_cannot_be_made():
    """What goes wrong is passed over in silence on the page; here it is not."""
    seen = set()
    for lesson, mistake in bugs._candidates():
        if lesson.name not in seen and bugs.wrong_code(mistake):
            found = bugs._bug(lesson, mistake)
            assert found and found.failed, (lesson.name, mistake.name)
            seen.add(lesson.name)
    assert seen == {lesson.name for lesson in LESSONS}


def test_a_mistake_that_cannot_be_made_is_no_bug_of_the_day(monkeypatch):
    moved = mutations((positions.shift,), ("shift",), Gone=("never seen", ("no such line", "")))
    (lesson, _), *others = bugs._candidates()
    monkeypatch.setattr(bugs, "_candidates", lambda: [(lesson, moved["Gone"]), *others[:1]])
    assert bugs.of_the_day(DAY).sentence == others[0][1].sentence


@pytest.mark.parametrize(
    ("answers", "said", "tries", "right"),
    [
        (["", "right"], "Correct: line", 2, True),
        (["0", "999", "first"], "The answer: line", 3, False),
    ],
)
def test_a_line_is_named_in_the_terminal(
    tmp_path, monkeypatch, capsys, answers, said, tries, right
):
    monkeypatch.setenv("GLASSBOX_PROGRESS", str(tmp_path / "progress.json"))
    found = bugs.of_the_day(DAY)
    replies = iter(str(found.wrong[0] + 1) if one == "right" else one for one in answers)
    monkeypatch.setattr("builtins.input", lambda prompt: next(replies))
    bug.main(DAY)
    told = capsys.readouterr().out
    assert said in told and found.sentence[1:] in told and f"✗ {found.failed}" in told
    kept = progress.read()[found.lesson]["bugs"][found.id]
    assert (kept["tries"], kept["found"]) == (tries, right)
