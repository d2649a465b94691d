"""What holds for the page of every lesson: each part draws and asks, and whatever is typed gets a sentence."""

import re
from html import escape
from importlib import import_module

import pytest

from lessons import LESSONS
from lessons.glossary import linked
from lessons.host import shared_cache
from tests.kit.chosen import few
from tests.kit.small import HOSTILE
from tests.kit.visit import Visitor, codes, unlinked

BY_NAME = {lesson.name: lesson for lesson in LESSONS}
NAMES = [*BY_NAME]
every = pytest.mark.parametrize("name", NAMES)
TYPED = f"{HOSTILE} $x$ [a](javascript:b) `c` the"
ASKS_OTHERWISE = ("training", "ablations")  # about runs, and a question for each column
TIME = r"\d+ min( · optional)?"  # as a heading says it
TEXTS = ("tokens", "ablations", "training")  # no sentence is read there
# A translator, one that labels, a page without a model, and one with two boxes of its own.
TYPED_AT_FIRST = ("attention", "bert", "scores", "machine")


@pytest.fixture(scope="module")
def visitors() -> dict[str, Visitor]:
    """One on each page."""
    return {}


@pytest.fixture
def visitor(name, visitors) -> Visitor:
    return visitors.setdefault(name, Visitor(name))


def parts(lesson: str) -> dict:
    return getattr(import_module(f"lessons.{lesson}"), "PARTS", {"": ("", "")})


def go(visitor: Visitor, part: str, **state) -> Visitor:
    return visitor.go(**({"part": part} if part else {}), **state)


def shows(visitor: Visitor) -> bool:
    """Whether a figure or a table is there."""
    return bool(visitor.drawn) or "<table" in visitor.markup


def sentence_boxes(visitor: Visitor) -> list:
    """The boxes for a sentence."""
    return [box for box in visitor.at.text_input if box.label == "Sentence"]


def options(visitor: Visitor) -> list:
    """The answers to the question of the open part."""
    return [one for one in visitor.at.button if re.fullmatch(r"predict-.*-\d+", one.key or "")]


@every
def test_every_page_opens_with_its_parts_and_its_first_picture_is_ready(name, visitor, monkeypatch):
    """`warm` has computed all that the first visitor sees."""
    import_module("lessons.kit.warming").warm(name)
    computed = []

    class Counts(shared_cache.Observer):
        def begins(self, function, key):
            computed.append(function.__qualname__)

    monkeypatch.setattr(shared_cache, "observer", Counts())
    page, lesson = visitor.go().at, BY_NAME[name]
    assert not computed
    assert [title.value for title in page.title] == [lesson.question]
    assert page.get("bidi_component"), "a figure"
    (first, *_) = import_module(f"lessons.{name}.checks").CHECKS
    assert any(first.title in code for code in codes(page)), "the exercise and its checks"
    unread = [
        text.value
        for text in page.text
        if text.value.startswith(("The source is", "The checks run"))
    ]
    assert not unread, "a name whose source is missing"
    labels = [each.label for each in page.expander]
    for heading in ("Modify", "Break", "Recall"):
        assert any(re.fullmatch(rf"\*\*{heading}\*\* {TIME}", label) for label in labels), labels
    (goals,) = [each.value for each in page.html if "You will be able to" in each.value]
    assert all(escape(goal) in goals for goal in lesson.goal) and re.search(TIME, goals)


@pytest.mark.slow
@every
def test_every_part_draws_and_every_answer_gets_a_reply(name, visitor):
    for part, (_, lead) in parts(name).items():
        go(visitor, part)
        assert shows(visitor) or name == "training", part  # where nobody has trained yet
        assert not lead or linked(lead) in "\n".join(each.value for each in visitor.at.markdown)
        assert "shown here again as soon as" not in visitor.text, part
        if name in ASKS_OTHERWISE:
            continue
        keys = [one.key for one in options(visitor)]
        for key in keys:
            before = visitor.text
            visitor.at.button(key=key).click().run()
            assert not visitor.mistakes and visitor.text != before, (part, key)
            marks = [one.label[0] for one in options(visitor)]
            chosen = marks[keys.index(key)]
            assert marks.count("✓") == 1 and marks.count("✗") == (chosen != "✓")
            assert bool(re.search(r"^Yes\b", visitor.text, re.M)) == (chosen == "✓")
        if keys:
            assert not [one for one in visitor.at.button if (one.key or "").startswith("show-")]
        for one in [each for each in visitor.at.button if (each.key or "").endswith("-show")]:
            one.click().run()
            go(visitor, part)


@pytest.mark.parametrize("name", few(TYPED_AT_FIRST, [one for one in NAMES if one not in TEXTS]))
def test_whatever_is_typed_gets_a_sentence_and_the_picture_stays(name, visitor):
    for part in parts(name):
        go(visitor, part)
        for box in [each.key for each in sentence_boxes(visitor)]:
            opening = visitor.at.text_input(key=box).value
            for text, said in (
                (" ", r"There is (no|nothing)|is empty|No sentence was entered"),
                ("dog " * 80, r"\b80 words|\d+ chara"),
            ):
                visitor.at.text_input(key=box).set_value(text).run()
                assert shows(visitor) and not visitor.mistakes, (part, text)
                assert re.search(said, visitor.text), (part, text)
                assert "The figure still shows" in visitor.text, (part, text)
            assert shows(go(visitor, part)), part  # and when the page is drawn once more
            assert re.search(said, visitor.text) and "The figure still shows" in visitor.text, part
            visitor.at.text_input(key=box).set_value(TYPED).run()
            assert shows(visitor) and not visitor.mistakes, part
            assert "<img" not in visitor.markup, part
            for each in (*visitor.at.markdown, *visitor.at.caption):
                assert not re.search(r"(?<!\\)<img|(?<!\\)\[a\]\(java", unlinked(each.value)), part
            visitor.at.text_input(key=box).set_value(opening).run()


@pytest.mark.slow
@every
def test_every_model_is_shown(name, visitor):
    """In every part that has a list of models, each with the sentence that it opens with."""
    for part in parts(name):
        lists = [box.key for box in go(visitor, part).at.selectbox if box.label == "Model"]
        for key in lists:
            first, models = (
                visitor.at.selectbox(key=key).value,
                visitor.at.selectbox(key=key).options,
            )
            for at in range(len(models)):
                visitor.at.selectbox(key=key).select_index(at).run()
                assert shows(go(visitor, part)), (part, models[at])
            visitor.at.selectbox(key=key).select(first).run()
