"""The tokens notebook: what its text claims is what its cells print."""

import re

from lessons.tokens import SENNRICH
from tests.kit import handout
from transformer.tokens import bpe

TestAsHandedOut = handout.AsHandedOut


def number(text: str) -> int:
    return int(text.replace(",", ""))


def test_the_first_figure_waits_to_be_counted_and_shows_no_answer(notebook):
    waits, counts = handout.figures(notebook.made)
    assert '"counted": false' in waits and '"word": null' in waits
    assert '"counted": true' in counts and '"text": "lowest"' in counts
    assert SENNRICH[:19] in waits and SENNRICH[:19] in counts


def test_the_slide_four_tie_and_three_histories(text):
    assert "(l, o) 2, (o, w) 2, (w, e) 2, (e, s) 2, (w, </w>) 1" in text
    assert "equally frequent: 4" in text and "equally frequent: 3" in text
    assert "first seen    (l, o), then (lo, w), then (e, s)" in text
    assert "largest pair  (w, e), then (l, o)\n" in text
    assert "smallest ids  (e, s), then (l, o), then (lo, w)" in text


def test_the_slides_slips(text):
    assert "\nd e i l n o r s t w </w>\n" in text  # no space
    assert "wides   4 pairs occur 2 times; after (e, s): w i d es </w>" in text
    assert "widest  6 pairs occur 2 times; after (e, s): w i d es t </w>" in text


def test_the_papers_counts_and_the_glued_end(text):
    assert "(e, s) 9, (s, t) 9, (t, </w>) 9, (w, e) 8" in text
    assert "merges until no pair occurs twice: 15" in text
    assert "end of word own    9 times: (e, s), (s, t), (t, </w>)" in text
    assert "end of word glued  9 times: (e, s), (s, t</w>)" in text
    assert "end of word glued  (l, o), (w, e)\n" in text


def test_more_merges_shorten_less_and_less(text):
    rows = re.findall(r"^ *([\d,]+) +([\d,]+) +([\d.]+) +([\d,]+)$", text, re.M)
    merges, vocabulary, length, cells = (
        [float(row[column].replace(",", "")) for row in rows] for column in range(4)
    )
    assert merges == [0, 10, 30, 100, 300, 1000]
    assert [v - vocabulary[0] for v in vocabulary] == merges  # each merge is a row
    gains = [
        (length[i] - length[i + 1]) / (merges[i + 1] - merges[i]) for i in range(len(length) - 1)
    ]
    assert gains == sorted(gains, reverse=True)
    assert all(c >= n * n for n, c in zip(length, cells, strict=True))
    for n, squared in re.findall(r"merges, +(\d+) tokens, +([\d,]+) cells", text):
        assert number(squared) == int(n) ** 2
    memory = re.findall(r"merges: ([\d,]+) tokens, one map +([\d.]+) MB", text)
    assert [float(mb) for _, mb in memory] == [
        round(4 * number(n) ** 2 / 1e6, 1) for n, _ in memory
    ]
    assert "then no pair occurs twice" in text


def test_what_was_never_seen(text):
    assert text.count("never seen: ") == 3
    assert "🙂: 1 characters, 4 bytes; not in the vocabulary: 🙂" in text
    assert "characters: <0xF0> <0x9F> <0x99> <0x82> </w>" in text
    assert "кот: 3 characters, 6 bytes; not in the vocabulary: кот" in text
    for base in bpe.BASES:
        assert re.search(rf"^{base} \[True(, True){{7}}\]$", text, re.M)  # decode(encode(x)) == x


def test_the_real_one_is_the_plain_one_and_faster(text):
    count = re.search(r"the same merges, all ([\d,]+): True", text)[1]
    assert f"asked for 5,000 merges, learned {count}" in text, "to the last merge"
    plain, fast = map(float, re.search(r"plain ([\d.]+) s, fast ([\d.]+) s", text).groups())
    assert plain > 2 * fast


