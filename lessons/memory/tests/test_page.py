"""The memory page: the visitor's own story, its problems, and the numbers in the page's texts."""

import pytest

from lessons.memory import (
    ALIKE,
    BUILDING,
    DROPPED,
    FLOORS,
    MODEL,
    MODELS,
    NO_TIME,
    QUESTION,
    STORY,
    pairs,
    results,
    words,
)

OPENING = {"part": "story", "model": MODEL, "text": STORY, "question": QUESTION}
PAIR = {
    "part": "follows",
    "judge": pairs.DOT,
    "premise": pairs.PREMISE,
    "hypothesis": pairs.HYPOTHESIS,
}
STILL = "The figure still shows"


def rows(figure) -> list[str]:
    """Return the facts of a figure as it names them."""
    return figure.arrays["hops.0.match"].labels["fact"]


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"text": " \n. \n"}, "There are no facts."),
        ({"question": "?"}, "There is no question."),
        ({"question": "where is"}, "The question names no person or object."),
        ({"question": "where is the ball. where is mary"}, "There are 2 questions."),
        ({"question": "ball " * 21}, "The question has 21 words"),
        ({"text": "john takes the ball\n" * 60}, "There are 60 facts; at most 10 are allowed"),
        ({"model": NO_TIME, "text": "john takes the ball\n" * 60}, "There are 60 facts; at most 20 are allowed"),
    ],
)  # fmt: skip
def test_an_invalid_story_is_explained_and_the_figure_stays(visitor, changed, problem):
    visitor.go(**OPENING)
    shown = visitor.go(**OPENING | changed)
    assert problem in shown.text and STILL in shown.text and shown.drawn == ["memory-story"]
    assert rows(shown.figure)[2] == "john takes the ball"


def test_unknown_words_and_unmentioned_things_are_reported(visitor):
    shown = visitor.go(**OPENING | {"text": STORY.replace("john takes", "<b>jon takes")})
    assert "“<b>jon” is not among" in shown.text and "<b>jon" not in shown.markup
    assert rows(shown.figure)[2] == "<b>jon ⟨?⟩ takes the ball"
    shown = visitor.go(**OPENING | {"question": "where is the milk"})
    assert "No fact is about “milk”." in shown.text and STILL not in shown.text
    assert "No fact is about" not in visitor.go(**OPENING).text


def test_moving_a_fact_changes_the_answer_only_with_temporal_encoding(visitor):
    facts = STORY.split("\n")
    for model, moves in ((MODEL, True), (NO_TIME, False)):
        answers = []
        visitor.go(**OPENING | {"model": model})
        for _ in range(2):
            values = visitor.figure.arrays["hops.1.answers"]
            answers.append(values.labels["answer"][int(values.values.argmax())])
            visitor.at.text_area(key="memory-text").set_value(
                "\n".join([*facts[1:3], facts[3], facts[0], facts[4]])
            ).run()
        assert (answers == ["office", "garden"]) == moves
        assert answers[0] == answers[1] or moves
    visitor.go(**OPENING)
    visitor.at.button(
        key=next(b.key for b in visitor.at.button if b.label == "Move this fact up")
    ).click().run()
    assert not visitor.mistakes and rows(visitor.figure)[3] == "mary goes to the kitchen"


def test_another_model_opens_with_its_own_story(visitor):
    visitor.go(**OPENING)
    visitor.at.selectbox(key="memory-model").select(FLOORS).run()
    assert not visitor.mistakes
    assert visitor.at.text_area(key="memory-text").value == BUILDING
    shown = visitor.figure.arrays
    attended = [
        rows(visitor.figure)[int(shown[f"hops.{n}.weights"].values.argmax())] for n in range(3)
    ]
    assert attended == [
        "john has the ball",
        "john is in the kitchen",
        "the kitchen is on the second floor",
    ]
    assert (
        shown["hops.2.answers"].labels["answer"][shown["hops.2.answers"].values.argmax()]
        == "second"
    )


