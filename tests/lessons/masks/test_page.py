"""The masks page as Streamlit runs it, without a browser: every part, painted masks, bad input."""

import pytest
from streamlit.testing.v1 import AppTest

from lessons.masks import ATTENTIONS, OPENING, RULES, results, words
from tests.kit import visit
from transformer.measure.masks.leaks import RIGHT

HOSTILE = "<img src=x onerror=alert(1)> / $x$"


@pytest.fixture(scope="module")
def visited() -> AppTest:
    """The page, opened once: opening the app costs more than what a test looks at."""
    return visit.opened("masks")


@pytest.fixture
def opened(visited):
    """Go to a part with these choices; as the page opens where nothing else is asked for."""

    def go(part: str = "paint", **choices) -> AppTest:
        usual = {"text": OPENING, "attention": "encoder", "painted": None, "rule": "decoder"}
        for name, value in {"part": part, "letter": "A", **usual, **choices}.items():
            visited.session_state[f"masks-{name}"] = value
        return visited.run()

    return go


def mistakes(at: AppTest) -> list[str]:
    boxes = [e.label for e in at.expander if e.label.startswith("Traceback")]
    return boxes + [str(e.value) for e in at.exception]


def said(at: AppTest) -> str:
    return "\n".join(e.value for e in (*at.markdown, *at.caption, *at.text))


def shown(at: AppTest):
    return at.session_state["to save"]["figure"]


def test_every_part_opens_with_every_choice(opened):
    for attention in ATTENTIONS:
        at = opened(attention=attention)
        assert not mistakes(at)
        assert shown(at).header["attention"] == attention
    at = opened("leak")
    assert not [e for e in at.expander if "What is wrong" in e.label], "not before an answer"
    at.session_state["predicted-masks-leak"] = None
    for rule, letter in zip(RULES, "BD", strict=True):
        at = opened("leak", rule=rule, letter=letter)
        assert not mistakes(at)
        assert words.about_diagnosis(results.diagnosis(rule, letter)) in said(at)
        assert words.NOTICE["leak"][:30] in said(at)
    at = opened("cheat")
    assert not mistakes(at) and words.NOTICE["cheat"][:30] in said(at)


def test_each_letter_is_another_mistake_and_one_is_right():
    for rule in RULES:
        names = [results.diagnosis(rule, letter) for letter in results.lab(rule).masks]
        assert len(set(names)) == len(names) and names.count((RIGHT,)) == 1
        assert all(len(one) == 1 and one[0] in words.NAMES for one in names)


def test_what_somebody_painted_is_what_the_model_reads_under(opened):
    rows = [["10000"] * 5] * 3
    at = opened(painted={"attention": "encoder", "masks": rows})
    assert shown(at).arrays["mask"].values.sum() == 2 * 3 * 5
    assert (shown(at).arrays["weights 0"].values[..., 0] == 1).all()
    figure = results.painter(results.batch(OPENING).texts, "encoder")
    for wrong in ({"attention": "decoder", "masks": rows}, {"attention": "encoder"}, "nonsense", 3,
                  {"attention": "encoder", "masks": [["1"]]}):  # fmt: skip
        assert results.chosen_rows(figure, wrong) is None
    assert shown(opened(painted="nonsense")).header["preset"] == "padding"


def test_sentences_are_read_side_by_side_and_bad_ones_explained(opened):
    at = opened(text="we sing / the cat sleeps")
    assert [len(row) for row in shown(at).header["rows"]] == [3, 3]
    before = shown(at).header["title"]
    for text, sentence in (
        ("  / ", "There is no sentence"),
        (" / ".join(["the cat"] * 5), "These are 5 sentences; this page takes 4. Leave out 1."),
        ("the cat / " + "very " * 65, "A sentence has 65 words; this page takes 64."),
    ):
        at = opened(text=text)
        assert sentence in said(at) and not mistakes(at)
        assert shown(at).header["title"] == before, "the last one that could be read"
    at = opened(text=HOSTILE)
    assert "is not among the" in said(at) and not mistakes(at)
    first, *_ = shown(at).header["columns"]
    assert [one["full"] for one in first if one["unknown"]] == list(
        results.batch(HOSTILE).readings[0].words
    )