def test_the_file_comes_back(text):
    assert "model: BPE with" in text
    assert "first merges: [['<', '/'], ['</', 'w'], ['</w', '>'], ['e', '</w>']" in text
    assert "the loaded tokenizer gives the same tokens: True" in text


def test_the_order_of_merges_matters(text):
    assert "in this order:   low est</w>" in text
    assert "in reverse:      lo w es t </w>" in text


def test_only_the_planted_bug_needs_fewer_tokens_than_words(text):
    assert "every sentence comes back: True" in text
    verdict = {
        n: (number(t), v) for n, t, v in re.findall(r"(\w+) +([\d,]+) tokens, (BELOW|above)", text)
    }
    floor = number(re.search(r"the floor of ([\d,]+) words", text)[1])
    assert verdict["planted"][0] < floor <= verdict["honest"][0]
    assert (verdict["planted"][1], verdict["honest"][1]) == ("BELOW", "above")
    cells = {n: int(c) for n, c in re.findall(r"(\w+) +[\d,]+ tokens, (\d+) cells per map", text)}
    assert 0.5 < cells["planted"] / cells["honest"] < 0.65
    forwards = verdict
    backwards = {
        n: number(t) for n, t in re.findall(r"^(honest|planted) +([\d,]+) tokens$", text, re.M)
    }
    assert backwards["honest"] == forwards["honest"][0]
    assert backwards["planted"] > 1.2 * backwards["honest"]


def test_it_has_no_token_of_its_own_any_more(text):
    own = {
        n: (int(a), int(b))
        for n, a, b in re.findall(r"(\w+) +“it” is .* in (\d+) of (\d+) sen", text)
    }
    assert own["honest"][0] == own["honest"][1] > 400
    assert own["planted"][0] < 0.05 * own["planted"][1]
    assert int(re.search(r"occurs in (\d+) different tokens", text)[1]) > 10
    assert "because_it_was_too_" in text


def test_the_edits_it_asks_for_run_and_do_what_it_expects(notebook, text, tmp_path):
    """A student answers, solves the exercise and makes every edit of "Modify"."""
    edits = {
        "merges = 10": "merges = 100",
        'tie = "first_seen"': 'tie = "largest_pair"',
        'base = "characters"': 'base = "bytes"',
        "minimum = 2": "minimum = 100",
        'end = "own"': 'end = "none"',
    }
    after = notebook.after(edits, tmp_path)
    assert "the same 100 merges as the reference: True" in after

    def both(pattern):
        matches = [re.search(pattern, output) for output in (text, after)]
        return [tuple(float(g.replace(",", "")) for g in match.groups()) for match in matches]

    (ten, share, area), (hundred, smaller, smallest) = both(
        r"merges: (\d+) tokens, (\d+)% of the length, (\d+)% of the map"
    )
    assert ten / 10 < hundred < ten
    assert smallest / area < smaller / share
    assert "the first merge that differs from “first seen”: none" in text
    assert re.search(r"the first merge that differs from “first seen”: \d+", after)
    (tokens,), (other,) = both(r"([\d,]+) tokens; the first merge that differs")
    assert abs(other / tokens - 1) < 0.01
    (letters, _), (raw, pieces) = both(
        r"0 merges from \w+: ([\d,]+) tokens\n+300 merges from \w+: ([\d,]+)"
    )
    (_, before), _ = both(r"0 merges from \w+: ([\d,]+) tokens\n+300 merges from \w+: ([\d,]+)")
    assert raw > 1.03 * letters and abs(pieces / before - 1) < 0.02
    pattern = r"([\d,]+) merges, (\d+) of (\d+) words whole, ([\d.]+) tokens per sentence"
    (many, whole, words, short), (few, rest, _, longer) = both(pattern)
    assert few < many / 2 and whole == words and rest < words / 2
    assert short < longer < 2 * short
    (marked,), (spaces,) = both(r"([\d,]+) tokens in all sentences")
    assert spaces > 1.2 * marked and "'animal', 's', ' '" not in text
