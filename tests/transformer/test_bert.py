"""BERT beside Hugging Face's, what is hidden of a sentence, and discourses as they are said to be."""

import re

import pytest
import torch
from torch.nn.functional import cross_entropy

from tests.kit.float64 import double  # noqa: F401
from transformer.families import bert
from transformer.objectives.masking import hide, pretraining_loss, segments_of
from transformer.tasks import TASKS, Example
from transformer.tasks.discourses import LABELS, PEOPLE, PLACES, SEP, THINGS
from transformer.training import vocabularies
from transformer.vocabulary import PAD

TOKENS = torch.tensor([[4, 8, 9, 5, 10, 11, 5], [4, 12, 5, 8, 5, PAD, PAD]])
SEGMENTS = torch.tensor([[0, 0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 0, 0]])
ASKED = torch.tensor([[0, 7, 0, 0, 0, 11, 0], [0, 12, 0, 0, 0, 0, 0]])
NAMES = {  # theirs → ours
    r"bert\.embeddings\.word_embeddings": "embedding.table",
    r"bert\.embeddings\.position_embeddings\.weight": "embedding.position.table",
    r"bert\.embeddings\.token_type_embeddings": "embedding.segment",
    r"bert\.embeddings\.LayerNorm": "embedding.norm",
    r"bert\.encoder\.layer\.(\d)\.attention\.self\.query": r"encoder.layers.\1.self_attention.W_Q",
    r"bert\.encoder\.layer\.(\d)\.attention\.self\.key": r"encoder.layers.\1.self_attention.W_K",
    r"bert\.encoder\.layer\.(\d)\.attention\.self\.value": r"encoder.layers.\1.self_attention.W_V",
    r"bert\.encoder\.layer\.(\d)\.attention\.output\.dense": r"encoder.layers.\1.self_attention.W_O",
    r"bert\.encoder\.layer\.(\d)\.attention\.output\.LayerNorm": r"encoder.layers.\1.attention_residual.norm",
    r"bert\.encoder\.layer\.(\d)\.intermediate\.dense": r"encoder.layers.\1.feed_forward.expand",
    r"bert\.encoder\.layer\.(\d)\.output\.dense": r"encoder.layers.\1.feed_forward.contract",
    r"bert\.encoder\.layer\.(\d)\.output\.LayerNorm": r"encoder.layers.\1.feed_forward_residual.norm",
    r"bert\.pooler\.dense": "pooler",
    r"cls\.predictions\.bias": "embedding.bias",
    r"cls\.predictions\.transform\.dense": "transform",
    r"cls\.predictions\.transform\.LayerNorm": "norm",
    r"cls\.seq_relationship": "next_sentence",
}


def ours_of(name: str) -> str:
    (found,) = {re.sub(f"^{a}", b, name) for a, b in NAMES.items() if re.match(a + r"(\.|$)", name)}
    return found


def test_values_and_gradients_are_those_of_hugging_face():
    """Two rows of two segments, one padded; with an ε so large that it cannot hide."""
    from transformers import BertConfig, BertForPreTraining  # two seconds, for this test alone

    theirs = BertForPreTraining(
        BertConfig(
            vocab_size=13, hidden_size=8, num_hidden_layers=2, num_attention_heads=2,
            intermediate_size=12, max_position_embeddings=9, layer_norm_eps=0.01,
            attn_implementation="eager", pad_token_id=PAD,
        )
    ).eval()  # fmt: skip
    sizes = {"d_model": 8, "d_ff": 12, "self_heads": 2, "max_length": 9}
    ours = bert.Bert(bert.BertConfig(13, norm_eps=0.01, **sizes))
    for weight in theirs.parameters():  # biases too, and no row of zeros for padding
        torch.nn.init.normal_(weight, std=0.5)
    given = {ours_of(name): weight.detach() for name, weight in theirs.named_parameters()}
    ours.load_state_dict(given)
    words, pairs = ours(TOKENS, SEGMENTS)
    label = torch.tensor([0, 1])
    found = theirs(TOKENS, TOKENS != PAD, SEGMENTS, labels=ASKED.masked_fill(ASKED == PAD, -100), next_sentence_label=label)  # fmt: skip
    real = TOKENS != PAD
    torch.testing.assert_close(words[real], found.prediction_logits[real])
    torch.testing.assert_close(pairs, found.seq_relationship_logits)
    loss = pretraining_loss(words, ASKED, pairs, label)
    torch.testing.assert_close(loss, found.loss)
    loss.backward()
    found.loss.backward()
    of = dict(ours.named_parameters())
    for name, weight in theirs.named_parameters():
        grad = weight.grad
        if name.endswith("word_embeddings.weight"):  # theirs gives padding no gradient
            grad = grad.clone()
            rest = of[ours_of(name)].grad[PAD]
            assert not torch.equal(rest, grad[PAD]) or not rest.any()
            grad[PAD] = rest
        torch.testing.assert_close(of[ours_of(name)].grad, grad, msg=lambda m, n=name: f"{n}: {m}")


