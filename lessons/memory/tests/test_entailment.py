"""Entailment: labels by a logic of sets, hypotheses that tell nothing, the paper's formulas in loops, weights."""

import itertools
from collections import Counter

import pytest
import torch

from lessons.figures.attention_map import attention_map
from lessons.memory.measure.judging import PARTS, by_part, judge_pair, label_by_grammar
from tests.kit.chi_square import surprise
from tests.kit.parity import same
from transformer.families import entailment
from transformer.probe import record
from transformer.tasks import TASKS, Example
from transformer.tasks.entailment import HYPONYMS, LABELS, THINGS, label
from transformer.training import vocabularies
from transformer.vocabulary import PAD
from transformer.weights import load

PREMISE = torch.tensor([[5, 6, 7, 8, 9], [9, 7, 6, PAD, PAD]])
HYPOTHESIS = torch.tensor([[5, 8, 6], [7, 4, PAD]])
TEXT = "anna buys roses and ben draws dogs and carl finds something and dora sees tools\n"


def worlds(thing: str) -> set[str]:
    """What somebody may have, if all that is said of it is this word: the items, and one that is of no kind."""
    every = {*itertools.chain(*HYPONYMS.values()), "a cloud"}
    return every if thing == "something" else {*HYPONYMS.get(thing, (thing,))}


def test_labels_are_those_of_a_logic_of_sets():
    """It follows if it holds in all worlds of the premise, contradicts if in none, and else stays open."""
    for thing, asked_thing in itertools.product(THINGS, THINGS):
        can, holds = worlds(thing), worlds(asked_thing)
        right = "follows" if can <= holds else "open" if can & holds else "contradicts"
        assert label(thing, asked_thing) == right, (thing, asked_thing)
    for name, clauses in (("entailment", 4), ("entailment_two", 2)):
        for example in TASKS[name]().held_out:
            source, hypothesis = example.source[:-4], example.source[-3:]
            premise = " ".join(source).split(" and ")
            (thing,) = [c.split()[2] for c in premise if c.split()[:2] == [*hypothesis[:2]]]
            (place,) = example.alignment
            assert len(premise) == clauses and example.target == (label(thing, hypothesis[2]),)
            assert example.source[place] == thing and label_by_grammar(source, hypothesis) == (
                place,
                *example.target,
            )


def test_a_hypothesis_tells_nothing_of_its_label():
    """Whichever of its words is counted, and all three together: labels as if by lot."""
    for name in ("entailment", "entailment_two"):
        pairs = [(e.source[-3:], e.target[0]) for e in TASKS[name]().train]
        for part in (slice(0, 1), slice(1, 2), slice(2, 3), slice(0, 3)):
            often = Counter(words[part] for words, _ in pairs)
            both = Counter((words[part], right) for words, right in pairs)
            cells = [(words, right) for words in often for right in LABELS]
            seen = torch.tensor([both[cell] for cell in cells])
            lot = torch.tensor([often[words] / 3 / len(pairs) for words, _ in cells])
            assert surprise(seen, lot) > 0.001, (name, part)


def small(score: str):
    torch.manual_seed(3)
    family = entailment.WITH_ATTENTION if score else entailment.PLAIN
    sizes = {"hidden": 4, "embedding": 3, **({"score": score} if score else {})}
    return family.build(family.config(10, 7, **sizes)).double()


