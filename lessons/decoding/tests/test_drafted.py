"""What drafting saves over many texts: what is kept for the page is what is counted."""

import json

import pytest

from lessons.decoding.measure import drafted
from lessons.decoding.measure.drafted import (
    TEXTS,
    Tally,
    middle_80_percent,
    ngram_draft,
    tally,
    total_tally,
)
from lessons.decoding.results import tallies
from transformer.weights import load


@pytest.fixture(scope="module")
def writer():
    return load(drafted.MODEL)


def test_what_is_kept_is_counted_again(writer):
    """One text in ten. A number drawn may lie next to a chance, where rounding decides: of one, no more.
    After a change: python -m lessons.decoding.measure.drafted --out lessons/decoding/drafted.json"""
    kept, draft, again = tallies(), ngram_draft(writer), range(0, TEXTS, 10)
    assert len(kept) == TEXTS
    assert sum(tally(writer, draft, n) != kept[n] for n in again) <= 1


def test_sums_and_spread():
    some = [Tally(n, 10, n + 1, 1) for n in range(11)]
    assert total_tally(some) == Tally(55, 110, 66, 11)
    assert total_tally(some).share == 0.5 and total_tally(some).rate == 6
    assert middle_80_percent(some, lambda tally: tally.share) == pytest.approx((0.1, 0.9))


def test_the_command_prints_and_keeps_what_it_counts(writer, capsys, monkeypatch, tmp_path):
    made = {n: Tally(n + 1, 10, n + 2, 2) for n in range(3)}
    monkeypatch.setattr(drafted, "tally", lambda trained, draft, n, texts: made[n])
    drafted.main(["--texts", "3", "--out", str(tmp_path / "x.json")])
    saved = json.loads((tmp_path / "x.json").read_text())
    assert saved == [[n + 1, 10, n + 2, 2] for n in range(3)]
    printed = capsys.readouterr().out
    assert "accepted         0.200" in printed and "tokens per call  1.500" in printed
