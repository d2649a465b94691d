"""The notebook on GPT: what its text claims is what its cells print."""

import re

from tests.kit import handout
from tests.kit.handout import numbers_in

TestAsHandedOut = handout.AsHandedOut


def test_by_hand_it_is_what_the_machine_has(text):
    assert "same as loss_mask: True" in text
    ((by_hand, there),) = re.findall(r"by hand ([\d.]+), with next_word_loss ([\d.]+)", text)
    assert by_hand == there and numbers_in(r"which do not count: ([\d.]+)", text)[0] > 10 * float(
        by_hand
    )


def test_the_sentence_is_read_before_the_token(text):
    assert re.search(r"^<back> +sleeps never cat old the$", text, re.M)
    before, after = re.findall(r"differ by (\S+) at most, the token’s by ([\d.]+)", text)[0]
    assert float(before) < 1e-5 and float(after) > 1


def test_sizes_are_counted(text):
    assert re.search(r"^GPT-2 small +2019 +124,439,808 +by formula +124,439,808 ", text, re.M)
    assert re.search(r"^GPT-3 +2020 +174,604,259,328 +by formula +174,604,259,328 ", text, re.M)


def test_who_learned_everything_is_nearly_as_far_on_the_answers(text):
    rows = dict(re.findall(r"^trained on (\w+) +loss on answers ([\d.]+), on prompts", text, re.M))
    assert 0 < float(rows["answer"]) < float(rows["everything"]) < 0.2


def test_a_decoder_only_model_answers_a_help_desk(text):
    (alone,) = re.findall(r"^decoder-only.* ([\d.]+)%  new_pairs ([\d.]+)%$", text, re.M)
    (state,) = re.findall(r"^recurrent, from one.* ([\d.]+)%  new_pairs ([\d.]+)%$", text, re.M)
    assert all(
        float(from_attention) > 95 > 90 > float(from_state)
        for from_attention, from_state in zip(alone, state, strict=True)
    )


def test_the_edits_it_asks_for_run_and_do_what_it_expects(notebook, tmp_path):
    """A student answers, solves the exercise and makes every edit of "Modify"."""
    edits = {
        'words = [*SENTENCE.split(), "<to-fr>"]': 'words = ["<to-fr>", *SENTENCE.split()]',
        "times = 1": "times = 2",
        "steps = 0": "steps = 150",
    }
    done = notebook.after(edits, tmp_path)
    assert "GPT-3: 174,604,259,328" in done, "the student's functions answer"
    assert "writes: le vieux chat ne dort jamais" not in done
    assert "in the layers: 339,9" in done
    assert re.search(r"'<to-fr>': 0\.0\b", done)
