"""What moves what, against the same thing done by hand; and mistakes of real code, named by it alone."""

import copy

import numpy as np
import pytest
import torch

from lessons.masks import LAB
from lessons.masks.measure import leaks
from lessons.masks.measure.influence import MOVED, influence, other_tokens
from lessons.masks.measure.leaks import RIGHT, Rule, name_mistakes, planted
from lessons.masks.measure.mask_lab import PRESETS, mask_effects, sentences
from lessons.masks.measure.masking import both, masked_softmax, reach
from transformer import masks as machine
from transformer.config import TransformerConfig
from transformer.families.gpt import GPT, GPTConfig
from transformer.model import Transformer
from transformer.objectives.batch import Batch
from transformer.objectives.continuing import TextBatch
from transformer.objectives.maps import CROSS, DECODER, ENCODER
from transformer.probe import record
from transformer.tasks import TASKS, Example
from transformer.training import build, vocabularies
from transformer.variants.without import Unmasked
from transformer.vocabulary import PAD, Vocabulary
from transformer.weights import Trained, load


@pytest.fixture(scope="module")
def translator():
    return load("english_french")


@pytest.fixture(scope="module")
def lab(translator):
    """As many sentences as places, for the encoder and for the decoder."""
    words = [text.split() for text in LAB]
    return {
        "encoder": sentences(translator, words[:-1], "encoder"),
        "decoder": sentences(translator, words, "decoder"),
    }


def rule_of(chosen, padded=True) -> Rule:
    words = chosen.words[1]
    return Rule(words if padded else torch.ones_like(words), chosen.drawn.name == "decoder")


def test_it_is_what_changing_one_word_at_a_time_gives():
    """One row, one word, one run after the other; no batch and nothing put in place of anything."""
    torch.manual_seed(0)
    model = GPT(GPTConfig(target_vocabulary=12, d_model=8, d_ff=16, self_heads=2)).eval()
    ids = torch.tensor([[1, 5, 9, 11, 4]])
    batch = TextBatch(torch.cat((ids, torch.tensor([[2]])), 1), torch.tensor([0]))
    measured = influence(model, DECODER, batch)
    exact = copy.deepcopy(model).double()

    def output(ids):
        with torch.no_grad(), record(exact, "decoder.output") as trace:
            exact(ids)
        return trace.one("decoder.output")[0]

    before = output(ids)
    for place in range(5):
        changed = ids.clone()
        changed[0, place] = other_tokens(ids, 12)[0, place]
        assert changed[0, place] != ids[0, place]
        far = (output(changed) - before).norm(dim=-1) / before.norm(dim=-1)
        np.testing.assert_allclose(measured.whole[0, :, place], far, atol=1e-12)
    assert torch.equal(measured.moves[0], machine.causal(5))


def test_the_first_layer_alone_is_what_all_do_in_a_model_of_one(translator):
    model = copy.deepcopy(translator.model)
    model.decoder.layers = model.decoder.layers[:1]
    model.decoder.norm = torch.nn.Identity()
    chosen = sentences(translator, [["we", "sing"], ["the", "cat", "sleeps"]], "decoder")
    measured = influence(model, DECODER, chosen.batch)
    np.testing.assert_allclose(measured.whole, measured.layers[0], atol=1e-12)


@pytest.mark.parametrize("name", ["encoder", "decoder", "cross"])
def test_in_a_model_that_works_just_what_the_rule_reaches_moves(translator, name):
    texts = [["the", "cat", "sleeps"], ["the", "animal", "was", "too", "tired"], ["we", "sing"]]
    chosen = sentences(translator, texts, name)
    for preset, mask in chosen.presets().items():
        effects = mask_effects(translator, chosen, [mask] * 2)
        assert torch.equal(effects.moved > MOVED, effects.promised), preset
        for path in chosen.paths:  # and the weights are those of the formula
            right = masked_softmax(effects.scaled[path], mask[:, None])
            np.testing.assert_allclose(effects.weights[path], right, atol=1e-6)
    own = influence(translator.model, chosen.drawn, chosen.batch)
    usual = chosen.presets()[chosen.usual()]
    assert torch.equal(own.masks, usual.expand(2, *usual.shape))


def test_presets_are_the_machines_masks(lab):
    chosen = lab["decoder"]
    ids = chosen.batch.read("target")
    presets = chosen.presets()
    assert list(presets) == list(PRESETS)
    assert torch.equal(presets["both"], both(ids, PAD)[:, 0])
    assert torch.equal(
        presets["padding"], machine.padding(ids, PAD)[:, 0].expand(presets["padding"].shape)
    )
    assert torch.equal(presets["causal"][0], machine.causal(ids.shape[1]))


