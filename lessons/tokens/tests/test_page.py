"""The tokens page as Streamlit runs it, without a browser: texts, rules, edits, files, bad input."""

import json
import os
import re
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from lessons.figures.kit.labels import truncated
from lessons.tokens import (
    DECK,
    EXAMPLES,
    MOST_CHARACTERS,
    PROSE,
    SENNRICH,
    TIES,
    WIDEST,
    facts,
    results,
    upload,
    worker,
)
from lessons.tokens.figures.bpe_player import bpe_player
from lessons.tokens.prediction import SLIDE, tie_option
from tests.kit.paths import ROOT
from tests.kit.small import HOSTILE
from tests.kit.visit import Visitor, opened, paragraphs
from transformer.tokens.bpe import learn

OPENING = ("first_seen", "characters", "own")


@pytest.fixture
def page() -> Visitor:
    """Somebody who has just come, and stops learning when leaving."""
    visitor = Visitor("tokens").go()
    yield visitor
    for learning in upload.running():
        learning.cancel()


def typed(page: Visitor, text: str) -> Visitor:
    page.at.text_area(key="tokens-text").set_value(text).run()
    return page.go()  # AppTest shows only what ran last: the whole page again


def test_it_opens_with_the_papers_counts_and_the_pairs_not_yet_counted(page):
    assert page.at.text_area(key="tokens-text").value == SENNRICH
    header = page.figure.header
    assert header["merges"] == bpe_player(learn(SENNRICH, 100), SENNRICH).header["merges"]
    assert len(header["merges"]) == 15 and header["start"]["counted"] is False
    assert header["word"]["text"] == "lowest"


def test_every_example_opens_at_its_start(page):
    for number, (name, text) in enumerate(EXAMPLES.items(), start=1):
        page.at.menu_button(key="tokens-menu").click(name).run()
        assert not page.mistakes and page.at.text_area(key="tokens-text").value == text
        text = " ".join(text.split())
        assert page.figure.header["run"]["text"] == truncated(text, 60)
        opens = {"merge": 0, "token": None, "counted": True, "scene": number}
        assert page.figure.header["start"] == opens


CHOICES = (
    ("tie", "smallest_ids", "smallest ids"),
    ("base", "bytes", "bytes"),
    ("end", "none", "none"),
)


def test_each_choice_reaches_the_learner_and_its_effect_is_named(page):
    for field, value, label in CHOICES:
        page.at.segmented_control(key=f"tokens-{field}").set_value(value).run()
        text = page.go().text
        assert page.figure.header["run"][field] == value
        assert f"became “{label}”" in text, "the choice just made, not the last"
        assert "The merges diverge at merge" in text or "merges stay the same" in text


def test_an_empty_value_in_the_address_is_the_first_choice():
    empty = dict.fromkeys(("tokens-base", "tokens-tie", "tokens-end"), "")
    assert opened("tokens", empty).session_state["tokens-typed"][1:] == OPENING


# ---- an edit: where history parts -------------------------------------------------------------------
def test_the_first_merge_that_an_edit_changes_is_named(page):
    typed(page, DECK)
    typed(page, DECK.replace("lower", "nower"))
    before, now = learn(DECK, 100), learn(DECK.replace("lower", "nower"), 100)
    number = next(
        n
        for n, (a, b) in enumerate(zip(before.merges, now.merges, strict=False), 1)
        if a.pair != b.pair
    )
    pairs = [facts.pair_text(tokenizer.merges[number - 1].pair) for tokenizer in (before, now)]
    assert (
        f"“lower” became “nower”. The merges diverge at merge {number}: {pairs[0]} before, {pairs[1]} now."
        in page.text
    )


def test_an_edit_that_changes_nothing_says_so(page):
    typed(page, DECK)
    typed(page, DECK.replace("wides", "wiges"))
    count = len(learn(DECK, 100).merges)
    assert f"“wides” became “wiges”. All {count} merges stay the same." in page.text
    page.at.text_input(key="tokens-word").set_value("newer").run()
    page.go()
    assert "merges stay the same" in page.text, "it stays until the next edit"


