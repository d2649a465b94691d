"""Published scores: what is said of the table is what stands in it, and each dot has its row."""

import re

import pytest

from lessons.decoding import published
from lessons.decoding.figures.published_scores import published_scores
from lessons.decoding.measure.training_cost import flops
from lessons.decoding.published import PAIRS, SYSTEMS, TABLE, verdicts
from transformer.weights import load


def test_what_is_said_follows_from_the_rows(monkeypatch):
    german, french = verdicts()
    assert (
        "this holds here. Base (27.3) and big (28.4) score higher than all 6 other systems."
        in german
    )
    assert (
        "this holds only for the big model. Big (41.8) scores higher than all 7 other systems; "
        "base (38.1) scores lower than all of them" in french
    )
    assert "39.2, 39.92, 40.4, 40.46, 40.56, 41.16, 41.29. " in french
    assert german.endswith(
        "Base costs the least to train, but big costs more than ConvS2S and MoE."
    )
    assert french.endswith("Both models cost less to train than any other system.")
    monkeypatch.setattr(published, "SYSTEMS", (*SYSTEMS[:3], *SYSTEMS[-2:]))
    assert (
        "scores higher than all 2 other systems; base (38.1) scores lower than all of them: 39.2, 39.92."
        in verdicts()[1]
    )


def test_our_model_is_set_apart():
    trained = load("english_french")
    text, cost = published.about_our_model(trained), flops(trained)
    tokens = 1500 * 64 * sum(len(e.target) + 1 for e in trained.task.train) / 10552
    assert cost == pytest.approx(6 * 307328 * tokens) and f"{cost / 1e12:.1f} · 10¹² FLOPs" in text
    assert (
        f"a BLEU score of {trained.card['held_out']['bleu']:.2f}" in text
        and "**not comparable**" in text
    )


def test_rows_are_ranked_and_dots_stand_where_the_numbers_say(show):
    shown = show(published_scores(SYSTEMS, PAIRS, TABLE, verdicts()))
    names = shown.page.locator("tbody th").all_inner_texts()
    assert names[0].startswith("Transformer, big") and names[-1].startswith("Transformer, base")
    assert len(names) == 9 and all("et al. 20" in name for name in names)
    dots = [dot.get_attribute("style") for dot in shown.page.locator(".dots i").all()]
    left = [float(re.search(r"left: ?([\d.]+)%", style)[1]) for style in dots]
    assert len(left) == 18 and left[0] == pytest.approx(95, abs=0.01)  # 41.8 of 38 to 42
