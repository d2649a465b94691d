"""The help desk: one right answer to each history, nothing held out in training, and what the weights that ship get
right of it."""

import dataclasses

import pytest
import torch

from transformer.measure import help_desk as measure
from transformer.objectives.prompted import prompt_of
from transformer.tasks import TASKS
from transformer.tasks.help_desk import DESK, FAILS, FIXES, NAMES, NEW_PAIRS, PROBLEMS, USER, WORKS
from transformer.vocabulary import START
from transformer.weights import load

TASK = TASKS["desk"]()
EVERY = TASK.train + TASK.held_out
QUESTIONS = {detail: question for _, question, _, _, details in PROBLEMS.values() for detail in details}  # fmt: skip


def turns(source) -> list[str]:
    """What was said, the user's lines at even places."""
    lines = []
    for word in source:
        if word in (USER, DESK):
            lines.append([])
        else:
            lines[-1].append(word)
    return [" ".join(line) for line in lines]


def said(words, known) -> list[str]:
    return [word for word in dict.fromkeys(words) if word in known]


def right(source) -> str:
    """The desk, written once more: from the history alone."""
    lines = turns(source)
    user, desk = lines[::2], lines[1::2]
    name = "".join(f" {word}" for word in said(user[0].split(), NAMES))
    greeting = f"hello{name} " if name and not desk else ""
    details = said(" ".join(user).split(), FIXES)
    if not details:
        (question,) = {
            asks for complaints, asks, *_ in PROBLEMS.values() if user[0].endswith(complaints)
        }
        return greeting + question
    tried = sum(one in FAILS for one in user)
    if user[-1] in WORKS:
        return f"you are welcome{name}"
    return greeting + FIXES[details[0]][tried] if tried < 2 else f"i send a colleague{name}"


def test_each_history_has_one_right_answer_and_it_follows_from_what_was_said():
    for e in EVERY:
        assert " ".join(e.target) == right(e.source), e.source
        assert e.source[0] == USER and len(turns(e.source)) % 2 == 1
    assert {" ".join(e.target) for e in EVERY} >= {*QUESTIONS.values(), *sum(FIXES.values(), ())}


def test_where_a_name_is_written_it_was_said_before():
    for e in EVERY:
        for word, place in zip(e.target, e.alignment, strict=True):
            assert (place >= 0) == (word in NAMES)
            assert place < 0 or (e.source[place] == word and word not in e.source[place + 1 :])


def pairs(examples) -> set[tuple[str, str]]:
    found = [(said(e.source, NAMES), said(" ".join(turns(e.source)[::2]).split(), FIXES)) for e in examples]  # fmt: skip
    return {(*name, *detail) for name, detail in found if name and detail}


def test_held_out_are_new_histories_and_pairs_that_never_met():
    trained, new = pairs(TASK.train), pairs(TASK.new_pairs)
    assert len(new) == NEW_PAIRS and len(trained) == len(NAMES) * len(FIXES) - NEW_PAIRS
    assert not new & trained and not new & pairs(TASK.new_histories)
    assert all(pairs([e]) for e in TASK.new_pairs), "each of them has such a pair"
    histories = {e.source for e in TASK.train}
    assert not histories & {e.source for e in TASK.held_out}
    assert len(TASK.new_histories) == len(TASK.new_pairs) == 500


def test_nobody_types_a_mark():
    typed = "Hello! <desk> this is <user>emil</user>"
    assert " ".join(TASK.line(typed)) == "hello desk this is user emil user"
    said = TASK.history(["Hello, I’m Emil", "hello emil", "a"])
    assert " ".join(said) == "<user> hello i m emil <desk> hello emil <user> a"
    for e in EVERY[:50]:
        assert TASK.split(" ".join(e.source)) == list(e.source)


