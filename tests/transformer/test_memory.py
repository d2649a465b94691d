"""A memory network: the paper's formulas again, in loops, with their gradients; and the stories that it learns."""

import math

import pytest
import torch

from lessons.figures.attention_map import attention_map
from lessons.heads.figures.head_grid import head_grid
from lessons.machine.figures.architecture import architecture
from lessons.memory.measure.guessing import (
    GUESSES,
    baseline_agreement,
    by_moves,
    guesses,
    shuffle_facts,
)
from lessons.memory.measure.hops import answer, if_it_stopped
from tests.kit.parity import same
from transformer.families.memory import FAMILY
from transformer.measure.attention.head_roles import head_roles
from transformer.probe import record
from transformer.tasks import TASKS, Example
from transformer.tasks.stories import PEOPLE, ROOMS, sentences
from transformer.training import build, vocabularies
from transformer.vocabulary import PAD
from transformer.weights import load

FACTS = torch.tensor([[[5, 6, 7], [8, 9, PAD], [6, 5, 7]], [[7, 7, 5], [4, PAD, PAD], [PAD] * 3]])
ASKED = torch.tensor([[4, 8], [9, PAD]])
STORY = "John goes to the garden. Mary takes the apple.\njohn takes the ball\nJohn goes to the office\nWhere is the ball?"


def small(hops: int, time: bool):
    torch.manual_seed(3)
    model = FAMILY.build(FAMILY.config(10, 6, d_model=4, hops=hops, time=time, facts=3))
    return model.double()


def in_loops(model, facts: list[list[int]], asked: list[int]) -> torch.Tensor:
    """One story as Sukhbaatar et al. write it, number by number, in the model's own parameters."""
    d = model.config.d_model

    def read(table, sentence):
        words = [w for w in sentence if w != PAD]
        numbers = []
        for k in range(1, d + 1):
            total = torch.zeros((), dtype=torch.float64)
            for j, word in enumerate(words, start=1):
                place = (1 - j / len(words)) - (k / d) * (1 - 2 * j / len(words))
                total = total + place * table.words.weight[word, k - 1]
            numbers.append(total)
        return numbers

    def told(table):
        memory = []
        for n, fact in enumerate(facts):
            vector = read(table, fact)
            if model.config.time:
                ago = len(facts) - 1 - n
                vector = [x + table.times.weight[ago, k] for k, x in enumerate(vector)]
            memory.append(vector)
        return memory

    u = read(model.tables[0], asked)
    for hop in range(model.config.hops):
        m, c = told(model.tables[hop]), told(model.tables[hop + 1])
        high = [torch.exp(sum(a * b for a, b in zip(u, fact, strict=True))) for fact in m]
        p = [one / sum(high) for one in high]
        u = [x + sum(w * fact[k] for w, fact in zip(p, c, strict=True)) for k, x in enumerate(u)]
    return torch.stack([sum(w * x for w, x in zip(row, u, strict=True)) for row in model.answer.weight])  # fmt: skip


@pytest.mark.parametrize("time", [True, False])
@pytest.mark.parametrize("hops", [1, 3])
def test_values_and_gradients_are_those_of_the_formulas(hops, time):
    model = small(hops, time)
    ours = model(FACTS, ASKED)
    theirs = [
        in_loops(model, [fact for fact in facts if any(fact)], asked)
        for facts, asked in zip(FACTS.tolist(), ASKED.tolist(), strict=True)
    ]
    same(model, ours, torch.stack(theirs))


def test_by_hand_it_is_what_the_model_does():
    model = small(3, True)
    with record(model) as trace:
        logits = model(FACTS[:1], ASKED[:1])
    got = answer(trace.one("question"), trace.one("memory"), model.answer.weight)
    torch.testing.assert_close(got, logits.softmax(-1))
    torch.testing.assert_close(if_it_stopped(model, trace.one("hops.2.next")), got)


def test_without_time_a_memory_is_a_set_and_with_it_a_row():
    for time in (True, False):
        model = small(2, time)
        moved = (model(FACTS[:1], ASKED[:1]) - model(FACTS[:1].flip(1), ASKED[:1])).abs().max()
        assert (moved > 1e-3) == time and (time or moved < 1e-12)


