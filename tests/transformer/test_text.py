"""A text to go on with: its lines, what counting reaches, and what is measured of a model."""

import math
from collections import Counter

import pytest
import torch

from tests.kit.small import TINY
from transformer.families import GPT
from transformer.objectives.continuing import Continuing, next_piece
from transformer.tasks import TASKS
from transformer.tasks.custom import text
from transformer.tasks.custom.counting import NgramCounts
from transformer.training import build, train, vocabularies
from transformer.training.settings import Settings
from transformer.vocabulary import PAD

LEARN = Continuing()
split = str.split
WORDS = split("the a dog cat bird sees likes hears red blue old and then it runs")
NOVEL = "\n".join(
    " ".join(WORDS[(n * k) % len(WORDS)] for k in range(1, 5 + n % 7)) + f" {n}" for n in range(300)
)


def lines(task) -> list[list[str]]:
    return [[task.join(e.target) for e in part] for part in (task.train, task.held_out)]


# ---- lines ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("pieces", text.PIECES)
def test_no_held_out_line_is_trained_on(pieces):
    task = text.build(NOVEL + "\n" + NOVEL.upper(), pieces)
    train, held_out = ([e.target for e in part] for part in (task.train, task.held_out))
    assert not set(train) & set(held_out) and len(held_out) >= 25
    assert len(set(train)) == len(train) and len(set(held_out)) == len(held_out)
    assert task.source_words == () and all(e.source == () for e in task.train)
    assert task.refused == {"a duplicate line": 300}


@pytest.mark.parametrize("pieces", text.PIECES)
def test_lines_are_read_back(pieces):
    given = set(NOVEL.splitlines())
    for part in lines(text.build(NOVEL, pieces)):
        assert set(part) <= given


def test_long_lines_are_cut_between_words():
    words = [f"word{n}" for n in range(500)]
    task = text.build(" ".join(words))
    found = sorted(sum(lines(task), []), key=lambda line: words.index(line.split()[0]))
    assert " ".join(found).split() == words and max(map(len, found)) <= text.LONGEST
    assert min(map(len, found[:-1])) > text.LONGEST - len("word499 ")
    endless = text.shorter("x" * 200)
    assert [len(line) for line in endless] == [80, 80, 40]
    book = " ".join(words * 2000)  # 8 MB in one line: a minute, if each cut copied the rest
    assert " ".join(text.shorter(book)) == book


def test_what_is_not_used_is_counted():
    found, refused = text.read_lines("one\r\n\n  one \ntwo\t tabs\n\x00\x01\n")
    assert found == ["one", "two tabs"]
    assert refused == {"a duplicate line": 1, "no printable character": 1}
    assert refused.lines[0] == (3, "a duplicate line", "one")


def test_of_a_long_text_as_many_lines_as_fit_are_taken_by_lot(monkeypatch):
    monkeypatch.setattr(text, "MOST", 100)
    task = text.build(NOVEL)
    assert len(task.train) + len(task.held_out) == 100
    assert task.refused["more than 100 lines: 100 of them were sampled"] == 200
    numbers = [int(line.split()[-1]) for line in sum(lines(task), [])]
    assert min(numbers) < 60 and max(numbers) > 240, "not the first hundred"


@pytest.mark.parametrize(
    "given, said",
    [
        ("", "number of different lines of text: 0. At least 20 are needed"),
        ("a", "number of different lines of text: 1"),
        ("one line of some words", "number of different lines of text: 1"),
        ("again and again\n" * 500, "number of different lines of text: 1; 499 × a duplicate line"),
        ("\x00\n" * 50, "50 × no printable character"),
        ("\n".join("a" * n for n in range(1, 40)), "contains only “a”"),
    ],
)
@pytest.mark.parametrize("pieces", text.PIECES)
def test_too_little_text_gets_a_sentence(given, said, pieces):
    with pytest.raises(ValueError, match="^[a-z]") as error:
        text.build(given, pieces)
    assert said in str(error.value)


def test_words_that_never_come_again_get_a_sentence():
    with pytest.raises(ValueError, match="hardly any word in this text occurs more than once"):
        text.build("\n".join(f"w{n} v{n}" for n in range(60)), "words")
    with pytest.raises(ValueError, match="choose one of characters, bpe, words"):
        text.build(NOVEL, "letters")


def test_pieces_spelled_like_special_tokens_and_rare_ones_are_unknown():
    task = text.build(NOVEL.replace("dog", "<end>") + "\n€", "words")
    vocabularies(task)
    assert "<end>" not in task.target_words
    assert "€" not in text.build(NOVEL + "\n€").target_words


def test_the_task_that_ships_draws_its_lines_by_lot_from_the_grammar():
    task, sentences = TASKS["language_model"](), TASKS["english_french"]()
    train, held_out = lines(task)
    assert {*train, *held_out} == {" ".join(e.source) for e in sentences.train + sentences.held_out}

    def share(part):  # of the sentences with "it"
        return sum(" it " in line for line in part) / len(part)

    assert share(train) == pytest.approx(share(held_out), abs=0.05)


