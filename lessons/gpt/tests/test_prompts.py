"""One decoder and three prompts: what its task draws, what its loss counts, how its answers and its size are counted."""

from collections import Counter
from dataclasses import replace

import pytest
import torch
from torch.nn import functional

from lessons.gpt.measure.prompting import answers_by_task, moved_weight, short_examples, word_losses
from transformer.families import GPT, GPTConfig, vocabularies
from transformer.families.gpt import FAMILY
from transformer.measure.cost import sizes
from transformer.objectives.next_word import loss_mask, next_word_loss
from transformer.objectives.prompted import answers, exact_after, prompt_of
from transformer.tasks import TASKS
from transformer.tasks.prompts import BACK, COUNTS, SUMMARIZE, TASK_WORDS, TO_FRENCH
from transformer.training.settings import Settings
from transformer.vocabulary import PAD
from transformer.weights import load

TASK = TASKS["prompts"]()


@pytest.fixture(scope="module")
def trained():
    return load("prompts")


def apart(example) -> tuple[list[str], str, list[str]]:
    *prompt, kind = example.target[: example.given]
    return prompt, kind, list(example.target[example.given :])


def test_each_row_says_what_to_do_and_has_the_one_right_answer():
    french = {e.source: e.target for side in TASKS["english_french"]().make() for e in side}
    seen = Counter()
    for example in (*TASK.train, *TASK.held_out):
        prompt, kind, answer = apart(example)
        seen[kind] += 1
        if kind == TO_FRENCH:
            assert answer == list(french[tuple(prompt)])
        elif kind == BACK:
            assert answer == prompt[::-1]
        else:
            named = Counter(clause.split()[0] for clause in " ".join(prompt).split(" and "))
            (who, often), *others = named.most_common()
            assert all(count < often for _, count in others), "one is named most often"
            assert (
                answer == f"{who} is named {COUNTS[often]} of {COUNTS[named.total()]} times".split()
            )
    assert len(seen) == 3 and seen[TO_FRENCH] > seen[BACK] > 3000 < seen[SUMMARIZE]


def test_a_held_out_sentence_is_new_under_each_task_token():
    prompts = {tuple(apart(example)[0]) for example in TASK.train}
    assert not prompts & {tuple(apart(example)[0]) for example in TASK.held_out}
    assert Counter(apart(example)[1] for example in TASK.held_out) == dict.fromkeys(TASK_WORDS, 200)
    assert {*TASK.target_words} >= {word for e in TASK.held_out for word in e.target}


def test_a_task_token_is_typed_as_it_is_and_everything_else_as_english():
    assert TASK.split("It's late<to-fr>") == ["it", "is", "late", TO_FRENCH]
    assert TASK.split("We sing. <BACK>") == ["we", "sing", BACK]


def test_the_loss_is_that_of_the_answer_alone(trained):
    """Against torch's own, which is told to leave out what is given."""
    batch = FAMILY.objective.batch(TASK.held_out[:20], vocabularies(TASK))
    logits = trained.model(batch.target[:, :-1])
    right = batch.target[:, 1:].clone()
    for row, example in zip(right, TASK.held_out[:20], strict=True):
        row[: example.given] = -100
        row[row == PAD] = -100
    expected = functional.cross_entropy(logits.transpose(1, 2), right, ignore_index=-100)
    mask = loss_mask(batch.target, batch.given)
    loss, _ = FAMILY.objective.loss(trained.model, batch, Settings(smoothing=0.0))
    for loss_again in (loss, next_word_loss(logits, batch.target, mask)):
        torch.testing.assert_close(loss_again, expected)
    assert batch[:5].trim_padding().learned.shape[1] <= batch.learned.shape[1]
    costs, counted = word_losses(trained, TASK.held_out[:20])
    torch.testing.assert_close(costs[counted].mean(), expected)
    everything = TASKS["prompts_everything"]().held_out[:20]
    data = FAMILY.objective.batch(everything, vocabularies(TASK))
    assert torch.equal(data.learned != PAD, data.target[:, 1:] != PAD)


def test_answers_are_counted_to_the_last_word(trained):
    few = replace(TASK, make=lambda: (TASK.train, TASK.held_out[:24]))
    written, right = answers(trained.model, few.held_out, TASK_WORDS, trained.target_vocabulary)
    decode = trained.target_vocabulary.decode
    hits = Counter()
    for row, example in zip(written, few.held_out, strict=True):
        prompt, kind, answer = apart(example)
        assert prompt_of(example, TASK_WORDS) == (*prompt, kind)
        hits[kind] += decode(row) == answer
    exact = exact_after(trained.model, few, trained.target_vocabulary)
    counts = Counter(apart(example)[1] for example in few.held_out)
    assert exact == pytest.approx({kind: hits[kind] / counts[kind] for kind in counts})
    assert exact_after(trained.model, TASKS["walk"](), trained.target_vocabulary) == {}


def test_only_from_the_task_token_on_anything_changes(trained):
    words = ["she", "often", "finds", "this", "barrel"]
    answers_of = answers_by_task(trained, words)
    path, place = "decoder.layers.1.self_attention", len(words) + 1
    first, second, third = (
        answered.trace.one(f"{path}.weights")[0] for answered in answers_of.values()
    )
    for other in (second, third):
        assert (first[:, :place, :place] - other[:, :place, :place]).abs().max() < 1e-6
    moved = moved_weight(answers_of, path, place)
    assert moved.shape == (4,) and (moved > 0.1).any() and (moved <= 1 + 1e-6).all()
    assert moved_weight(answers_of, path, place - 1).max() < 1e-6
    batch = short_examples(TASK.held_out)
    assert [apart(example)[1] for example in batch] == [
        kind for kind in TASK_WORDS for _ in range(2)
    ]


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("GPT", 116_534_784),
        ("GPT-2 small", 124_439_808),
        ("GPT-2 medium", 354_823_168),
        ("GPT-2 large", 774_030_080),
        ("GPT-2 XL", 1_557_611_200),
        ("GPT-3", 174_604_259_328),
    ],
)
def test_published_models_have_the_parameters_that_their_weights_have(name, count):
    _, config, _ = sizes.PUBLISHED[name]
    assert sum(sizes.parameters_by_part(config).values()) == sizes.count_parameters(config) == count


def test_two_models_say_what_a_deep_one_multiplies():
    config = GPTConfig(
        11,
        d_model=8,
        d_ff=20,
        decoder_layers=5,
        self_heads=2,
        position="learned",
        feed_forward="gelu",
        max_length=7,
    )
    n, d = config.max_length, config.d_model
    by_hand = n * 11 * d + 5 * n * (4 * d * d + 2 * 20 * d + 2 * n * d)
    assert sizes.multiply_adds(config) == sizes._passed(config) == by_hand
    assert sum(p.numel() for p in GPT(config).parameters()) == sizes.count_parameters(config)


def test_the_smaller_bert_has_as_many_parameters_as_published():
    assert sizes.bert_base() == 109_482_240
