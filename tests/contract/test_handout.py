"""Every lesson's handout: two pages for students, one with the answers, and no answer on the wrong one."""

import re

import pytest
import torch
from pypdf import PdfReader

from lessons import LESSONS
from tools import handout
from tools.handout import parsed_markdown

every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> dict:
    """The sheet of each lesson by its name, its figure, and all the PDFs."""
    beside, folder = tmp_path_factory.mktemp("beside"), tmp_path_factory.mktemp("handouts")
    with torch.enable_grad():  # lessons switch gradients off
        sheets = [handout.sheet(lesson, beside) for lesson in LESSONS]
    paths = list(handout.write(sheets, beside, folder))
    return {"folder": folder, "paths": paths} | {one["name"]: one for one in sheets}


def pages(made: dict, name: str) -> list[str]:
    return [only(page.extract_text()) for page in PdfReader(made["folder"] / f"{name}.pdf").pages]


def only(text: str) -> str:
    """Plain letters and digits: how the rest of a PDF is read depends on its fonts and lines."""
    # A hat over v is read as one over another letter.
    return re.sub(r"\w*\u0302|[^A-Za-z0-9]+", "", text)


def plain(pieces: list[list[str]]) -> str:
    return only("".join(text for _, text in pieces))


@pytest.mark.slow
@every_lesson
def test_two_pages_ask_and_one_answers(made, lesson):
    sheet = made[lesson.name]
    asked, answered = pages(made, lesson.name), pages(made, f"{lesson.name}_answers")
    assert (len(asked), len(answered)) == (2, 1)
    student, teacher = "".join(asked), "".join(answered)
    assert only(lesson.question) in asked[0] and plain(sheet["asks"]) in asked[0]
    assert all(plain(goal) in asked[0] for goal in sheet["goal"])
    for option, _, reply in sheet["options"]:
        assert plain(option) in asked[0] and plain(option) in teacher
        assert plain(reply) in teacher and plain(reply) not in student
    for head, doc in sheet["exercise"]:
        assert only(head) in asked[1] and plain(doc) in asked[1]
    for question, answer in sheet["recall"]:
        assert plain(question) in asked[1] and plain(question) in teacher
        assert plain(answer) in teacher and plain(answer) not in student
    assert [sum(right for _, right, _ in sheet["options"]), len(sheet["recall"]) > 4] == [1, True]


@pytest.mark.slow
@every_lesson
def test_a_sum_is_open_for_students_alone(made, lesson):
    task = made[lesson.name]["sum"]
    if task is None:
        return
    student, teacher = (
        "".join(page.extract_text() for page in PdfReader(made["folder"] / f"{name}.pdf").pages)
        for name in (lesson.name, f"{lesson.name}_answers")
    )
    open_ones = {cell[1:] for row in task["rows"] for cell in row if cell.startswith("?")}
    given = {cell for row in task["rows"] for cell in row}
    assert open_ones and all(cell in teacher for cell in open_ones)
    decimals = {cell for cell in open_ones - given if re.search(r"\.\d\d", cell)}
    assert not [cell for cell in decimals if cell in student]


@pytest.mark.slow
def test_the_answers_of_all_lessons_are_one_file(made):
    found = pages(made, "answers")
    assert found == [page for one in LESSONS for page in pages(made, f"{one.name}_answers")]
    assert len(made["paths"]) == 2 * len(LESSONS) + 1


def test_the_markdown_of_a_line():
    assert parsed_markdown("a **b** *c* `d_k` d_k W_O \\*e\\* 2 * 3 * 4 [score](#term-score)") == [
        *(["", "a "], ["strong", "b"], ["", " "], ["em", "c"], ["", " "], ["code", "d_k"]),
        *(["", " "], ["var", "d"], ["sub", "k"], ["", " "], ["var", "W"], ["sub", "O"], ["", " "]),
        *(["", "*"], ["", "e"], ["", "*"], ["", " 2 * 3 * 4 "], ["", "score"]),
    ]
    assert parsed_markdown("from 🙂 to after_copies") == [
        ["", "from ‹slightly smiling face› to after_copies"]
    ]


def test_what_looks_like_typst_is_text(tmp_path):
    hostile = (
        '#panic("x") $1/0 @here <there> // no *b* _i_ = t \\ ``` #import "@preview/a:1.0.0": *'
    )
    words = [["", hostile], ["em", hostile], ["code", hostile], ["strong", hostile]]
    one = {"name": "x", "number": 1, "of": 1, "title": hostile, "question": hostile, "time": ""}
    one |= {
        "goal": [words],
        "terms": [],
        "asks": words,
        "options": [[words, True, words]],
        "file": "",
    }
    one |= {"exercise": [], "sum": None, "recall": [[words, words]], "mistakes": [words]}
    handout.typeset([one], True, tmp_path, tmp_path / "x_answers.pdf")
    (page,) = PdfReader(tmp_path / "x_answers.pdf").pages
    assert only(page.extract_text()).count(only(hostile)) >= 12


def test_a_lesson_that_is_not_there_is_named(capsys):
    with pytest.raises(SystemExit):
        handout.main(["atention"])
    assert "there is no lesson atention. Use one of sequences, alignment" in capsys.readouterr().err