def test_how_far_windows_reach():
    """Layer by layer one word farther, counted with powers of a matrix."""
    near = torch.from_numpy(np.abs(np.subtract.outer(np.arange(7), np.arange(7))) <= 1)
    for layers in (1, 2, 3):
        power = np.linalg.matrix_power(near.numpy().astype(int), layers) > 0
        assert (reach([near] * layers).numpy() == power).all()
        assert (power == (np.abs(np.subtract.outer(np.arange(7), np.arange(7))) <= layers)).all()


# ---- mistakes in the code of the machine itself, made here and not in leaks.py --------------------------
def swapped_padding(tokens, pad):
    return (tokens == pad)[:, None, None, :]


def padding_on_queries(tokens, pad):
    return (tokens != pad)[:, None, :, None]


def padding_without_axes(tokens, pad):
    return tokens != pad  # (batch, key), which fits (query, key) here


def swapped_causal(queries, keys=None, device=None):
    return torch.ones(queries, keys or queries).triu(1).bool()


def one_ahead(queries, keys=None, device=None):
    return torch.ones(queries, keys or queries).tril(1).bool()


@pytest.mark.parametrize(
    ("side", "function", "wrong", "mistake"),
    [
        ("encoder", "padding", swapped_padding, "inverted"),
        ("encoder", "padding", padding_on_queries, "padding_on_queries"),
        ("encoder", "padding", padding_without_axes, "wrong_axis"),
        ("encoder", "padding", machine.padding, RIGHT),
        ("decoder", "causal", swapped_causal, "inverted"),
        ("decoder", "causal", one_ahead, "one_ahead"),
        ("decoder", "causal", machine.causal, RIGHT),
    ],
)
def test_a_mistake_in_the_code_is_named_by_what_moves(
    translator, lab, monkeypatch, side, function, wrong, mistake
):
    if function == "causal":
        monkeypatch.setattr("transformer.model.causal", wrong)
    else:  # in the encoder alone: across, the sizes would not fit and torch would refuse it

        def encode(self, source):
            return self.encoder(self.source_embedding(source), wrong(source, PAD))

        monkeypatch.setattr(Transformer, "encode", encode)
    drawn = {"encoder": ENCODER, "decoder": DECODER}[side]
    measured = influence(translator.model, drawn, lab[side].batch)
    # The decoder leaves its padding to the causal mask: it comes after all words.
    assert name_mistakes(measured.layers, rule_of(lab[side], padded=side == "encoder")) == (
        mistake,
    )


@pytest.mark.parametrize("layer", [0, 1])
def test_a_layer_that_forgot_its_mask_is_named(translator, lab, layer):
    model = copy.deepcopy(translator.model)
    model.decoder.layers[layer].self_attention.__class__ = Unmasked
    measured = influence(model, DECODER, lab["decoder"].batch)
    rule = rule_of(lab["decoder"], padded=False)
    assert name_mistakes(measured.layers, rule) == (f"forgotten_in_layer_{layer + 1}",)
    model.decoder.layers[1 - layer].self_attention.__class__ = Unmasked
    measured = influence(model, DECODER, lab["decoder"].batch)
    # All of them: no mistake on the list, and not right.
    assert name_mistakes(measured.layers, rule) == ()


@pytest.mark.parametrize("side", ["encoder", "decoder"])
def test_each_planted_mistake_has_one_name_and_a_strange_mask_none(translator, lab, side):
    chosen, rule = lab[side], rule_of(lab[side])
    planted_masks = planted(rule, 2)
    assert len(planted_masks) == (5 if side == "encoder" else 6)
    for name, masks in planted_masks.items():
        measured = influence(translator.model, chosen.drawn, chosen.batch, masks)
        assert name_mistakes(measured.layers, rule) == (name,)
    other = rule.allowed.clone()
    other[0, 2, 0] ^= True
    measured = influence(translator.model, chosen.drawn, chosen.batch, [other] * 2)
    assert name_mistakes(measured.layers, rule) == ()


def test_who_may_look_at_itself_cannot_be_seen(translator, lab):
    """As the page says: the residual hands every word on."""
    chosen, rule = lab["decoder"], rule_of(lab["decoder"])
    strict = rule.allowed & ~torch.eye(rule.words.shape[1], dtype=torch.bool)
    measured = influence(translator.model, chosen.drawn, chosen.batch, [strict] * 2)
    assert name_mistakes(measured.layers, rule) == (RIGHT,)