def in_loops(model, premise: list[int], hypothesis: list[int]) -> torch.Tensor:
    """One pair as Rocktäschel et al. write it (sections 2.1 to 2.4), number by number where they look."""

    def read(cell, words, state):
        states = []
        for word in words:
            x, (h, c) = model.embedding.table.weight[word], state
            gates = cell.weight_ih @ x + cell.bias_ih + cell.weight_hh @ h + cell.bias_hh
            i, f, g, o = gates.view(4, -1)
            c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
            state = torch.sigmoid(o) * torch.tanh(c), c
            states.append(state[0])
        return states, state

    zeros, a = torch.zeros(4, dtype=torch.float64), model.attention
    Y, end = read(model.first, premise, (zeros, zeros))
    H, _ = read(model.second, hypothesis, end)
    r = zeros
    for h in H:
        energies = []
        for y in Y:
            asks, key = a.W_h.weight @ h + a.W_r.weight @ r, a.W_y.weight @ y
            if a.kind == "additive":
                energies.append(sum(w * torch.tanh(m) for w, m in zip(a.w, asks + key, strict=True)))  # fmt: skip
            else:
                energies.append(sum(q * k for q, k in zip(asks, key, strict=True)) / 2)  # √4
        high = [e.exp() for e in energies]
        seen = sum(e / sum(high) * y for e, y in zip(high, Y, strict=True))
        r = seen + torch.tanh(a.W_t.weight @ r)
    last = torch.tanh(model.W_p.weight @ r + model.W_x.weight @ H[-1])
    return model.label.weight @ last + model.label.bias


@pytest.mark.parametrize("score", ["additive", "dot"])
def test_values_and_gradients_are_those_of_the_formulas(score):
    model = small(score)
    ours = model(PREMISE, HYPOTHESIS)
    pairs = zip(PREMISE.tolist(), HYPOTHESIS.tolist(), strict=True)
    theirs = [in_loops(model, [w for w in p if w], [w for w in h if w]) for p, h in pairs]
    same(model, ours, torch.stack(theirs))


def test_without_attention_the_second_begins_where_the_first_ends():
    model = small("")
    with record(model) as trace:
        model(PREMISE[:1], HYPOTHESIS[:1])
    end = trace["first.state"][-1], trace["first.memory"][-1]
    x = model.embedding.table(HYPOTHESIS[:1, 0])
    torch.testing.assert_close(model.second(x, end)[0], trace["second.state"][0])
    alone = entailment.PLAIN.build(entailment.PLAIN.config(10, 7, premise=False))
    assert torch.equal(alone(PREMISE, HYPOTHESIS), alone(PREMISE.flip(1), HYPOTHESIS))


def test_what_cannot_be_is_refused_in_a_sentence():
    for sizes in ({"score": "general"}, {"premise": False}):
        with pytest.raises(ValueError, match="Attention needs a premise and one of: additive, dot"):
            entailment.WITH_ATTENTION.config(10, 7, **sizes)
    task = TASKS["entailment"]()
    for text, count in (("anna buys roses", 1), ("a. b. c", 3)):
        with pytest.raises(
            ValueError, match=f"a premise and a hypothesis with .* number of sentences is {count}"
        ):
            pair = Example(tuple(task.split(text)), (), ())
            entailment.WITH_ATTENTION.objective.batch([pair], vocabularies(task))


def test_attention_finds_the_word_that_decides_and_no_attention_does_not(tmp_path):
    trained = load("entailment_dot")
    for hypothesis, right in (("anna buys flowers", "follows"), ("anna buys dogs", "contradicts"), ("carl finds dogs", "open")):  # fmt: skip
        ids = trained.source_vocabulary.encode(trained.task.split(TEXT + hypothesis))
        judgement = judge_pair(trained, ids)
        assert LABELS[int(judgement.probability.argmax())] == right
        (place, label_) = label_by_grammar(*([*part.split()] for part in (TEXT, hypothesis)))
        assert label_ == right and int(judgement.weights[-1].argmax()) == place
    parts = by_part(trained)
    torch.testing.assert_close(parts.sum(-1), torch.ones(len(PARTS)))
    on_it = trained.card["held_out"]["on_deciding"]
    assert parts[-1, len(PARTS) - 1].item() == pytest.approx(on_it["weight"], abs=1e-3)
    assert label_by_grammar(["zoe", "eats"], ["anna", "buys", "cats"]) == (None, "")
    assert (
        attention_map(trained, TEXT + "anna buys cats").save(tmp_path / "x.svg").stat().st_size
        > 1000
    )