def history(before: str, now: str) -> str:
    return results.change((before, *OPENING), (now, *OPENING))


def test_words_that_come_and_go():
    assert history("low low", "low low slow").startswith("“slow” was added.")
    assert history("low low slow", "low low").startswith("“slow” was removed.")
    assert history("ab ab", "ab ab cd cd") == "“cd cd” was added. " + facts.divergence_text(
        learn("ab ab", 9), learn("ab ab cd cd", 9)
    )
    assert "The first 2 merges stay the same. Merge 3 is new: (c, d)." in history(
        "ab ab", "ab ab cd cd"
    )
    assert "is no longer learned" in history("ab ab cd cd", "ab ab")
    assert history(DECK, PROSE) == "", "another text is no edit"
    both = results.change((DECK, *OPENING), (WIDEST, "largest_pair", *OPENING[1:]))
    assert both == "", "two things changed at once"


# ---- bad input: a sentence for each, and the picture stays ------------------------------------------
def test_a_text_that_cannot_be_merged_gets_a_sentence(page):
    typed(page, SENNRICH)
    before = page.figure.header["run"]
    for text, sentence in (
        ("", "There is no word in the box"),
        ("word", "No pair occurs twice in “word”"),
        ("  \n\t ", "There is no word in the box"),
        ("a", "No pair occurs twice in “a”"),
        ("\u3000\u00a0", "There is no word"),
        ("👩‍🚀", "No pair occurs twice in “👩⟨zwj⟩🚀”"),
        ("🐘", "No pair occurs twice in “🐘”"),
        ("the quick brown fox", "No pair occurs twice in this text"),
        ("x " * (MOST_CHARACTERS // 2 + 1), f"the limit is {MOST_CHARACTERS:,}"),
    ):
        typed(page, text)
        assert sentence in page.text and "The figure stays as it was." in page.text
        assert page.figure.header["run"] == before


def test_one_symbol_without_an_end_has_no_pair():
    assert results.problem("a", "first_seen", "characters", "none") == (
        "“a” is one symbol, so it contains no pair. Type a longer word."
    )


def test_any_word_is_encoded_or_refused_in_a_sentence(page):
    for word in ("two words", "  ", "<img src=x onerror=alert(1)>", "שלום", "a\0b", "👩‍🚀"):
        page.at.text_input(key="tokens-word").set_value(word).run()
        shown_word = page.go().figure.header["word"]
        if " " in word.strip():
            assert shown_word is None and "is not a single word" in page.text
        elif word.strip():
            assert shown_word["steps"]


TYPED = (
    f"{HOSTILE} {HOSTILE}",
    "**bold** **bold** $x$ $x$ [a](javascript:alert(1)) [a](javascript:alert(1))",
    "\u202ethe \u202ethe",
    "a\0b a\0b",
    "</w> </w> <0xE2> <0xE2>",
)


def test_nothing_typed_becomes_markup(page):
    own = {element.value for element in (*page.at.markdown, *page.at.caption)}
    for text in TYPED:
        typed(page, text)
        typed(page, text + " " + text.split()[0])  # an edit: a typed word is named in a note
        assert page.figure.header["merges"]
        own_tags = {*["span", "b", "p", "pre", "div", "i", "details", "summary", "ul", "li"]}
        assert set(re.findall(r"<\s*([a-zA-Z]+)", page.markup)) <= own_tags
        assert {element.value for element in (*page.at.markdown, *page.at.caption)} <= own


# ---- predict first ----------------------------------------------------------------------------------
def test_the_answer_is_counted_by_the_learner_and_every_choice_gets_a_reply(page):
    question = results.question()
    merge = learn(SENNRICH, 1).merges[0]
    assert merge.ties == 3 and question.right == tie_option(merge.tied)
    others = [option for option in question.options if "equally often" in option]
    assert len(others) == 2, "that pairs tie must not tell the right option from the others"
    assert "low × 5, lower × 2, newest × 6, widest × 3" in question.question
    assert set(question.replies) == set(question.options)
    assert facts.pair_text(SLIDE) in question.options and len(question.options) == 5
    before = " ".join(paragraphs(page.at))
    assert not any(reply in before for reply in question.replies.values()), "told too early"
    for number, option in enumerate(question.options):
        page.at.button(key=f"predict-tokens-{number}").click().run()
        assert question.replies[option] in paragraphs(page.at)
    reply = question.replies[facts.pair_text(SLIDE)]
    assert "so do" in reply and "one of three choices" in reply
    page.at.button(key="predict-tokens-show").click().run()
    assert page.at.text_area(key="tokens-text").value == SENNRICH
    assert page.figure.header["start"]["counted"] is True


def test_a_question_without_a_tie_has_one_right_pair():
    from lessons.tokens import prediction

    question = prediction.about(
        "es es lo", {tie: learn("es es es lo lo", 9, tie=tie) for tie in TIES}
    )
    assert question.right == "(e, s)" or "equally often" in question.right
    text = "xes yes es lo"
    question = prediction.about(text, {tie: learn(text, 9, tie=tie, end="none") for tie in TIES})
    assert question.right == "(e, s)"
    assert all(
        question.replies[o].startswith("No") for o in question.options if "equally often" in o
    )


def test_what_to_notice_is_counted(page):
    text = results.notice()
    assert text in paragraphs(page.at)
    prose, sennrich = learn(PROSE, 1000), learn(SENNRICH, 1000).merges[0]
    first, last = prose.at(0).tokens, prose.at(len(prose.merges)).tokens
    assert f"from {first} tokens to {last}" in text
    assert f"occurs {sennrich.count} times" in text and sennrich.count == 9
    assert "`w i d es </w>`" in text and "text’s 11 symbols" in text


# ---- files ------------------------------------------------------------------------------------------
def uploads(page: Visitor, name: str, data: bytes) -> Visitor:
    box = next(box for box in page.at.file_uploader if box.key.startswith("tokens-file"))
    box.set_value((name, data, "text/plain")).run()
    return page


def settled(page: Visitor, seconds: float = 90) -> Visitor:
    end = time.monotonic() + seconds
    while upload.running() and time.monotonic() < end:
        time.sleep(0.02)
    page.go()
    assert not [b for b in page.at.button if b.key == "tokens-cancel"], "still learning"
    return page


def test_an_uploaded_text_is_learned_as_a_typed_one_would_be(page):
    settled(uploads(page, "<b>my.txt", PROSE.encode()))
    expected = bpe_player(learn(PROSE, 1000), PROSE, "lowest").header
    header = page.figure.header
    for part in ("labels", "merges", "steps", "words", "word", "all_words", "spaces"):
        assert header[part] == expected[part], part
    assert "&lt;b&gt;my.txt" in page.markup


def test_a_file_that_is_read_as_another_encoding_gets_a_remark(page):
    settled(uploads(page, "my.txt", (PROSE + " été").encode("cp1252")))
    assert "was read as Windows-1252" in page.text


def test_a_file_gives_way_to_what_is_typed_or_picked(page):
    for leave in (
        lambda: page.at.button(key="tokens-back").click(),
        lambda: page.at.text_area(key="tokens-text").set_value(WIDEST),
        lambda: page.at.menu_button(key="tokens-menu").click("Sennrich’s counts"),
    ):
        settled(uploads(page, "my.txt", PROSE.encode()))
        assert page.figure.header["all_words"] == 53
        leave().run()
        assert page.figure.header["all_words"] == 4 and not page.mistakes


REFUSED = {
    b"": "is empty",
    b" \n\t ": "is empty",
    "привет мир".encode("cp1251"): "not UTF-8",
    b"\xff\xfe\x00": "not UTF-8",
    b"word": "No pair occurs twice",
    "🐘".encode(): "No pair occurs twice",
    b"a": "No pair occurs twice",
}


def test_a_file_that_cannot_be_used_gets_a_sentence(page):
    for data, sentence in REFUSED.items():
        assert sentence in worker.run_safely(data, *OPENING)["problem"]
    before = page.figure.header["run"]
    for data, sentence in tuple(REFUSED.items())[::3]:  # one of each sentence, through its process
        settled(uploads(page, "file.txt", data))
        assert sentence in page.text and "The figure stays as it was." in page.text
        assert page.figure.header["run"] == before


def long_text(megabytes: float) -> bytes:
    """Different words, so that learning takes its time; no random generator needed."""
    words = (f"w{n * 7919 % 1_000_003:x}" for n in range(int(megabytes * 2**20 / 7)))
    return " ".join(words).encode()


def test_cancel_stops_the_process_and_frees_its_place(page):
    uploads(page, "long.txt", long_text(2))
    learning = upload.running()[0]
    page.at.button(key="tokens-cancel").click().run()
    learning.process.wait(60)
    end = time.monotonic() + 60
    while upload.running() and time.monotonic() < end:
        time.sleep(0.05)
    assert upload.running() == [] and not page.mistakes
    assert page.figure.header["run"]["text"].startswith("low low low low low lower")


def test_no_more_learners_than_cores_and_none_outlives_its_session(monkeypatch):
    monkeypatch.setattr(upload, "MOST", 1)
    first = upload.Learning(("a",), long_text(1), OPENING)
    second = upload.Learning(("b",), b"low low", OPENING)
    assert second.problem == upload.BUSY and second.process is None
    session, waiting = upload.Session(), upload.Session()
    session.learning = first
    monkeypatch.setattr(upload, "session", lambda: waiting)
    file = SimpleNamespace(getvalue=lambda: b"low low")
    assert upload.learning(("d",), file, OPENING).problem == upload.BUSY
    session.clear()  # what Streamlit calls when a session ends
    assert first.process.wait(60) != 0
    while upload.running():
        time.sleep(0.02)
    third = upload.learning(("d",), file, OPENING)  # asked again, now that there is room
    while third.running:
        time.sleep(0.02)
    assert third.result and not third.problem


def test_too_large_a_file_is_refused_before_anything_starts():
    learning = upload.Learning(("a",), b"x" * (upload.MOST_BYTES + 1), OPENING)
    assert "20.0 MB" in learning.problem and learning.process is None


def test_the_worker_reports_its_progress(monkeypatch, capsys):
    monkeypatch.setattr(worker, "EVERY", -1.0)  # each time that it could say something
    last = worker.run_safely(long_text(0.02), *OPENING)
    shares = [json.loads(line)["share"] for line in capsys.readouterr().out.splitlines()]
    assert shares == sorted(shares) and len(shares) > 100 and 0 < shares[0] < shares[-1] <= 1
    assert any(share < worker.LEARNED for share in shares), "while it learns"
    assert any(share > worker.LEARNED for share in shares), "while the figure is made"
    assert set(last) == {"figure", "learned", "remarks"}


def test_the_process_answers_in_one_line_without_torch_and_leaves_no_file(tmp_path):
    command = [sys.executable, "-v", "-m", "lessons.tokens.worker", *OPENING]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        command, input=PROSE.encode(), cwd=ROOT, capture_output=True, env=environment
    )
    assert set(json.loads(done.stdout.splitlines()[-1])) == {"figure", "learned", "remarks"}
    assert b"import 'transformer.tokens.learning'" in done.stderr  # -v: each import is a line
    assert b"import 'torch'" not in done.stderr
    assert list(tmp_path.iterdir()) == []
