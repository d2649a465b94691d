"""The ablations page as Streamlit runs it: every part, both models, covered until predicted."""

from functools import partial

import pytest
from streamlit.testing.v1 import AppTest

from lessons.ablations import MODELS, ORDER, TRAINING_ONLY, prediction, results, trained, words
from lessons.ablations.figures.ablation.words import PARTS
from lessons.ablations.measure.comparison import verdict
from tests.app.test_app import mistakes
from tests.kit import visit
from tests.kit.chosen import few
from tests.kit.visit import paragraphs

FIRST = next(iter(MODELS))


opened = partial(visit.opened, "ablations")


def shown(at: AppTest):
    return at.session_state["to save"]["figure"].header


def answer(at: AppTest, column: str, option: str, scene: str) -> AppTest:
    return at.pills(key=f"ablations-answer-{scene}-{column}").set_value(option).run()


@pytest.mark.parametrize("part", few({"norm", "mask", "warmup", "nothing"}, ORDER))
def test_every_part_opens_covered_and_is_shown_after_a_prediction(part):
    at = opened(part=part)
    assert not mistakes(at)
    assert words.LEAD[part] in paragraphs(at)
    assert shown(at)["title"].startswith(f"Reverse without {PARTS[part]}")
    assert shown(at)["heading"] == "covered"
    asked = results.predict(FIRST, part, 0)
    assert set(asked) == ({"without"} if part in TRAINING_ONLY else {"off", "without"})
    for column, question in asked.items():
        assert shown(at)["heading"] == "covered", "until the last question is answered"
        assert question.question in paragraphs(at)
        at = answer(at, column, question.right, f"{FIRST}-{part}-0")
    assert shown(at)["heading"] != "covered" and not mistakes(at)
    said = paragraphs(at)
    assert all(question.replies[question.right] in said for question in asked.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", MODELS)
def test_every_answer_gets_a_reply_and_right_ones_are_measured(name):
    for part in ORDER if name == "reverse" else ("norm", "scaling"):  # the larger model takes long
        measured = results.measured(name, part, 0)
        for column, question in results.predict(name, part, 0).items():
            assert question.right == verdict(measured["whole"], measured[column])
            assert question.options == prediction.OPTIONS == tuple(words.CHOICES)
            for option in question.options:
                yes = question.replies[option].startswith("Yes.")
                assert yes == (option == question.right)


@pytest.mark.parametrize("part", few({"scaling", "feed_forward"}, ORDER))
def test_the_control_of_a_part_is_shown_after_the_prediction(part):
    covered = opened(part=part)
    assert not any("class=control-table" in html.body for html in covered.get("html"))
    at = opened(part=part, show=True)
    tables = [html.body for html in at.get("html") if "class=control-table" in html.body]
    assert trained.parts_table(FIRST, part) in tables and trained.parts_table(FIRST) in tables
    assert trained.seeds(FIRST, part) in " ".join(paragraphs(at))
    assert not mistakes(at)


def test_verdicts_of_seeds():
    whole = (0.99, 1.0, 0.98)
    assert trained.verdict(whole, (0.97, 0.9, 0.6)) == trained.WORSE
    assert trained.verdict(whole, (0.985, 0.9, 0.6)) == trained.SAME
    assert trained.verdict(whole, (0.4, 0.48, 0.1)) == trained.BROKEN
    assert trained.verdict((0.5, 0.6), (0.7, 0.8)) == trained.BETTER


def test_a_wrong_answer_uncovers_too():
    at = opened(part="norm")
    at = answer(answer(at, "off", "better", "reverse-norm-0"), "without", "worse", "reverse-norm-0")
    assert shown(at)["heading"] == "sentence"
    assert sum(m.value.startswith("No. **") for m in at.markdown) == 2


def test_an_answer_is_about_its_scene_only():
    at = opened(part="mask")
    for column in ("off", "without"):
        at = answer(at, column, "same", "reverse-mask-0")
    assert shown(at)["heading"] != "covered"
    at = at.segmented_control(key="ablations-part").set_value("norm").run()
    assert shown(at)["heading"] == "covered"
    at = at.segmented_control(key="ablations-part").set_value("mask").run()
    assert shown(at)["heading"] != "covered"


def test_a_teacher_may_show_all():
    at = opened(part="scaling", show=True)
    assert shown(at)["heading"] == "sentence" and not mistakes(at)
    verdicts = [column["verdict"] for column in shown(at)["columns"][1:]]
    assert verdicts == [q.right for q in results.predict(FIRST, "scaling", 0).values()]


@pytest.mark.parametrize("head", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 3, 4))])
def test_every_head_can_be_silenced(head):
    at = opened(part="head", head=head, show=True)
    assert not mistakes(at)
    assert shown(at)["title"] == f"Reverse without one head ({head})"
    assert shown(at)["columns"][1]["right"] == sum(
        results.measured(FIRST, "head", head - 1)["off"].right
    )


