"""bAbI read from a folder: facts, question, answer, and which facts it needs."""

import pytest

from tests.kit.paths import SHARED
from transformer.families import family_of
from transformer.tasks import babi
from transformer.tasks.stories import sentences
from transformer.training import build, vocabularies

TOLD = """1 Ann moved to the Kitchen.
2 Ben got the milk there.
3 Where is Ann? \tkitchen\t1
4 Ben went to the garden.
5 Where is the milk?\tgarden\t2 4
1 Ben dropped the milk.
2 Is the milk there?\tyes\t1
3 What was there?\tmilk,apple\t1
"""


@pytest.fixture
def folder(tmp_path):
    for part in ("train", "test"):
        (tmp_path / f"qa7_counting_{part}.txt").write_text(TOLD, encoding="utf-8")
    return tmp_path


def test_a_question_has_all_facts_before_it_and_those_that_it_needs(folder):
    first, second, third, fourth = babi.read(folder, 7).train
    assert " ".join(second.source) == (
        "ann moved to the kitchen . ben got the milk there . ben went to the garden . where is the milk"
    )
    assert second.target == ("garden",) and second.source[second.alignment[0]] == "garden"
    assert (first.needed, second.needed, third.needed) == ((0,), (1, 2), (0,))
    assert len(sentences(third.source)) == 2  # a line with number 1 begins anew
    assert third.alignment == (-1,) and fourth.target == ("milk,apple",)


def test_of_a_long_story_the_last_facts_are_kept(folder):
    second = babi.read(folder, 7, most=1).train[1]
    assert " ".join(second.source) == "ben went to the garden . where is the milk"
    assert second.needed == (0,)


def test_a_memory_network_reads_them(folder):
    task = babi.read(folder, 7)
    batch = family_of(build(task)).objective.batch(task.train, vocabularies(task))
    assert batch.facts.shape[:2] == (4, 3) and batch.needed[1].tolist() == [1, 2]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Ann moved.", "line 9 of qa7_counting_train.txt is “Ann moved.”"),
        ("1 Where?\tkitchen", "a tab, the numbers"),
    ],
)
def test_what_is_not_babi_says_so(folder, line, said):
    (folder / "qa7_counting_train.txt").write_text(f"{TOLD}{line}\n")
    with pytest.raises(ValueError, match=said):
        babi.read(folder, 7)
    with pytest.raises(ValueError, match="has no file qa3_…_train.txt"):
        babi.read(folder, 3)


@pytest.mark.shared
@pytest.mark.skipif(
    not SHARED.exists(), reason="the folder of real text is not beside the checkout"
)
def test_real_ones_are_read_whole():
    for number, words in ((1, 20), (2, 34)):
        task = babi.read(SHARED / "data" / "babi", number)
        assert len(task.train) == len(task.held_out) == 1000
        assert len(task.source_words) == words and len(task.target_words) == 6
        for story in task.train:  # the answer stands in the last fact that is needed
            assert story.target[0] in sentences(story.source)[story.needed[-1]]
