"""The BPE player as data: every number is the learner’s, which `tests/transformer/test_bpe.py` recounts."""

import json
import re
from itertools import product

import pytest

from lessons.tokens import DECK, PROSE, SENNRICH, WIDEST
from lessons.tokens.figures.bpe_player import (
    MOST_PAIRS,
    MOST_PIECES,
    MOST_STEPS,
    MOST_WORDS,
    bpe_player,
    with_word,
)
from lessons.tokens.figures.bpe_player.words import label, visible
from transformer.tokens.bpe import BPE, TIES, learn
from transformer.tokens.text import END

TEXTS = (DECK, WIDEST, SENNRICH, PROSE, "banana bandana ananas", "aaaa aaa aa a", "ab\nab  ab\n ab")


def cut_at(entry: dict, merge: int) -> list[int]:
    return [tokens for begin, tokens in entry["history"] if begin <= merge][-1]


def test_every_number_is_the_learners():
    for text, tie, end in product(TEXTS, TIES, ("own", "glued", "none")):
        is_the_learners(text, learn(text, 200, tie=tie, end=end))
    text = PROSE + " naïve café 👩‍👩‍👧"
    is_the_learners(text, learn(text, 200, base="bytes"))


def is_the_learners(text, learned):
    header, names = bpe_player(learned, text).header, learned.vocabulary
    assert len(header["steps"]) == len(header["merges"]) + 1 == len(learned.merges) + 1
    for merge, step in enumerate(header["steps"]):
        state = learned.at(merge)
        counts = dict(state.pairs)
        assert step["tokens"] == state.tokens and step["weights"] == state.tokens**2
        assert step["vocabulary"] == header["symbols"] + merge
        assert step["different"] == len(counts)
        rows = [((names[a], names[b]), count) for a, b, count in step["pairs"]]
        assert all(counts[pair] == count for pair, count in rows)
        assert [count for _, count in rows] == sorted(counts.values(), reverse=True)[:MOST_PAIRS]
        drawn = [(pieces, count) for pieces, count in state.words if not pieces[0].isspace()]
        spaces = sum(count for pieces, count in state.words if pieces[0].isspace())
        assert (header["all_words"], header["spaces"]) == (len(drawn), spaces)
        if len(drawn) <= MOST_WORDS:
            cuts = [tuple(names[t] for t in cut_at(word, merge)) for word in header["words"]]
            counts = [word["count"] for word in header["words"]]
            assert list(zip(cuts, counts, strict=True)) == drawn
    for made, merge, step in zip(header["merges"], learned.merges, header["steps"], strict=False):
        assert tuple(names[token] for token in made["pair"]) == merge.pair
        assert (made["count"], made["ties"]) == (merge.count, merge.ties)
        assert names[made["token"]] == merge.token
        assert step["pairs"][0] == [*made["pair"], merge.count], "the first row is merged next"


def test_pairs_that_tie_stand_in_the_order_of_the_rule():
    for tie in TIES:
        learned = learn(DECK, 10, tie=tie)
        header = bpe_player(learned, DECK).header
        assert header["merges"][0]["ties"] == 4, "what the slide takes is one of four"
        rows = header["steps"][0]["pairs"][:4]
        names = learned.vocabulary
        assert [(names[a], names[b]) for a, b, _ in rows] == list(learned.merges[0].tied)
        assert tie.replace("_", " ") in header["rule"]


def test_a_word_is_encoded_merge_by_merge():
    learned = learn(SENNRICH, 100)
    figure = bpe_player(learned, SENNRICH, "lowest")
    names, word = learned.vocabulary, figure.header["word"]
    steps = [(step["merge"], tuple(names[t] for t in step["pieces"])) for step in word["steps"]]
    assert steps == [(r if r is None else r + 1, p) for r, p in learned.steps("lowest")]
    assert steps[0] == (None, tuple("lowest") + (END,)) and len(steps) > 3
    assert figure.header["merges"] == bpe_player(learned, SENNRICH).header["merges"]


def test_a_word_with_unseen_letters_shows_their_bytes():
    learned = learn(DECK, 100)
    header = bpe_player(learned, DECK, "löw").header
    last = [header["labels"][token] for token in header["word"]["steps"][-1]["pieces"]]
    assert last == ["l", "<0xC3>", "<0xB6>", "w", END]
    first = bpe_player(learned, DECK).header["labels"]
    assert header["labels"][: len(first)] == first, "what was drawn before keeps its number"


def test_what_is_no_word_is_refused_and_an_empty_one_changes_nothing():
    learned = learn(DECK, 100)
    figure = bpe_player(learned, DECK)
    with pytest.raises(ValueError, match="not a single word"):
        with_word(figure, learned, "two words")
    assert with_word(figure, learned, "") is figure