def test_of_a_hundred_words_fifteen_are_asked_for_and_twelve_of_them_are_hidden():
    """The shares are exact where the lots lie evenly; marks and padding are never asked for."""
    lot = ((torch.arange(1000) + 0.5) / 1000)[None]
    tokens, others = torch.full((1, 1000), 9), torch.full((1, 1000), 8)
    read, asked = hide(tokens, lot, others, 6)
    counted = [int((asked != PAD).sum())] + [int((read == word).sum()) for word in (6, 8, 9)]
    assert counted == [150, 120, 15, 865]
    assert (asked[read != tokens] == 9).all() and set(asked.unique().tolist()) == {PAD, 9}
    marks = torch.tensor([[4, 5, 6, PAD, 3]])
    for low in (0.0, 0.125, 0.14):
        read, asked = hide(marks, torch.full((1, 5), low), torch.full((1, 5), 8), 6)
        assert torch.equal(read, marks) and not asked.any()


def test_the_segments_are_those_of_the_batch():
    assert torch.equal(segments_of(TOKENS, 5), SEGMENTS)
    task = TASKS["discourses"]()
    words = vocabularies(task)
    pairs = [Example(tuple(task.split(text)), (), ()) for text in ("the king is old", "a ___. [sep] he reads\n")]  # fmt: skip
    batch = bert.FAMILY.objective.batch(pairs, words)
    sides = bert.FAMILY.objective.side_labels(batch[1:], words)
    assert sides["tokens"] == ["[CLS]", "<unknown>", "[MASK]", "[SEP]", "he", "reads", "[SEP]"]
    assert sides["segments"] == [*"AAAABBB"] and batch.segments[0].sum() == 0
    with pytest.raises(ValueError, match="the input has 3 sentences, but at most two can be read"):
        bert.FAMILY.objective.batch([Example(("a", SEP, "b", SEP, "c"), (), ())], words)


def test_one_ignored_number_for_both_losses_forgets_that_a_pair_can_come_next():
    """The usual fault: it looks better, and what is left to be learned is always the same answer."""
    words, pairs = torch.randn(2, 7, 13), torch.tensor([[3.0, 0], [0, 9]])
    label = torch.tensor([0, 1])
    right = pretraining_loss(words, ASKED, pairs, label)
    rest = right - cross_entropy(words.flatten(0, 1), ASKED.flatten(), ignore_index=PAD)
    torch.testing.assert_close(rest, cross_entropy(pairs, label))
    assert cross_entropy(pairs, label, ignore_index=0) < rest


def test_a_sentence_that_comes_next_agrees_and_one_from_elsewhere_may():
    def fits(source):
        cut = source.index(SEP)
        one, two = source[:cut], source[cut + 1 :]
        (who,) = (who for who, people in PEOPLE.items() if {*people} & {*one})
        (verb,) = (verb for verb, things in THINGS.items() if two[-1] in things)
        assert ("are" if who == "they" else "is") in one
        told = {"he", "she", "they"} & {*two}
        spoken = verb if {"he", "she"} & told else verb[:-1]
        assert spoken in two and len(told) == 1
        return told == {who} and verb in PLACES[one[-1]]

    task = TASKS["discourses"]()
    found = {label: [fits(e.source) for e in task.held_out if e.target == (label,)] for label in LABELS}  # fmt: skip
    assert all(found["next"])
    elsewhere = found["other"]  # the pronoun is one of three, two of five things are done there
    assert sum(elsewhere) / len(elsewhere) == pytest.approx(2 / 15, abs=0.04)