def test_leaks_are_listed_the_farthest_first(translator, lab):
    chosen, rule = lab["decoder"], rule_of(lab["decoder"])
    masks = planted(rule, 2)["one_ahead"]
    measured = influence(translator.model, chosen.drawn, chosen.batch, masks)
    listed = leaks.leaks(measured.layers[0], rule.allowed)
    far = [measured.layers[0][place].item() for place in listed]
    assert far == sorted(far, reverse=True) and len(listed) > 10
    # Padding moves itself, by the residual; the rule alone does not say so.
    assert all(token == output + 1 or token == output for _, output, token in listed)


def test_a_batch_that_cannot_tell_says_so(translator):
    """One sentence without padding: nothing that is about padding can show."""
    chosen = sentences(translator, [["the", "cat", "sleeps"]], "encoder")
    measured = influence(translator.model, ENCODER, chosen.batch)
    assert name_mistakes(measured.layers, Rule(chosen.words[1], backward=False)) == (RIGHT,)


# ---- robust -------------------------------------------------------------------------------------------
def test_one_word_many_words_and_a_decoder_alone(translator):
    for texts in ([["cat"]], [["the", "cat"] * 32] * 2):
        chosen = sentences(translator, texts, "encoder")
        effects = mask_effects(translator, chosen, [chosen.presets()["padding"]] * 2)
        assert effects.moved.shape[1:] == (len(texts), len(texts[0]), len(texts[0]))
    alone = load("language_model")
    chosen = sentences(alone, [list("cats"), list("a")], "decoder")
    effects = mask_effects(alone, chosen, [chosen.presets()["both"]] * 2)
    assert torch.equal(effects.moved > MOVED, effects.promised)
    with pytest.raises(ValueError, match="has no attention map 'encoder'; its maps are decoder"):
        sentences(alone, [["a"]], "encoder")


@pytest.mark.usefixtures("foreign_families")
def test_an_encoder_alone_and_a_family_without_masks():
    task = TASKS["repeats"]()
    sides = vocabularies(task)
    trained = Trained("labels", build(task, family="labeller", d_model=16).eval(), task, {}, *sides)
    chosen = sentences(trained, [["a", "b", "a"], ["c"]], "encoder")
    effects = mask_effects(trained, chosen, [chosen.presets()["padding"]] * len(chosen.paths))
    assert torch.equal(effects.moved > MOVED, effects.promised)
    task = TASKS["copy"]()
    recurrent = Trained("gru", build(task, family="gru").eval(), task, {}, *vocabularies(task))
    with pytest.raises(ValueError, match=r"there is no probe .*(scaled|masked) in this"):
        sentences(recurrent, [["a", "b"]], recurrent.family.maps[0].name)


def test_layernorm_after_the_sum_and_other_heads():
    config = TransformerConfig(
        9, 9, d_model=12, d_ff=8, self_heads=3, cross_heads=2, norm_order="post"
    )
    torch.manual_seed(1)
    model = Transformer(config).eval()
    words = Vocabulary(["a", "b", "c"])
    examples = [Example(("a", "b", "c"), ("c", "b"), (0, 0)), Example(("a",), ("b",), (0,))]
    batch = Batch.from_examples(examples, words, words)
    for drawn in (ENCODER, DECODER, CROSS):
        measured = influence(model, drawn, batch)
        if drawn is not CROSS:
            through = measured.layers > MOVED
            right = measured.masks | torch.eye(through.shape[-1], dtype=torch.bool)
            assert torch.equal(through, right)


def test_a_layer_that_keeps_its_scores_to_itself_is_told_what_to_add(translator):
    model = copy.deepcopy(translator.model)
    model.encoder.layers[1].self_attention.masked = torch.nn.Identity()
    chosen = sentences(translator, [["cat"]], "encoder")
    with pytest.raises(
        ValueError, match=r"no probe encoder.layers.1.self_attention.masked .* self.masked = Probe"
    ):
        influence(model, ENCODER, chosen.batch)


def test_a_row_with_nothing_left_is_zeros_in_any_layer(translator):
    model = copy.deepcopy(translator.model)
    for layer in model.decoder.layers:
        layer.self_attention.__class__ = Unmasked  # whose own softmax would give NaN
    chosen = sentences(translator, [["we", "sing"]], "decoder")
    nothing = torch.zeros_like(chosen.presets()["none"])
    measured = influence(model, DECODER, chosen.batch, [nothing] * 2)
    assert torch.equal(measured.moves[0], torch.eye(nothing.shape[-1], dtype=torch.bool))