def test_a_large_text_makes_a_small_message():
    syllables = [a + b for a in "bdfgklmnprst" for b in "aeiou"]
    words = {a + b + c: 1 + n % 97 for n, (a, b, c) in enumerate(product(syllables[:18], repeat=3))}
    learned = learn(words, MOST_STEPS + 100)
    header = bpe_player(learned, "syllables").header
    assert len(learned.merges) > MOST_STEPS == len(header["merges"])
    assert header["all_merges"] == len(learned.merges)
    assert len(header["words"]) == MOST_WORDS and header["all_words"] == len(words)
    shown = sorted((entry["count"] for entry in header["words"]), reverse=True)
    assert shown == sorted(words.values(), reverse=True)[:MOST_WORDS]
    assert all(len(step["pairs"]) <= MOST_PAIRS for step in header["steps"])
    assert len(json.dumps(header)) < 600_000
    # A merge beyond the last one drawn still has a name in the encoded word.
    late = next(w for w in words if learned.steps(w)[-1][0] >= MOST_STEPS)
    header = bpe_player(learned, "syllables", late).header
    last = [header["labels"][token] for token in header["word"]["steps"][-1]["pieces"]]
    assert last == list(learned.steps(late)[-1][1])


def test_long_words_and_long_tokens_are_cut_short():
    words = "ab" * 300 + " " + "xy" * 501 + " " + "ab" * 40 + " no space"
    learned = learn(words, 100)
    figure = bpe_player(learned, words)
    header = figure.header
    assert header["all_words"] == 5 and header["long_words"] == 1, "1,002 letters are too many"
    assert len(header["words"]) == 4
    assert (
        max(len(tokens) for w in header["words"] for _, tokens in w["history"]) == MOST_PIECES + 1
    )
    first = header["words"][0]["history"][0][1]
    assert first[-1] == -1 and [header["labels"][token] for token in first[:2]] == ["a", "b"]
    assert label("ab" * 256 + END, "characters") == "abababababab…abababababab</w> (512)"
    assert max(map(len, learned.vocabulary)) > 500
    assert max(map(len, header["labels"])) < 60
    assert len(json.dumps(header)) < 60_000


def test_large_counts_stay_exact():
    """2²⁴ + 1 is the first whole number that float32 cannot hold."""
    learned = learn({"ab": 2**24 + 1, "ac": 1}, 10)
    figure = bpe_player(learned, "ab")
    header = json.loads(json.dumps(figure.complete_header))
    assert header["merges"][0]["count"] == 2**24 + 1 == header["words"][0]["count"]
    assert header["steps"][0]["tokens"] == 3 * (2**24 + 2)


def test_a_tokenizer_without_its_corpus_is_refused():
    learned = learn(DECK, 3)
    bare = BPE(learned.merges, learned.vocabulary)
    with pytest.raises(ValueError, match="without its corpus"):
        bpe_player(bare, DECK)


# ---- what is read ---------------------------------------------------------------------------------
def test_what_cannot_be_seen_gets_a_sign():
    for token, shown in {
        " a": "␣a",
        "\n": "⏎",
        "a\0b": "a⟨00⟩b",
        "👩\u200d👧": "👩⟨zwj⟩👧",
        "\u202eabc": "⟨202e⟩abc",
        "\u200b": "⟨200b⟩",
        "<b>": "<b>",
        "שלום": "שלום",
        END: END,
    }.items():
        assert visible(token) == shown


def test_bytes_are_shown_as_letters_only_where_they_make_some():
    learned = learn("é é é è", 100, base="bytes", end="own")
    shown = {label(token, "bytes") for token in learned.vocabulary}
    assert {"<0xC3>", "<0xA9>", "é", f"é{END}", "a", "␣", END} <= shown
    assert "Ã" not in shown


def test_paper_shows_every_merge(tmp_path):
    learned = learn(SENNRICH, 100)
    figure = bpe_player(learned, SENNRICH)
    text = figure.save(tmp_path / "x.svg").read_text()
    for number, merge in enumerate(learned.merges, start=1):
        ties = f", {merge.ties} tie" if merge.ties > 1 else ""
        left, right = (part.replace("<", "&lt;").replace(">", "&gt;") for part in merge.pair)
        assert f">{number}  {left} + {right}</text>" in text
        assert f">{merge.count}×{ties}</text>" in text
    assert f"{learned.at(len(learned.merges)).tokens} tokens (at the start 95)" in text
    early = figure.at(merge=2).save(tmp_path / "z.svg").read_text()
    assert "After 2 of 15 merges" in early and ">3  " not in early


def test_paper_tells_no_merge_before_the_question_is_answered(tmp_path):
    figure = bpe_player(learn(SENNRICH, 20), SENNRICH).at(counted=False)
    text = figure.save(tmp_path / "x.svg").read_text()
    assert "e + s" not in text and "After 0 of" in text
    assert text.count("&lt;/w&gt;") == 4, "all four words of the example"


def test_paper_says_what_it_leaves_out(tmp_path):
    text = bpe_player(learn(PROSE, 20), PROSE).save(tmp_path / "x.svg").read_text()
    assert re.search(r"Drawn: \d+ of 53 different words", text)


def test_typed_names_of_tokens_do_not_become_those_tokens():
    """“</w>” typed by a visitor is four letters, and its “<” stays separate."""
    for tie in TIES:
        typed_names_are_letters(tie)


def typed_names_are_letters(tie):
    learned = learn("</w> </w> a</w> <0xC3> <0xC3>", 50, tie=tie)
    header = bpe_player(learned, "").header
    names = learned.vocabulary
    for made, step in zip(header["merges"], header["steps"], strict=False):
        assert step["pairs"][0] == [*made["pair"], made["count"]]
    cuts = [[names[t] for t in entry["history"][-1][1]] for entry in header["words"]]
    assert all(END not in cut[:-1] for cut in cuts) and cuts[0][0] == "<"