def test_its_numbers_are_those_that_were_measured(visitor):
    guesses, same = results.guesses(2), results.baseline_agreement()
    score = results.trained("stories_hops_1").card["held_out"]["accuracy"]
    text = words.ONE_HOP.format(score=score, same=same["often"], **guesses)
    assert "**49.6%**" in text and "**49.7%**" in text and "In 90% of the stories" in text
    table = words.table(results.by_moves())
    assert "<td>2</td><td>335</td><td>1.00</td><td>0.60</td>" in table and table.count("<tr>") == 5
    shown = visitor.go(part="hops")
    assert table in shown.markup and shown.drawn == ["memory-hops"]
    accuracy = shown.figure.arrays["accuracy"].values
    for time in (True, False):
        for hops in (1, 2, 3):
            for needed in (1, 2, 3):
                name = results.model(needed, hops, time)
                held_out = results.trained(name).card["held_out"]
                assert accuracy[int(not time), hops - 1, needed - 1] == pytest.approx(
                    held_out["accuracy"]
                )


def test_each_model_judges_a_pair_and_problems_are_explained(visitor):
    for judge in (pairs.NONE, pairs.ALONE, pairs.DOT):
        drawn = visitor.go(**PAIR | {"judge": judge}).figure
        assert ("weights" in drawn.arrays) == (judge == pairs.DOT)
    weights = drawn.arrays["weights"]
    assert weights.labels["place"][int(weights.values[-1].argmax())]["full"] == "roses"
    for changed, problem in (
        ({"premise": " "}, "There is no premise."),
        ({"hypothesis": ". "}, "There is no hypothesis."),
        (
            {"premise": "anna buys cats and " * 100},
            "The premise has 400 words; at most 40 are allowed.",
        ),
        ({"premise": "anna buys cats. ben sees dogs"}, "The premise has 2 sentences."),
    ):
        shown = visitor.go(**PAIR | changed)
        assert problem in shown.text and STILL in shown.text and shown.figure.arrays["weights"]
    shown = visitor.go(**PAIR | {"hypothesis": "emil buys <b>cats"})
    assert "No clause of the premise begins like the hypothesis" in str(shown.figure.header)
    assert "“<b>cats” is not among" in shown.text and "<b>cats" not in shown.markup


def test_the_comparison_agrees_with_the_cards(visitor):
    assert visitor.go(**PAIR).drawn == ["memory-follows", "memory-judges"]
    arrays = results.compare_judges().arrays
    for number, name in enumerate(pairs.JUDGES):
        held_out = results.trained(name).card["held_out"]
        assert arrays["accuracy"].values[number] == pytest.approx(held_out["accuracy"])
        peak = held_out.get("on_deciding", {}).get("peak", float("nan"))
        assert arrays["peak"].values[number] == pytest.approx(peak, nan_ok=True)


def test_an_unreadable_story_leaves_the_answer_covered(visitor):
    """What is shown decides: with an unreadable story the page shows the opening story again."""
    visitor.go(**OPENING)
    shown = visitor.go(**OPENING | {"text": "john takes the ball\n" * 60})
    assert STILL in shown.text and '<i class="seal veiled">' in shown.markup
    opening = results.story(MODEL, f"{STORY}\n{QUESTION}")
    assert results.story(MODEL, f"{STORY}\n\n{QUESTION.upper()}?").words == opening.words
    other = results.story(MODEL, f"{STORY}\nwhere is the apple")
    assert not other.problem and other.words != opening.words


@pytest.mark.parametrize(("name", "answer"), [(DROPPED, "bedroom"), (ALIKE, "white")])
def test_the_two_stories_of_a_slide_are_answered(name, answer):
    _, (story, question) = MODELS[name]
    last = results.hops(name, results.story(name, f"{story}\n{question}")).arrays["hops.2.answers"]
    assert last.labels["answer"][int(last.values.argmax())] == answer
    assert results.trained(name).card["held_out"]["accuracy"] > 0.99


def test_where_a_thing_was_dropped_stays_when_its_holder_goes_on():
    _, (story, question) = MODELS[DROPPED]
    text = f"{story}\nsam walks into the garden\n{question}"
    last = results.hops(DROPPED, results.story(DROPPED, text)).arrays["hops.2.answers"]
    assert last.labels["answer"][int(last.values.argmax())] == "bedroom"
