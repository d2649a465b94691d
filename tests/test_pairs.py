"""Your own pairs: what can be used is used, what cannot is counted, too little is said in words."""

import pytest
from conftest import SHARED
from hypothesis import given, settings
from hypothesis import strategies as st

from transformer.batch import Batch
from transformer.settings import Settings
from transformer.tasks import pairs
from transformer.training import build, train, vocabularies

GOOD = "".join(f"word {n % 30} and {n}\tmot {n % 30} et {n}\tby someone\n" for n in range(200))


def test_lines_that_cannot_be_used_are_counted():
    text = (
        GOOD + "no tab\n\n   \n\tempty\nempty\t\nword 0 and 0\tmot 0 et 0\n" + "x" * 500 + "\ty\n"
    )
    found, refused = pairs.read_pairs(text)
    assert len(found) == 200 and found[1] == ("word 1 and 1", "mot 1 et 1")
    assert refused == {
        "no tab between source and target": 1,
        "one side is empty": 2,
        "the same pair as before": 1,
        "longer than 400 characters": 1,
    }


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "0 different source sentences. At least 20"),
        ("a\tb\n", "1 different source sentence. At least 20"),
        ("a\tb\n" * 500, "1 different source sentence; 499 × the same pair as before"),
        ("nothing but text\n" * 500, "500 × no tab between source and target"),
        ("".join(f"a {n}\tb\n" for n in range(99)), "every line has the same target"),
        ("".join(f"{'a ' * 60}{n}\tb {n}\n" for n in range(99)), "more than 40 pieces"),
    ],
)
def test_too_little_is_said_before_anything_is_trained(text, reason):
    with pytest.raises(ValueError, match=reason):
        pairs.build(text)


def test_no_source_is_on_both_sides():
    twice = GOOD + GOOD.replace("mot", "parole")
    task = pairs.build(twice)
    train, held_out = ({e.source for e in part} for part in (task.train, task.held_out))
    assert not train & held_out and len(held_out) == 20
    assert len(task.train) + len(task.held_out) == 400
    assert pairs.build(twice).train == task.train and pairs.build(twice, seed=1).train != task.train


def test_of_very_many_some_are_taken_by_lot():
    task = pairs.build("".join(f"{n} a\t{n} b\n" for n in range(60_000)))
    assert len(task.train) + len(task.held_out) == pairs.MOST
    assert task.refused == {"more than 50,000 pairs: as many were taken by lot": 10_000}


@pytest.mark.parametrize("text", ["L'animal n'a pas faim.", "Tom, viens (vite)…", "I'm OK!"])
def test_words_are_joined_as_people_write_them(text):
    assert pairs.text_of(pairs.words_of(text)).replace(" !", "!").replace("( ", "(") == text.lower()


@given(st.text(min_size=1).filter(str.strip))
@settings(max_examples=50, deadline=None)
def test_learned_pieces_give_the_sentence_back(text):
    task = pairs.build(GOOD, "bpe")
    target = task.train[0].target
    assert task.join(target).startswith("mot ")
    assert isinstance(task.split(text), list)


@pytest.mark.parametrize("pieces", pairs.PIECES)
def test_it_trains(pieces):
    task = pairs.build(GOOD, pieces)
    model = build(task, d_model=16, self_heads=2, d_ff=16)
    steps = list(train(model, task, Settings(steps=3)))
    assert all(step.loss > 0 for step in steps)
    batch = Batch.of(task.held_out, *vocabularies(task))
    assert (batch.alignment == -1).all(), "which word renders which is not known"


@pytest.mark.shared
@pytest.mark.skipif(
    not SHARED.exists(), reason="the folder of real text is not beside the checkout"
)
@pytest.mark.parametrize("pieces", pairs.PIECES)
def test_tatoebas_file_is_read_as_it_comes(pieces):
    text = (SHARED / "data" / "tatoeba" / "eng-fra-5000.tsv").read_text(encoding="utf-8")
    task = pairs.build(text, pieces)
    assert len(task.train) + len(task.held_out) == 5000 and task.refused == {}
    assert "?" in "".join(task.source_words)
