"""The ablations page as Streamlit runs it: every part, both models, covered until predicted."""

from functools import partial

import pytest
from streamlit.testing.v1 import AppTest

from lessons.ablations import MODELS, ORDER, TRAINING_ONLY, results, trained, words
from lessons.ablations.figures.ablation.words import COVERED, PARTS, VERDICTS
from lessons.figures.kit.figure import Figure
from tests.app.test_app import mistakes
from tests.kit import visit
from tests.kit.chosen import few
from tests.kit.visit import paragraphs

FIRST = next(iter(MODELS))


opened = partial(visit.opened, "ablations")


def shown(at: AppTest) -> Figure:
    return at.session_state["to save"]["figure"]


def columns(figure: Figure) -> list[str]:
    """Return the text about each of the three models: title, accuracy, verdict, paired test."""
    table, *others = figure.header["panels"]
    _, right, _, verdict = table["columns"]
    details = [panel["text"] for panel in others if panel["kind"] == "text"]
    cells = zip(table["rows"], right["texts"], verdict["texts"], strict=True)
    return [
        " ".join([*cell, *(text for text in details if text.startswith(f"**{cell[0]}**"))])
        for cell in cells
    ]


def covered(at: AppTest) -> bool:
    return any(COVERED in column for column in columns(shown(at)))


def answer(at: AppTest, column: str, option: str, scene: str) -> AppTest:
    return at.pills(key=f"ablations-answer-{scene}-{column}").set_value(option).run()


@pytest.mark.parametrize("part", few({"norm", "mask", "warmup", "nothing"}, ORDER))
def test_every_part_opens_covered_and_is_shown_after_a_prediction(part):
    at = opened(part=part)
    assert not mistakes(at)
    assert words.LEAD[part] in paragraphs(at)
    assert shown(at).header["title"].startswith(f"Reverse without {PARTS[part]}")
    assert covered(at)
    questions = results.predict(FIRST, part, 0)
    assert set(questions) == ({"without"} if part in TRAINING_ONLY else {"off", "without"})
    for column, question in questions.items():
        assert covered(at), "until the last question is answered"
        assert question.question in paragraphs(at)
        at = answer(at, column, question.right, f"{FIRST}-{part}-0")
    assert not covered(at) and not mistakes(at)
    texts = paragraphs(at)
    assert all(question.replies[question.right] in texts for question in questions.values())


@pytest.mark.parametrize("part", few({"scaling", "feed_forward"}, ORDER))
def test_the_control_of_a_part_is_shown_after_the_prediction(part):
    covered = opened(part=part)
    assert not any("class=control-table" in html.body for html in covered.get("html"))
    at = opened(part=part, show=True)
    tables = [html.body for html in at.get("html") if "class=control-table" in html.body]
    assert trained.parts_table(FIRST, part) in tables and trained.parts_table(FIRST) in tables
    assert trained.about_seeds(FIRST, part) in " ".join(paragraphs(at))
    assert not mistakes(at)


def test_verdicts_of_seeds():
    whole = (0.99, 1.0, 0.98)
    assert trained.verdict(whole, (0.97, 0.9, 0.6)) == trained.WORSE
    assert trained.verdict(whole, (0.985, 0.9, 0.6)) == trained.SAME
    assert trained.verdict(whole, (0.4, 0.48, 0.1)) == trained.BROKEN
    assert trained.verdict((0.5, 0.6), (0.7, 0.8)) == trained.BETTER


def test_an_answer_is_about_its_scene_only():
    at = opened(part="mask")
    for column in ("off", "without"):
        at = answer(at, column, "same", "reverse-mask-0")
    assert not covered(at)
    at = at.segmented_control(key="ablations-part").set_value("norm").run()
    assert covered(at)
    at = at.segmented_control(key="ablations-part").set_value("mask").run()
    assert not covered(at)


def test_a_teacher_may_show_all():
    at = opened(part="scaling", show=True)
    assert not covered(at) and not mistakes(at)
    for column, question in zip(
        columns(shown(at))[1:], results.predict(FIRST, "scaling", 0).values(), strict=True
    ):
        assert VERDICTS[question.right] in column


@pytest.mark.parametrize("head", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 3, 4))])
def test_every_head_can_be_silenced(head):
    at = opened(part="head", head=head, show=True)
    assert not mistakes(at)
    assert shown(at).header["title"] == f"Reverse without one head ({head})"
    right = sum(results.measured(FIRST, "head", head - 1)["off"].right)
    assert f"{right:,} of 1,000 correct" in columns(shown(at))[1]


@pytest.mark.slow
def test_the_other_model_has_all_columns_too():
    at = opened(model="english_french", part="positions", show=True)
    assert not mistakes(at)
    _, off, without = columns(shown(at))
    assert VERDICTS["broken"] in off and VERDICTS["worse"] in without
    assert "ships with the project, seed 0" in without
    options = at.segmented_control(key="ablations-part").options
    assert options == [PARTS[part] for part in ORDER]
    at = at.segmented_control(key="ablations-model").set_value("reverse").run()
    assert not mistakes(at) and shown(at).header["title"] == "Reverse without positions", (
        "the part stays"
    )


# What the lesson says of the second model; its other parts do what they do in the first.
OTHERWISE = {
    "norm": "worse", "scaling": "worse", "residual": "broken", "feed_forward": "same",
    "positions": "worse",
}  # fmt: skip


@pytest.mark.slow
def test_the_same_removal_means_another_thing_to_another_model():
    """What the lesson and the page say of the two, side by side."""
    for part, verdict_ in OTHERWISE.items():
        assert results.predict("english_french", part, 0)["without"].right == verdict_
        assert results.predict("reverse", part, 0)["without"].right != verdict_


@pytest.mark.slow
def test_the_guided_head_is_said():
    """The head that is removed from English → French is the one that was guided."""
    at = opened(model="english_french", part="head")
    text = " ".join(paragraphs(at))
    assert "head 1 of the whole model" in text and "the loss acts on head 2" in text
    assert "The guide loss acts" not in " ".join(m.value for m in opened(part="head").markdown)


def test_the_cards_are_shown():
    text = " ".join(m.value for m in opened(part="residual").markdown)
    assert "python -m transformer.training reverse_without_residual" in text
    assert "python -m transformer.training reverse`" in text


@pytest.mark.slow
@pytest.mark.parametrize("name", MODELS)
def test_why_is_said_only_of_what_was_measured(name):
    """Every explanation belongs to a verdict that some scene of the page really has, and each has one."""
    real = {
        (part, results.predict(name, part, head)["off"].right)
        for part in ORDER
        if part not in TRAINING_ONLY
        for head in (range(4) if part == "head" else (0,))
    }
    assert set(words.OFF_OF[name]) <= real
    if name == FIRST:
        assert set(words.OFF) <= real
    assert {key for key in real if not words.reason(name, "off", *key)} == set()
    assert {part for part in ORDER if not words.reason(name, "without", part, "")} == set()