# ---- counting ---------------------------------------------------------------------------------------
def test_counting_by_hand():
    """Training: ab, ac. Of 6 pieces (END counts) a is 2, b 1, c 1, END 2; kinds: a b c END unknown."""
    counted = NgramCounts(["ab", "ac"], "abc")
    assert counted.frequency("a") == 3 / 11 and counted.frequency("z") == 1 / 11
    after_a = (1 + 2 / 11) / 3  # b came once in two times; its frequency as if seen once more
    assert counted.after("a", "b") == pytest.approx(after_a)
    found = counted.losses(["a"])  # START a END
    end = 3 / 11
    assert found["frequencies"] == pytest.approx(-(math.log(3 / 11) + math.log(end)) / 2)
    start_a = (2 + 3 / 11) / 3
    a_end = (0 + end) / 3
    assert found["pairs"] == pytest.approx(-(math.log(start_a) + math.log(a_end)) / 2)


def test_what_counting_gives_are_probabilities():
    counted = NgramCounts(NOVEL.splitlines(), set(NOVEL) - {"\n", "z"})
    kinds = {second for _, second in counted.pairs} | {None}
    assert sum(map(counted.frequency, kinds)) == pytest.approx(1)
    for first in list(counted.before)[:5]:
        assert sum(counted.after(first, second) for second in kinds) == pytest.approx(1)


def test_knowing_the_one_before_helps():
    task = TASKS["language_model"]()
    found = task.ngram_counts.losses([e.target for e in task.held_out])
    assert 0 < found["pairs"] < found["frequencies"] < math.log(40)


# ---- a model of it ------------------------------------------------------------------------------------
def test_what_is_measured():
    """Against a count by hand, line by line without padding."""
    task = text.build(NOVEL)
    model = build(task, **TINY).eval()
    assert isinstance(model, GPT)
    words, right, nats = vocabularies(task), 0, []
    for example in task.held_out:
        one = LEARN.batch([example], words)
        log_p = model(one.target[:, :-1]).log_softmax(-1)[0]
        for place, token in enumerate(one.target[0, 1:]):
            right += int(log_p[place].argmax() == token)
            nats.append(-log_p[place, token].item())
    found = LEARN.scores(model, LEARN.batch(task.held_out, words))
    assert len(nats) == sum(len(e.target) + 1 for e in task.held_out)
    assert found["next_right"] == pytest.approx(right / len(nats))
    assert found["bits"] == pytest.approx(sum(nats) / len(nats) / math.log(2), rel=1e-5)
    assert LEARN.score in found


def test_a_sure_model_needs_no_bits():
    task = text.build(NOVEL)
    batch = LEARN.batch(task.held_out, vocabularies(task))

    def sure(target):
        right = torch.zeros(*target.shape, len(vocabularies(task)[1]))
        return right.scatter_(-1, batch.target[:, 1:, None], 100.0)

    assert next_piece(sure, batch) == {"next_right": 1.0, "bits": pytest.approx(0, abs=1e-6)}


def test_a_batch_of_lines_is_cut():
    task = text.build(NOVEL)
    batch = LEARN.batch(task.train, vocabularies(task))[torch.tensor([1, 5, 9])].trim_padding()
    longest = max(len(task.train[n].target) for n in (1, 5, 9))
    assert batch.target.shape == (3, longest + 2)
    assert (batch.target != PAD).any(0).all()


def test_it_learns_more_than_counting_tells():
    task = text.build("\n".join("abcdefghij"[n % 10] * (2 + n % 9) for n in range(2000)) + NOVEL)
    model = build(task, **TINY)
    list(train(model, task, Settings(steps=120, smoothing=0.0)))
    found = LEARN.scores(model.eval(), LEARN.batch(task.held_out, vocabularies(task)))
    counted = task.ngram_counts.losses([e.target for e in task.held_out])
    assert found["bits"] * math.log(2) < counted["frequencies"]


def test_free_running_and_the_same_seed():
    task = text.build(NOVEL)
    batch = LEARN.batch(task.train[:8], vocabularies(task))

    def loss(scheduled_sampling):
        generator = torch.Generator().manual_seed(0)
        settings = Settings(smoothing=0.0, scheduled_sampling=scheduled_sampling)
        return LEARN.loss(build(task, 3, **TINY).eval(), batch, settings, generator)[0].item()

    assert loss(0.0) == loss(0.0) != loss(0.5)


def test_how_often_each_piece_occurs_is_counted_with_the_ends():
    task = text.build(NOVEL)
    total = Counter(c for e in task.train for c in e.target).total() + len(task.train)
    assert task.ngram_counts.pieces.total() == total
