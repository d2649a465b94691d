"""The page on a layer: both views of LayerNorm, and what it says to notice."""

import pytest

from lessons.block import TRANSLATOR, results, words
from lessons.models.shipped import SENTENCE


@pytest.mark.parametrize("view", ["hand", "depth"])
def test_each_view_of_layer_norm_asks_its_own_question(visitor, view):
    shown = visitor.go(part="norm", view=view)
    assert shown.drawn == [f"block-figure-{view}"]
    assert results.predict(view).question in shown.said
    assert [b.key for b in shown.at.button if b.key.startswith("show-")] == [f"show-block-{view}"]


def test_what_to_notice_is_measured():
    figure = results.stream(TRANSLATOR, results.reading(TRANSLATOR, SENTENCE))
    text = words.about_stream(figure)
    length = figure.arrays["decoder.length"].values.mean(1)[1:-1]
    assert f"length goes from {length[0]:.0f} to {length[-1]:.0f}" in text
    assert "the feed-forward of layer 2 adds most" in text
    alike = {of: f"{one.alike:.2f}" for of, one in results.passes().items()}
    said = words.about_depth(results.gradients())
    assert f"are enough: the mean cosine of two words is {alike['without residual', 2]}." in said
    assert f"“Post” has made the words alike as well, {alike['post', 24]}:" in said
    assert f"{alike['pre', 2]} where LayerNorm comes first" in said
    assert f"still has {alike['pre', 24]}" in said
