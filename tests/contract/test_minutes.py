"""What the headings say of a lesson's length is what its words, code, figures and exercise give."""

import json

import pytest

from lessons import LESSONS, build
from lessons.kit.sections import Section, duration, sections
from tools import minutes

CORE = 40  # minutes at most
BAND = (
    0.25  # a section may say so much more or less than the estimate, and always a minute and a half
)

every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)


@every_lesson
def test_every_section_says_how_long_it_takes(lesson):
    text = minutes.file_of(lesson.name).read_text(encoding="utf-8")
    found = minutes.estimates(text)
    wrong = [
        f"{section.name}: says {section.time or 'nothing'}, estimated {estimated:.1f} min"
        for section, estimated in found
        if abs(section.minutes - estimated) > max(1.5, BAND * estimated) or not section.minutes
    ]
    assert wrong == [], "python -m tools.minutes --write puts the estimates into the headings"
    said = {section.name for section in sections(text) if section.time}
    assert said == {section.name for section, _ in found}, "a heading with nothing under it"


@every_lesson
def test_the_core_is_forty_minutes_everywhere(lesson):
    time = duration(minutes.file_of(lesson.name).read_text(encoding="utf-8"))
    assert 25 <= time.core <= CORE and time.further > 0, str(time)


@every_lesson
def test_the_notebook_begins_with_the_sum(lesson):
    text = minutes.file_of(lesson.name).read_text(encoding="utf-8")
    time, made = duration(text), json.loads(build.notebook(text))
    start = "".join(made["cells"][0]["source"])
    assert f"About {time.core} minutes, and {time.further} more" in start
    assert "{minutes}" not in start


def test_an_estimate_counts_what_there_is_to_do():
    def of(name: str = "Run", prose: str = "", code: str = "") -> float:
        names = minutes.imported(f"{IMPORTS}\n")
        return minutes.estimate(Section(name, prose=prose, code=code), names)

    assert of() == 0
    assert of(prose="word " * 360) == 2
    assert of(code="import os\n\n# why\n" + "x = 1\n" * 24) == 2
    assert of(code="word_order(1)") == pytest.approx(minutes.FIGURE + 1 / 12)
    assert of(code="print(inspect.getsource(softmax))") > of(code="print(softmax)")
    assert of("Write") == 15
    assert of(code="ask(about(word_order(1)))") == pytest.approx(minutes.GUESS + 1 / 12)
    assert of("Modify", "**1. One.**\n\n**2. Two.**") == pytest.approx(3, abs=0.1)
    assert of("Recall", "1. Why?\n2. How?") == pytest.approx(1, abs=0.1)


IMPORTS = """
from lessons.figures.word_order import word_order
from transformer.attention import softmax
"""


def test_the_tool_writes_minutes_and_keeps_what_is_further():
    text = (
        "# %% [markdown]\n# # Title\n#\n# # is no heading\n# %% [markdown]\n# ## One\n# a b c\n"
        "# ### Two · 9 min · further\n# " + "word " * 360 + "\n# ## Three\n# ### Four\n# d\n"
    )
    written = minutes.with_minutes(text)
    assert "# ## One · 1 min\n" in written and "# ### Two · 2 min · further\n" in written
    assert "# ## Three\n" in written and "# ### Four · 1 min\n" in written
    assert minutes.with_minutes(written) == written