@pytest.mark.slow
def test_the_other_model_has_all_columns_too():
    at = opened(model="english_french", part="positions", show=True)
    assert not mistakes(at)
    off, without = shown(at)["columns"][1:]
    assert (off["verdict"], without["verdict"]) == ("broken", "worse")
    assert without["where"] == "ships with the project, seed 0"
    options = at.segmented_control(key="ablations-part").options
    assert options == [PARTS[part] for part in ORDER]
    assert shown(at)["models"] == ["english_french", "english_french_none"]


@pytest.mark.slow
def test_a_part_stays_when_the_model_changes():
    at = opened(part="warmup")
    assert shown(at)["title"].startswith("Reverse without warm-up")
    at = at.segmented_control(key="ablations-model").set_value("english_french").run()
    assert not mistakes(at) and not at.exception
    assert shown(at)["title"].endswith("without warm-up")
    assert shown(at)["heading"] == "covered", "an answer is about its own model"


# What the lesson says of the second model; its other parts do what they do in the first.
OTHERWISE = {
    "norm": "worse", "scaling": "worse", "residual": "broken", "feed_forward": "same",
    "positions": "worse",
}  # fmt: skip
MEASURED = {"reverse": ORDER, "english_french": (*OTHERWISE, "mask")}  # the mask takes longest


@pytest.mark.slow
@pytest.mark.parametrize("name", MODELS)
def test_parts_are_measured_within_their_time(name):
    """`shared` refuses what takes longer than five seconds; a picture may take less than that."""
    for part in MEASURED[name]:
        figure = results.figure(name, part, 0, results.SHIPPED, False)
        assert figure.header["count"] == 1000
        asked = results.predict(name, part, 0)
        assert set(asked) == ({"without"} if part in TRAINING_ONLY else {"off", "without"})


@pytest.mark.slow
def test_the_same_removal_means_another_thing_to_another_model():
    """What the lesson and the page say of the two, side by side."""
    for part, verdict_ in OTHERWISE.items():
        assert results.predict("english_french", part, 0)["without"].right == verdict_
        assert results.predict("reverse", part, 0)["without"].right != verdict_


def test_a_removal_that_changes_nothing_says_so():
    figure = results.figure("reverse", "mask", 0, results.SHIPPED, False)
    assert figure.header["columns"][1]["changed"] == "Not one of the 1,000 outputs changed."
    reply = results.predict("reverse", "mask", 0)["off"].replies["same"]
    assert "Not one of the 1,000 outputs changed." in reply


@pytest.mark.slow
def test_the_guided_head_is_said():
    """The head that is removed from English → French is the one that was guided."""
    at = opened(model="english_french", part="head")
    said = " ".join(paragraphs(at))
    assert "head 1 of the whole model" in said and "the loss acts on head 2" in said
    assert "The guide loss acts" not in " ".join(m.value for m in opened(part="head").markdown)


def test_the_cards_are_shown():
    said = " ".join(m.value for m in opened(part="residual").markdown)
    assert "python -m transformer.training reverse_without_residual" in said
    assert "python -m transformer.training reverse`" in said


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
    assert {key for key in real if not words.why(name, "off", *key)} == set()
    assert {part for part in ORDER if not words.why(name, "without", part, "")} == set()
