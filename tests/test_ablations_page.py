"""The ablations page as Streamlit runs it: every part, both models, covered until predicted."""

import pytest
from conftest import ROOT
from streamlit.testing.v1 import AppTest
from test_app import mistakes

from lessons.ablations import MODELS, ORDER, RETRAINED, TRAINING_ONLY, prediction, results, words
from lessons.figures.ablation import verdict
from lessons.figures.ablation_words import PARTS

FIRST = next(iter(MODELS))


def opened(**state) -> AppTest:
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for name, value in state.items():
        at.session_state[f"ablations-{name}"] = value
    at.run()
    return at.switch_page("lessons/ablations/page.py").run()


def shown(at: AppTest):
    return at.session_state["to save"]["figure"].header


def answer(at: AppTest, column: str, option: str, scene: str) -> AppTest:
    return at.pills(key=f"ablations-answer-{scene}-{column}").set_value(option).run()


@pytest.mark.parametrize("part", ORDER)
def test_every_part_opens_covered_and_is_shown_after_a_prediction(part):
    at = opened(part=part)
    assert not mistakes(at)
    assert words.LEAD[part] in [m.value for m in at.markdown]
    assert shown(at)["title"].startswith(f"Reverse without {PARTS[part]}")
    assert shown(at)["heading"] == "covered"
    asked = results.predict(FIRST, part, 0)
    assert set(asked) == ({"without"} if part in TRAINING_ONLY else {"off", "without"})
    for column, question in asked.items():
        assert shown(at)["heading"] == "covered", "until the last question is answered"
        assert question.question in [m.value for m in at.markdown]
        at = answer(at, column, question.right, f"{FIRST}-{part}-0")
    assert shown(at)["heading"] != "covered" and not mistakes(at)
    said = [m.value for m in at.markdown]
    assert all(question.replies[question.right] in said for question in asked.values())


def test_every_answer_gets_a_reply_and_right_ones_are_measured():
    for part in ORDER:
        measured = results.measured(FIRST, part, 0)
        for column, question in results.predict(FIRST, part, 0).items():
            assert question.right == verdict(measured["whole"], measured[column])
            assert question.options == prediction.OPTIONS == tuple(words.CHOICES)
            for option in question.options:
                yes = question.replies[option].startswith("Yes.")
                assert yes == (option == question.right)


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


@pytest.mark.parametrize("head", [1, 2, 3, 4])
def test_every_head_can_be_silenced(head):
    at = opened(part="head", head=head, show=True)
    assert not mistakes(at)
    assert shown(at)["title"] == f"Reverse without one head ({head})"
    assert shown(at)["columns"][1]["right"] == sum(
        results.measured(FIRST, "head", head - 1)["off"].right
    )


def test_the_other_model_has_no_retraining():
    at = opened(model="english_french", part="positions", show=True)
    assert not mistakes(at)
    off, without = shown(at)["columns"][1:]
    assert off["verdict"] == "broken" and "No retrained weights" in without["missing"]
    options = at.segmented_control(key="ablations-part").options
    assert options == [PARTS[part] for part in ORDER if part not in TRAINING_ONLY]
    assert shown(at)["models"] == ["english_french"]


def test_a_part_that_the_other_model_lacks_gives_way():
    at = opened(part="warmup")
    assert shown(at)["title"].startswith("Reverse without warm-up")
    at = at.segmented_control(key="ablations-model").set_value("english_french").run()
    assert not mistakes(at) and not at.exception
    assert shown(at)["title"].endswith("without LayerNorm")
    assert at.segmented_control(key="ablations-part").value == "norm"


@pytest.mark.parametrize("name", MODELS)
def test_every_part_of_both_models_is_measured_within_its_time(name):
    """`shared` refuses what takes longer than five seconds; a picture may take less than that."""
    for part in ORDER:
        if name == RETRAINED or part not in TRAINING_ONLY:
            figure = results.figure(name, part, 0, False)
            assert figure.header["count"] == 1000
    assert len(results.predict("english_french", "mask", 0)) == 1


def test_the_cards_are_shown():
    said = " ".join(m.value for m in opened(part="residual").markdown)
    assert "python -m transformer.training reverse_without_residual" in said
    assert "python -m transformer.training reverse`" in said


def test_why_is_said_only_of_what_was_measured():
    """Every explanation belongs to a verdict that some scene of the page really has."""
    real = {
        (column, part, question.right)
        for name in MODELS
        for part in ORDER
        if name == RETRAINED or part not in TRAINING_ONLY
        for head in (range(4) if part == "head" else (0,))
        for column, question in results.predict(name, part, head).items()
    }
    assert set(words.WHY) <= real
    assert {key[:2] for key in real} == {key[:2] for key in words.WHY}