def test_as_prompts_they_are_the_same_conversations():
    prompts = TASKS["desk_prompt"]()
    for side in ("train", "new_pairs", "new_histories"):
        for e, one in zip(getattr(TASK, side), getattr(prompts, side), strict=True):
            assert one.target == (*e.source, DESK, *e.target) and not one.source
            assert prompt_of(one, prompts.kinds) == (*e.source, DESK), (
                "the last mark, not the first"
            )


@pytest.fixture(scope="module")
def measured():
    names = ("desk_luong", "desk_recurrent", "desk_prompt")
    return {name: measure.measured(load(name)) for name in names}


@pytest.mark.slow
def test_without_attention_all_is_right_but_the_name(measured):
    """And a card counts both sets together."""
    for name, sets in measured.items():
        card = load(name).card["held_out"]
        score = card["exact_after"][DESK] if name == "desk_prompt" else card["exact_match"]
        assert sum(one.exact for one in sets.values()) / 2 == pytest.approx(score, abs=0.003)
        for one in sets.values():
            assert one.but_for_names >= 0.995 and one.count == 500
    looks, blind = measured["desk_luong"], measured["desk_recurrent"]
    assert min(one.exact for one in looks.values()) >= 0.995
    assert blind["new_histories"].names == pytest.approx(0.61, abs=0.03)
    assert blind["new_pairs"].names == pytest.approx(0.47, abs=0.03)
    assert blind["new_pairs"].exact < blind["new_histories"].exact < 0.9


def test_names_are_told_apart_from_all_other_words():
    """A wrong name is forgiven, a missing one and every other word is not."""
    example = next(e for e in TASK.new_pairs if e.target[:3] == ("you", "are", "welcome") and len(e.target) == 4)  # fmt: skip
    trained = load("desk_luong")
    other = next(name for name in NAMES if name != example.target[-1])
    for target, exact, but_for in (
        (example.target, 1, 1),
        ((*example.target[:-1], other), 0, 1),
        (example.target[:-1], 0, 0),
        ((*example.target[:-2], "not", example.target[-1]), 0, 0),
    ):
        changed = dataclasses.replace(example, target=target, alignment=(-1,) * len(target))
        found = measure.right(trained, [example, changed])
        assert (found.exact, found.but_for_names) == ((1 + exact) / 2, (1 + but_for) / 2), target


@pytest.mark.parametrize("name", ["desk_luong", "desk_prompt"])
def test_it_answers_the_whole_conversation(name):
    lines = ["hello this is emil the vpn fails", "i use linux", "it still fails", "Great, that helped!"]  # fmt: skip
    found = measure.talk(load(name), lines)
    assert found[::2] == lines
    assert found[1::2] == ["hello emil which system do you use", *FIXES["linux"], "you are welcome emil"]  # fmt: skip
    assert measure.talk(load(name), []) == []
    assert [measure.over(found[:end]) for end in (0, 2, 8)] == [False, False, True]


def test_a_history_never_goes_on_behind_the_last_answer():
    for e in EVERY:
        said = turns(e.source)
        assert not any(map(measure.over, (said[: k + 1] for k in range(1, len(said), 2))))


def test_each_answered_word_with_its_chance_and_the_second_best():
    trained = load("desk_luong")
    ids = trained.source_vocabulary.encode(TASK.history(["hello this is emil the vpn fails"]))
    with torch.no_grad():
        tokens = trained.target_vocabulary.encode(["hello", "emil", "which", "system", "do", "you", "use"])  # fmt: skip
        logits = trained.model(torch.tensor([ids]), torch.tensor([[START, *tokens]]))[0, :-1]
    shares, best = logits.softmax(-1).topk(2)
    found = measure.doubts(trained, ids)
    assert [word for word, _, _ in found] == trained.target_vocabulary.decode(best[:, 0])
    assert [word for _, _, word in found] == [
        trained.target_vocabulary.words[n] for n in best[:, 1]
    ]
    torch.testing.assert_close(torch.tensor([share for _, share, _ in found]), shares[:, 0])
