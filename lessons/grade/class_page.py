"""One page for the lecture, without names: what the class got wrong, by exercise and mistake."""

from collections import Counter
from collections.abc import Sequence
from html import escape
from pathlib import Path

from lessons import LESSONS
from lessons.grade.grading import Grade
from lessons.grade.report import sentence

PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>What the class got wrong</title>
<style>
body {{ max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1.1rem/1.5 system-ui, sans-serif; }}
table {{ width: 100%; border-collapse: collapse; }}
th, td {{ padding: 0.4rem 0.8rem; border-bottom: 1px solid #bbb; text-align: left; vertical-align: top; }}
.count {{ text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }}
</style>
<h1>What the class got wrong</h1>
{exercises}
</html>
"""
EXERCISE = """\
<h2>{title}</h2>
<p>{passed} of {count} submissions pass all checks.</p>
{table}
"""
TABLE = """\
<table>
<tr><th scope="col" class="count">Submissions</th><th scope="col">Mistake</th><th scope="col">What is wrong</th></tr>
{rows}
</table>
"""
ROW = '<tr><td class="count">{count}</td><td>{name}</td><td>{text}</td></tr>'
UNNAMED, NO_RESULT = "no known mistake", "no result"
TITLES = {lesson.name: lesson.title for lesson in LESSONS}


def write_page(grades: Sequence[Grade], file: Path) -> None:
    """Write the page of the class to a file."""
    file.write_text(page(grades), encoding="utf-8", errors="replace")


def page(grades: Sequence[Grade]) -> str:
    """Return the page as HTML; every text in it is escaped."""
    graded = [grade for grade in grades if grade.verdict]
    names = [name for name in TITLES if any(grade.exercise == name for grade in graded)]
    shown = [
        exercise(name, [grade for grade in graded if grade.exercise == name]) for name in names
    ]
    return PAGE.format(exercises="".join(shown) or "<p>No submission could be run.</p>")


def exercise(name: str, grades: Sequence[Grade]) -> str:
    """Return the section of one exercise as HTML: how many submissions passed, and a table of the mistakes."""
    counts = mistakes(grades)
    rows = [
        ROW.format(count=count, name=escape(mistake), text=escape(text))
        for (mistake, text), count in counts.most_common()
    ]
    passed = sum(grade.passed for grade in grades)
    table = TABLE.format(rows="\n".join(rows)) if rows else ""
    return EXERCISE.format(
        title=escape(TITLES[name]), passed=passed, count=len(grades), table=table
    )


def mistakes(grades: Sequence[Grade]) -> Counter[tuple[str, str]]:
    """Return how often each mistake occurs; a mistake is its name and its sentence.

    Without a known mistake, submissions are counted by the first check that fails.
    """
    return Counter(_mistake(grade) for grade in grades if not grade.passed)


def _mistake(grade: Grade) -> tuple[str, str]:
    verdict = grade.verdict
    if verdict is None or verdict.problem:
        return NO_RESULT, grade.problem
    if verdict.likely:
        return verdict.mistake or UNNAMED, sentence(verdict.likely)
    return UNNAMED, f"This check fails: {verdict.failed}."
