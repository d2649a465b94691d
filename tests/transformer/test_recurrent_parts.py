"""What gates are made of, both states of a word, rare subjects, sentences by length, and states that are exchanged."""

import pytest
import torch

from lessons.alignment.measure.swapped import PRONOUNS, attended_words, swap_states
from lessons.sequences.measure.arithmetic import contributions
from lessons.sequences.measure.both_ways import both_ways
from lessons.sequences.measure.clipping import trainings
from lessons.sequences.measure.over_time import WAYS, Way, gradient_ratio
from lessons.sequences.measure.subjects import subjects, target
from lessons.sequences.measure.word_by_word import record_steps
from transformer.measure.recurrent.by_words import by_words
from transformer.recurrent import CELLS
from transformer.tasks.english_french.lexicon import noun
from transformer.weights import load

TRANSLATOR, BAHDANAU, LUONG = (
    f"english_french_{kind}" for kind in ("recurrent", "bahdanau", "luong")
)


@pytest.mark.parametrize("kind", CELLS)
def test_the_parts_of_the_gates_make_the_next_state(kind):
    torch.manual_seed(1)
    cell, x, h, c = CELLS[kind](3, 4), torch.randn(5, 3), torch.randn(5, 4), torch.randn(5, 4)
    with torch.no_grad():
        right = cell(x, (h, c)[: cell.parts])[0]
        made = contributions(cell, x, h)
        gate = {
            name: torch.sigmoid(made[f"x {name}"] + made[f"h {name}"])
            for name in "rzifo"
            if f"x {name}" in made
        }
        if kind == "rnn":
            mine = torch.tanh(made["x n"] + made["h n"])
        elif kind == "gru":
            candidate = torch.tanh(made["x n"] + gate["r"] * made["h n"])
            mine = (1 - gate["z"]) * candidate + gate["z"] * h
        else:
            memory = gate["f"] * c + gate["i"] * torch.tanh(made["x g"] + made["h g"])
            mine = gate["o"] * torch.tanh(memory)
    assert torch.allclose(mine, right, atol=1e-6)  # fmt: skip


def test_what_follows_a_sentence_knows_what_went_into_each_gate():
    trained = load(TRANSLATOR)
    steps = record_steps(trained, trained.source_vocabulary.encode(["the", "cat", "was", "tired"]))
    update = torch.sigmoid(steps.made["x z"] + steps.made["h z"])
    assert torch.allclose(update, steps.cells["update"], atol=1e-5)
    assert torch.equal(steps.before[1:], steps.cells["state"][:-1]) and not steps.before[0].any()


def test_a_state_knows_what_was_read_before_it_in_its_direction():
    trained = load(BAHDANAU)
    both = both_ways(
        trained, trained.source_vocabulary.encode(["the", "cat", "was", "very", "tired"])
    )
    forwards, backwards = both.moves_forwards > 0, both.moves_backwards > 0  # (replaced, word)
    assert torch.equal(forwards, torch.ones(5, 5, dtype=torch.bool).triu())
    assert torch.equal(backwards, torch.ones(5, 5, dtype=torch.bool).tril())
    with pytest.raises(ValueError, match="one direction"):
        both_ways(load(TRANSLATOR), [4, 5])


def test_without_its_matrix_an_open_lstm_keeps_what_its_gate_lets_through():
    gate = torch.sigmoid(torch.tensor(3.0)).item()
    assert WAYS["lstm gate"] == Way("lstm", 3.0, only_gate=True)
    for words in (20, 100):
        shares = [gradient_ratio(WAYS["lstm gate"], words, seed) for seed in range(3)]
        assert all(
            0.4 * gate ** (words - 1) < share < 1.6 * gate ** (words - 1) for share in shares
        )
    assert min(gradient_ratio(WAYS["lstm open"], 100, seed) for seed in range(3)) > 0.5


def test_one_step_that_is_not_clipped_switches_the_cell_off():
    found = trainings()
    plain, cut = found["explodes plain"], found["explodes clipped"]
    assert plain.off[0] == cut.off[0] < 0.2
    assert plain.off[1] > 0.8 > 0.3 > cut.off[1]
    assert abs(plain.loss[1] - plain.silent[1]) < 0.1 and cut.loss[-1] < plain.loss[-1] - 0.2


def test_only_the_rarest_subject_is_lost():
    found = subjects(load(TRANSLATOR))
    assert len(found) == 33 and found[0].english == "boat" and found[0].seen < found[1].seen
    assert [subject.english for subject in found if not subject.is_kept] == ["boat"]
    assert sum(subject.right for subject in found) == 31
    assert target(noun["owl"])[:2] == ("le", "hibou") and target(noun["ant"])[:2] == (
        "la",
        "fourmi",
    )
    assert target(noun["donkey"])[0] == "l'"
    assert all(subject.right for subject in subjects(load(BAHDANAU)))


def test_the_lengths_add_up_to_the_score_on_the_card():
    for name in (TRANSLATOR, BAHDANAU):
        trained = load(name)
        groups = by_words(trained)
        assert sum(group.count for group in groups) == len(trained.task.held_out)
        right = sum(group.exact * group.count for group in groups) / len(trained.task.held_out)
        assert right == pytest.approx(trained.card["held_out"]["exact_match"], abs=2e-3)


def test_the_state_that_gets_the_weight_decides_the_pronoun_and_no_other():
    """Bahdanau's decoder reads it from the state of “tired”, Luong's from that of “because”."""
    for name, word in ((BAHDANAU, "tired"), (LUONG, "because")):
        found = swap_states(load(name))
        read = found.words.index(word)
        assert int(found.weights.argmax()) == read and found.weights[read] > 0.95
        il = found.after[:, PRONOUNS.index("il")]
        assert found.before[0] > 0.9 and il[read] < 0.3
        others = torch.cat((il[:read], il[read + 1 :]))
        assert (others - found.before[0]).abs().max() < 0.05
    shares = attended_words(load(LUONG))
    assert shares["because"] > 0.95 and attended_words(load(BAHDANAU))["reason"] > 0.6
    with pytest.raises(ValueError, match="same length"):
        swap_states(load(LUONG), "it was tired", "it was very tired")