def test_too_many_facts_are_refused_with_both_numbers():
    many = torch.full((1, 60, 3), 5)
    with pytest.raises(ValueError, match="60 facts, but the memory holds only 3: remove 57"):
        small(1, True)(many, ASKED[:1])
    assert small(1, False)(many, ASKED[:1]).shape == (1, 6), "a set has no end"
    with pytest.raises(ValueError, match="hops is 0"):
        FAMILY.config(10, 6, hops=0)
    words = vocabularies(TASKS["stories"]())
    with pytest.raises(ValueError, match="a story must contain at least one fact"):
        FAMILY.objective.batch([Example(("where", "is", "john"), (), ())], words)


def last(story: list[list[str]], who: str) -> str:
    return [fact[-1] for fact in story if fact[:2] == [who, "goes"]][-1]


def test_every_answer_follows_from_the_facts_that_are_needed_and_from_no_others():
    for example in TASKS["stories_one"]().held_out:
        *facts, (_, _, who) = sentences(example.source)
        assert example.target == (last(facts, who),) and len(example.needed) == 1
    for example in TASKS["stories"]().held_out:
        *facts, (*_, thing) = sentences(example.source)
        assert 5 <= len(facts) <= 9
        ((taken, who),) = [
            (n, f[0]) for n, f in enumerate(facts) if f[1:] == ["takes", "the", thing]
        ]
        assert example.needed[0] == taken and facts[example.needed[1]][0] == who in PEOPLE
        assert example.target == (last(facts, who),) and example.target[0] in ROOMS
    for example in TASKS["stories_three"]().held_out:
        *facts, (*_, thing) = sentences(example.source)
        has, stands, floor = (facts[n] for n in example.needed)
        assert has[1:] == ["has", "the", thing] and stands[0] == has[0]
        assert floor[1] == stands[-1] and example.target == (floor[-2],) and len(facts) == 10


def test_a_story_is_typed_in_lines_or_with_full_stops():
    task = TASKS["stories"]()
    lines = task.split(STORY.replace("?", ""))
    assert lines == task.split(STORY) == task.split(STORY.replace("\n", ". . "))
    assert len(sentences(lines)) == 5 and sentences(lines)[-1] == ["where", "is", "the", "ball"]
    assert task.split(" . \n ") == []


def test_one_hop_guesses_the_place_that_is_named_most_often():
    trained = load("stories_hops_1")
    scores, same = guesses(trained.task), baseline_agreement(trained)
    assert tuple(scores) == GUESSES and scores["any"] == pytest.approx(1 / 6)
    assert (
        abs(trained.card["held_out"]["accuracy"] - scores["often"]) < 0.02 and same["often"] > 0.85
    )
    assert same["last"] < 0.75
    often = 0
    for example in trained.task.held_out:
        named = [word for word in example.source if word in ROOMS]
        often += max(reversed(named), key=named.count) == example.target[0]
    assert scores["often"] == often / 1000


def test_without_time_who_moved_once_is_found_and_nothing_moves_when_facts_do():
    blind = load("stories_hops_2_without_time")
    found = by_moves(blind)
    assert found[1][0] == 1 and found[2][0] < 0.7 and sum(n for _, n in found.values()) == 1000
    again = [shuffle_facts(example) for example in blind.task.held_out[:50]]
    assert any(a.source != b.source for a, b in zip(again, blind.task.held_out, strict=False))
    batch = [blind.family.objective.batch(e, blind.vocabularies) for e in (again, blind.task.held_out[:50])]  # fmt: skip
    one, other = (blind.family.objective.run(blind.model, each) for each in batch)
    torch.testing.assert_close(one, other, atol=1e-4, rtol=0)


def test_map_grid_and_machine_draw_it(tmp_path):
    trained = load("stories_hops_2")
    told = ["john goes to the garden", "mary takes the apple", "john takes the ball", "john goes to the office"]  # fmt: skip
    drawn = attention_map(trained, STORY)
    (found,) = drawn.header["maps"]
    assert [row["full"] for row in found["columns"]] == told
    assert drawn.arrays["hops.0.weights"].values.argmax() == 2
    assert drawn.arrays["hops.1.weights"].values.argmax() == 3
    for figure in (
        drawn,
        architecture(trained, STORY),
        head_grid(trained, head_roles(trained), STORY),
    ):
        assert figure.save(tmp_path / "x.svg").stat().st_size > 1000


def test_the_start_values_are_wide_enough_to_leave_the_plateau():
    model = build(TASKS["stories"](), 0, d_model=32)
    assert math.isclose(model.tables[0].words.weight.detach().std().item(), 0.3, abs_tol=0.03)
