"""The page on a layer as Streamlit runs it: every part, every model, bad input; its numbers."""

import re

import pytest

from lessons.block import PARTS, TRANSLATOR, VIEWS, choices, results, words
from lessons.models.shipped import SENTENCE
from tests.app.test_app import mistakes, words_of
from tests.kit.visit import opened, paragraphs

PLACES = [("stream", ""), *(("norm", view) for view in VIEWS), ("units", "")]
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def visited():
    """The page, opened once: opening the app costs more than what a test looks at."""
    return opened("block")


@pytest.fixture
def visit(visited):
    def go(part: str, view: str = "", text: str = SENTENCE, model: str = TRANSLATOR):
        chosen = {"part": part, "view": view or "hand", "text": text, "model": model}
        for name, value in chosen.items():
            visited.session_state[f"block-{name}"] = value
        return visited.run()

    return go


def drawn(at) -> list[str]:
    return [e.key for e in at.get("bidi_component") if e.key.startswith("block-figure")]


def test_every_part_opens_asks_and_answers(visit):
    for part, view in PLACES:
        at = visit(part, view)
        assert not mistakes(at)
        panel = ["-panel"] if part != "norm" else []
        key = f"block-figure-{view or part}"
        assert drawn(at) == [key, *(key + end for end in panel)]
        said = " ".join(paragraphs(at))
        found = results.predict(part, view)
        assert PARTS[part][1] in said and found.question in said
        covers = [b.key for b in at.button if b.key.startswith("show-")]
        assert covers == [f"show-block-{view or part}"]
        for number, option in enumerate(found.options):
            at.button(key=f"predict-block-{view or part}-{number}").click().run()
            assert found.replies[option] in paragraphs(at)
        assert not mistakes(at)


def test_every_model_is_shown(visit):
    for name, (_, text) in choices.offered().items():
        for part in ("stream", "units"):
            at = visit(part, text=text, model=name)
            assert not mistakes(at) and len(drawn(at)) == 2, (name, part)


def test_what_cannot_be_read_gets_a_sentence(visit):
    for text in ("   ", "dog " * 80):
        visit("stream")
        at = visit("stream", text=text)
        assert not mistakes(at) and drawn(at)
        said = " ".join(words_of(at))
        assert re.search("There is no word to look at|These are 80 words", said)
        assert f"The picture still shows: {SENTENCE}" in said
    at = visit("units", text=f"the dgo {HOSTILE}")
    assert not mistakes(at) and "“dgo” is not among the 465 words" in " ".join(words_of(at))
    assert "<img" not in " ".join(e.value for e in (*at.markdown, *at.html))


def test_what_to_notice_is_measured(visit):
    figure = results.cover()
    text = words.about_stream(figure)
    length = figure.arrays["decoder.length"].values.mean(1)
    assert f"length goes from {length[0]:.0f} to {length[-1]:.0f}" in text
    assert "the feed-forward of layer 2 adds most" in text
    alike = {of: f"{one.alike:.2f}" for of, one in results.passes().items()}
    said = words.about_depth(results.gradients())
    assert (
        f"2 layers are enough: the mean cosine of two words is {alike['without residual', 2]}."
        in said
    )
    assert f"“Post” has made the words alike as well, {alike['post', 24]}:" in said
    assert (
        f"{alike['pre', 2]} where LayerNorm comes first" in said
        and f"still has {alike['pre', 24]}" in said
    )


def test_the_first_picture_is_computed_beforehand(monkeypatch):
    asked = []
    for name in ("stream", "predict", "check_exercise"):
        monkeypatch.setattr(results, name, lambda *key, name=name: asked.append(name))
    results.warm()
    assert asked == ["stream", "predict", "check_exercise"]
