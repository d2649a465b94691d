"""The glossary, the recall questions and what is kept of a person's progress."""

import json
import re
from datetime import date, timedelta

import pytest

from lessons import LESSONS, glossary, progress, recall
from lessons.kit.recall import pieces, questions
from lessons.kit.sections import read_sections
from tests.kit.paths import ROOT

TODAY = "2026-02-27"  # midnight may come while these tests run


class Friday(date):
    @classmethod
    def today(cls) -> date:
        return date.fromisoformat(TODAY)


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    monkeypatch.setenv("GLASSBOX_PROGRESS", str(tmp_path / "progress.json"))
    monkeypatch.setattr("lessons.progress.date", Friday)
    return tmp_path / "progress.json"


def test_a_term_is_linked_where_it_first_stands_and_nowhere_else():
    text = (
        "# Softmax\n`softmax`, [a softmax](x), $softmax$: **Softmax** and softmax; cross-entropy."
    )
    assert glossary.linked(text) == (
        "# Softmax\n`softmax`, [a softmax](x), $softmax$: **[Softmax](#term-softmax)** and softmax; "
        "[cross-entropy](#term-cross-entropy)."
    )
    assert glossary.linked("a keyboard, press the key") == "a keyboard, press the key"
    assert glossary.titled("their [keys](#term-key)", set()).startswith("their <abbr title=")


def test_an_author_cannot_link_a_term_that_is_not_there():
    with pytest.raises(KeyError, match="no-such-term"):
        glossary.linked("[x](#term-no-such-term)")


def test_a_definition_is_one_short_sentence_that_uses_its_term():
    for term, sentence in glossary.TERMS.items():
        assert re.fullmatch(r"[^.]*\.", re.sub(r"et al\.|\d\.\d", "", sentence)), (
            f"{term}: one sentence"
        )
        assert len(sentence.split()) > 6, term
        assert len(sentence) < 160, f"{term}: to be read at a glance"
        stem = re.sub(r"(ed|s)$", "", term.lower().split()[0])
        assert stem in sentence.lower(), f"{term}: the sentence uses the term"


@pytest.mark.parametrize("lesson", [lesson.name for lesson in LESSONS])
def test_every_recall_question_has_its_answer(lesson):
    asked = questions(lesson)
    assert len(asked) >= 5, f"write five questions below `## Recall` of lessons/{lesson}/lesson.py"
    assert len({one.id for one in asked}) == len(asked)
    for one in asked:
        assert one.question and one.answer and "\n" not in one.question + one.answer
        for text in (one.question, one.answer):
            said = "".join(piece for _, piece in pieces(text))
            assert said == text.replace("`", "").replace("*", ""), "nothing is lost, nothing added"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_no_answer_ends_in_the_middle(lesson):
    """A line of a list that is not indented belongs to its item all the same, as in a notebook."""
    text = read_sections(ROOT / "lessons" / lesson.name / "lesson.py")["Answers"]
    listed = text.split("\n\nNext: ")[0]
    assert re.sub(r"^\d+\. |\s", "", listed, flags=re.M) == re.sub(
        r"\s", "", "".join(one.answer for one in questions(lesson.name))
    )


@pytest.mark.parametrize(
    "done",
    [
        {"recall": {"a": {"step": "x", "next": TODAY}}},
        {"recall": {"a": {"step": 10**9, "next": TODAY}}},
        {"recall": {"a": {"step": 1}}},
        {"recall": {"a": 3}},
        {"recall": ["a"]},
        {"passed": 3, "bugs": [], "predicted": "x"},
        [],
    ],
)
def test_a_file_that_somebody_has_changed_costs_what_means_nothing(file, done, capsys):
    kept = {"passed": TODAY, "recall": {"b": {"step": 2, "next": TODAY}}}
    lessons = {"tokens": done, "attention": kept}
    file.write_text(json.dumps({"version": 1, "lessons": lessons}), encoding="utf-8")
    assert not progress.is_due("tokens", "a") and recall.lines()
    progress.record_recall("tokens", "a", correct=True)
    progress.record_bug("tokens", "bug", 1, True)
    progress.record_pass("tokens")
    assert progress.read()["tokens"]["recall"]["a"]["step"] == 1
    assert progress.read()["attention"] == kept


def test_a_file_that_is_nested_without_end_is_begun_anew(file):
    file.write_text('{"lessons":' + "[" * 100_000, encoding="utf-8")
    assert progress.read() == {}


def test_a_question_comes_back_later_and_later_and_tomorrow_when_it_was_not_known(file):
    assert not progress.is_due("tokens", "a"), "what was never asked is not due"
    for days in (1, 3, 7, 21, 60, 60):
        progress.record_recall("tokens", "a", correct=True)
        again = (Friday.today() + timedelta(days)).isoformat()
        assert progress.read()["tokens"]["recall"]["a"]["next"] == again
    progress.record_recall("tokens", "a", correct=False)
    seen = progress.read()["tokens"]["recall"]["a"]
    assert seen == {"step": 0, "next": (Friday.today() + timedelta(1)).isoformat()}
    kept = json.loads(file.read_text())
    kept["lessons"]["tokens"]["recall"]["a"]["next"] = TODAY
    file.write_text(json.dumps(kept))
    assert progress.is_due("tokens", "a")


def test_what_is_next_is_the_first_lesson_that_is_not_finished(capsys):
    assert recall.lines()[-1].endswith(LESSONS[0].question)
    progress.record_pass(LESSONS[0].name)
    for one in questions(LESSONS[0].name):
        progress.record_recall(LESSONS[0].name, one.id, correct=True)
    assert recall.lines()[-1].endswith(LESSONS[1].question)
    assert f"checks passed {TODAY}" in recall.lines()[0]
    recall.main(["--forget"])
    assert progress.read() == {}


@pytest.mark.parametrize("content", ["", "{", "[]", '{"lessons": 3}', '{"lessons": {"tokens": 3}}'])
def test_a_damaged_file_is_written_anew(file, content):
    file.write_text(content)
    assert recall.lines()
    progress.record_pass("tokens")
    assert progress.read()["tokens"]["passed"] == TODAY


def test_the_terminal_asks_and_keeps_what_is_answered(monkeypatch, capsys):
    replies = iter(["", "y", "", "n"])

    def reply(prompt):
        print(prompt)
        return next(replies)

    monkeypatch.setattr("builtins.input", reply)
    with pytest.raises(StopIteration):
        recall.main(["tokens"])
    kept = progress.read()["tokens"]["recall"]
    assert [seen["step"] for seen in kept.values()] == [1, 0]
    recall.main([])
    assert "recalled 2 of 8" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="there is no lesson token\."):
        recall.main(["token"])
