"""The heads page as Streamlit runs it, without a browser: every part, every model, bad input."""

import pytest
from streamlit.testing.v1 import AppTest

from lessons.glossary import linked
from lessons.heads import CHANGED, COPYING, MODEL, PARTS, SENTENCE, UNGUIDED, results, words
from tests.kit.places import ROOT

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def visited() -> AppTest:
    """The page, opened once: opening the app costs more than what a test looks at."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300).run()
    return at.switch_page("lessons/heads/page.py").run()


@pytest.fixture
def opened(visited):
    """Go to a part; as the page opens where nothing else is asked for."""

    def go(part: str, **state: str) -> AppTest:
        usual = {"model": MODEL, "text": SENTENCE, "base": SENTENCE, "donor": CHANGED}
        for name, value in {**usual, "translator": MODEL, "part": part, **state}.items():
            visited.session_state[f"heads-{name}"] = value
        return visited.run()

    return go


def texts(at: AppTest) -> str:
    return "\n".join(element.value for element in at.text)


def said(at: AppTest) -> str:
    return "\n".join(e.value for e in (*at.markdown, *at.caption))


def mistakes(at: AppTest) -> list[str]:
    boxes = [e.label for e in at.expander if e.label.startswith("Traceback")]
    return boxes + [str(e.value) for e in at.exception]


def drawn(at: AppTest) -> int:
    names = [e.proto.component_name for e in at.get("bidi_component")]
    return names.count("glassbox_figure")


def test_every_part_opens_and_every_model_has_its_heads(opened):
    for part, figures in (("roles", 2), ("patch", 1), ("copying", 2)):
        at = opened(part)
        assert not mistakes(at) and drawn(at) == figures
        assert linked(PARTS[part][1]) in said(at)
    for model, text in (
        (COPYING[0], "abcabc"),
        ("language_model", "the cat"),
    ):
        at = opened("roles", model=model, text=text)
        assert not mistakes(at) and drawn(at) == 2, model
    at = opened("patch", translator=UNGUIDED)
    assert not mistakes(at) and drawn(at) == 1


def test_what_cannot_be_compared_is_said_and_the_picture_stays(opened):
    for donor, reason in (
        ("the cat sleeps", "equal length"),
        (SENTENCE, "same answer"),
        ("", "no word to look at"),
    ):
        at = opened("patch", donor=donor)
        assert reason in texts(at), donor
        assert not mistakes(at) and drawn(at) == 1


def test_what_was_typed_is_only_text(opened):
    for part, key in (("roles", "text"), ("patch", "donor")):
        at = opened(part, **{key: HOSTILE})
        assert not mistakes(at) and drawn(at) == (2 if part == "roles" else 1)
        assert HOSTILE not in "".join(e.value for e in at.html)


def test_its_numbers_are_those_that_were_measured(opened):
    at = opened("roles")
    table = "".join(e.value for e in at.html)
    assert table.count("<td>1,048,576</td>") == 5  # heads 1, 2, 4, 8, 16
    assert "1,048,576 weights for every number of heads" in said(at)
    guided, unguided = results.roles(MODEL), results.roles(UNGUIDED)
    named = sum(bool(head.label) for head in guided.heads)
    assert f"{named} of {len(guided.heads)}" in words.about_roles(guided, unguided)
    assert "Head 3 of encoder 1" in words.notice("patch", results)
    assert "head 4 of encoder 1" in words.notice("patch", results)
    assert f"{results.trained(COPYING[0]).card['held_out']['repeated_right']:.1%}" in words.notice(
        "copying", results
    )
