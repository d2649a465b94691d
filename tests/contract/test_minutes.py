"""What the headings say of a lesson's length is what its words, code, output, figures and exercise give."""

import json

import pytest
from nbformat import NotebookNode

from lessons import LESSONS, build
from lessons.kit.sections import Duration, Section, course, duration, sections
from tests.kit.paths import ROOT
from tools import minutes
from tools.run_notebooks import by_section, measured

BAND = (
    0.25  # a section may say so much more or less than the estimate, and always a minute and a half
)
# What a teacher expects of good students who write the exercise; nobody has measured it.
TEACHER = {
    **{"machine": 25, "scores": 25, "your_layer": 25, "masks": 30, "heads": 35, "block": 35},
    **{"attention": 45, "decoding": 45},
}

every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)


@every_lesson
def test_every_section_says_how_long_it_takes(lesson):
    text = minutes.file_of(lesson.name).read_text(encoding="utf-8")
    found = minutes.estimates(lesson, text)
    wrong = [
        f"{section.name}: says {section.time or 'nothing'}, estimated {estimated:.1f} min"
        for section, estimated in found
        if abs(section.minutes - estimated) > max(1.5, BAND * estimated) or not section.minutes
    ]
    assert wrong == [], "python -m tools.minutes --write puts the estimates into the headings"
    said = {section.name for section in sections(text) if section.time}
    assert said == {section.name for section, _ in found}, "a heading with nothing under it"


@every_lesson
def test_every_section_with_code_was_measured(lesson):
    text = minutes.file_of(lesson.name).read_text(encoding="utf-8")
    with_code = {section.name for section in sections(text)[1:] if section.code}
    wanted = f"python -m tools.minutes --run {lesson.name} --write"
    assert set(measured().get(lesson.name, {})) == with_code, wanted


@every_lesson
def test_the_core_is_forty_minutes_and_an_exercise(lesson):
    time = duration(minutes.file_of(lesson.name).read_text(encoding="utf-8"))
    assert 15 <= time.core <= 40 and 20 <= time.exercise <= 60 and time.optional > 0, (
        f"lessons/{lesson.name}/lesson.py says {time}; the core has 15 to 40 minutes, the exercise 20 to 60 "
        "(docs/contributing/lesson.md). What is not core, mark in its heading: `## Modify · 9 min · optional`"
    )


@every_lesson
def test_writing_once_more_changes_nothing(lesson):
    text = minutes.file_of(lesson.name).read_text(encoding="utf-8")
    written = minutes.with_minutes(text, minutes.estimates(lesson, text))
    assert minutes.with_minutes(written, minutes.estimates(lesson, written)) == written


@pytest.mark.parametrize(
    "lesson", [one for one in LESSONS if one.name in TEACHER], ids=lambda lesson: lesson.name
)
def test_an_exercise_takes_about_what_a_teacher_expects(lesson):
    assert minutes.exercise(lesson) == pytest.approx(TEACHER[lesson.name], rel=BAND)


@every_lesson
def test_the_notebook_begins_with_the_sum(lesson):
    text = minutes.file_of(lesson.name).read_text(encoding="utf-8")
    time, made = duration(text), json.loads(build.notebook(text))
    start = "".join(made["cells"][0]["source"])
    assert build.as_sentence(time) in start
    assert build.OPENING not in start


def test_an_estimate_counts_what_there_is_to_do():
    def of(name: str = "Run", prose: str = "", code: str = "", **took: int) -> float:
        return minutes.estimate(Section(name, prose=prose, code=code), took)

    assert of() == 0
    assert of(prose="word " * 360) == 2
    assert of(code="import os\n\n# why\n" + "x = 1\n" * 24) == 2
    assert of(code="x", lines=23) == 2
    assert of(figures=1, seconds=90) == minutes.FIGURE + 1.5
    assert of(code="ask(about(word_order(1)))") == pytest.approx(minutes.GUESS + 1 / 12)
    assert of("Modify", "**1. One.**\n\n**2. Two.**") == pytest.approx(3, abs=0.1)
    assert of("Recall", "1. Why?\n2. How?") == pytest.approx(1, abs=0.1)


def test_what_a_notebook_did_is_told_by_section():
    def cell(source, seconds=0, *outputs):
        times = {"iopub.status.busy": "2026-01-01T00:00:00Z"}
        times["iopub.status.idle"] = f"2026-01-01T00:00:0{seconds}Z"
        taken = {"metadata": {"execution": times}, "outputs": list(outputs)}
        return NotebookNode(cell_type="code", source=source, **taken)

    def heading(source):
        return NotebookNode(cell_type="markdown", source=source)

    figure = {"data": {"text/html": "<div data-glassbox>", "text/plain": "Figure(\n)"}}
    value = {"data": {"text/plain": "3\n4"}}
    cells = [
        heading("# Title\n\ntext\n\n## Run · 3 min"),
        *(cell("print()", 2, {"text": "1\n\n2\n"}), cell("draw()", 1, figure), cell("x", 0, value)),
        *(heading("### More · 2 min · optional"), cell("y = 1")),
    ]
    run, more = by_section(cells).values()
    assert run == {"seconds": 3, "lines": 4, "figures": 1}
    assert more == {"seconds": 0, "lines": 0, "figures": 0}
    assert list(by_section(cells)) == ["Run", "More"]


def test_the_course_is_the_sum_of_its_lessons():
    text = "# %% [markdown]\n# # One\n" + "".join(
        f"# ## {name}\n" for name in ("Run · 25 min", "Write · 45 min", "More · 20 min · optional")
    )
    assert str(duration(text)) == "25 min · exercise 45 · optional 20"
    assert duration(text) == Duration(25, 45, 20)
    assert course([text] * 3) == (
        "The core takes about 3 hours, 2 of them for the exercises; the optional sections take about 1 more."
    )
    told = minutes.HOURS.search((ROOT / "README.md").read_text(encoding="utf-8"))[0]
    assert told == minutes.total(), "python -m tools.minutes --write puts it there"


def test_the_tool_writes_minutes_and_keeps_what_is_optional():
    text = (
        "# %% [markdown]\n# # Title\n#\n# # is no heading\n# %% [markdown]\n# ## One · 7 min\n# a b c\n"
        "# ### Two · 9 min · optional\n# d\n# ## Three\n# ### Four\n# e\n"
    )
    found = [
        (section, n / 2) for n, section in enumerate(sections(text)[3:]) if section.prose.strip()
    ]
    written = minutes.with_minutes(text, found)
    assert "# ## One · 1 min\n" in written and "# ### Two · 1 min · optional\n" in written
    assert "# ## Three\n" in written and "# ### Four · 2 min\n" in written
    assert minutes.with_minutes(written, found) == written
