"""The residual stream: its parts add up to the model's scores, whatever the model; and what is said of
stopping early is what a shorter model does."""

import copy
from types import SimpleNamespace

import pytest
import torch
from torch import nn

from lessons.block.measure import residual_stream as measure
from lessons.block.measure.encoder_layer import encoder_layer, feed_forward
from tests.contract.families import gru, labels
from transformer.config import TransformerConfig
from transformer.families import GPT, GPTConfig
from transformer.layers import EncoderLayer, FeedForward, Residual
from transformer.model import Transformer
from transformer.probe import record
from transformer.tasks import TASKS
from transformer.vocabulary import START, Vocabulary
from transformer.weights import load

SIZES = {"d_model": 24, "d_ff": 40, "self_heads": 3, "cross_heads": 2}
CHANGES = {
    "pre": {},
    "post": {"norm_order": "post"},
    "no norm": {"norm": "none"},
    "RMSNorm": {"norm": "rms", "norm_order": "post"},
    "no residual": {"residual": "none"},
    "rotary": {"position": "rotary"},
    "one head, other depths": {"self_heads": 1, "encoder_layers": 1, "decoder_layers": 3},
}
LENGTHS = ((1, 1), (7, 5), (64, 64))


def disturbed(model: nn.Module) -> nn.Module:
    """Fresh weights, but γ and β that do something."""
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "norm" in name:
                parameter.add_(0.5 * torch.randn_like(parameter))
    return model.eval()


def adds_up(model, trace, stack: str) -> measure.Stream:
    """Return the stream, whose parts were shown to add up to what the stack hands on."""
    stream = measure.stream(model, trace, stack)
    size = max(1.0, stream.output.abs().max().item())
    torch.testing.assert_close(
        stream.folded.sum(0), stream.output.double(), rtol=1e-4, atol=2e-5 * size
    )
    return stream


@pytest.mark.parametrize("change", CHANGES)
def test_contributions_add_up_to_the_scores(change):
    torch.manual_seed(0)
    config = TransformerConfig(30, 31, **{**SIZES, **CHANGES[change]})
    model = disturbed(Transformer(config))
    for source, target in LENGTHS:
        ids = torch.randint(4, 30, (1, source)), torch.randint(4, 30, (1, target))
        with torch.no_grad(), record(model) as trace:
            logits = model(*ids)[0]  # (position, vocabulary)
        adds_up(model, trace, "encoder")
        stream = adds_up(model, trace, "decoder")
        words = torch.randint(31, (target, 3))  # three words at each position
        parts = measure.contributions(stream, model.target_embedding.table.weight[words])
        right = logits.gather(1, words).double()
        size = max(1.0, right.abs().max().item())
        torch.testing.assert_close(parts.sum(0), right, rtol=1e-4, atol=2e-5 * size)
        assert len(parts) == len(stream.places) + 2  # word and position in place of one; and β
        last = measure.early_logits(stream, model.target_embedding.table.weight)[-1]
        torch.testing.assert_close(last, logits)


def test_a_part_is_what_its_sub_layer_found_taken_through_the_last_norm():
    """In numpy-like steps, from another probe than the stream reads."""
    torch.manual_seed(1)
    model = disturbed(Transformer(TransformerConfig(30, 31, **SIZES)))
    with torch.no_grad(), record(model) as trace:
        model(torch.randint(4, 30, (1, 6)), torch.randint(4, 30, (1, 4)))
    stream = measure.stream(model, trace, "decoder")
    part = stream.places.index((1, "cross-attention")) + 1  # word and position are two parts
    output = trace.one("decoder.layers.0.cross_attention.output")[0]
    x = trace.one("decoder.layers.1.feed_forward_residual.sum")[0]
    norm = model.decoder.norm
    sigma = ((x - x.mean(-1, keepdim=True)) ** 2).mean(-1, keepdim=True).add(norm.eps).sqrt()
    right = norm.weight * (output - output.mean(-1, keepdim=True)) / sigma
    torch.testing.assert_close(stream.folded[part].float(), right.detach(), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("order", ["pre", "post"])
def test_stopped_is_what_a_model_with_fewer_layers_writes(order):
    torch.manual_seed(2)
    model = disturbed(Transformer(TransformerConfig(30, 31, **SIZES, norm_order=order)))
    ids = torch.randint(4, 30, (1, 6)), torch.randint(4, 30, (1, 4))
    with torch.no_grad(), record(model) as trace:
        model(*ids)
    stream = measure.stream(model, trace, "decoder")
    shorter = copy.deepcopy(model)
    shorter.decoder.layers = shorter.decoder.layers[:1]
    logits = measure.early_logits(stream, model.target_embedding.table.weight)
    with torch.no_grad():
        torch.testing.assert_close(
            logits[stream.places.index((1, "feed-forward"))], shorter(*ids)[0]
        )


def test_a_decoder_alone_and_an_encoder_alone():
    torch.manual_seed(3)
    gpt = disturbed(GPT(GPTConfig(31, d_model=24, d_ff=40, self_heads=3)))
    with torch.no_grad(), record(gpt) as trace:
        gpt(torch.randint(4, 31, (1, 9)))
    assert measure.stacks(gpt) == ["decoder"]
    names = [name for _, name in adds_up(gpt, trace, "decoder").places]
    assert names == ["embedding", *["self-attention", "feed-forward"] * 2]
    task = labels.task()
    words = Vocabulary(task.source_words), Vocabulary(task.target_words)
    model = disturbed(labels.FAMILY.build(labels.FAMILY.configured(words, d_model=16, d_ff=32)))
    trained = SimpleNamespace(
        model=model, family=labels.FAMILY, source_vocabulary=words[0], target_vocabulary=words[1],
        reads=True,
    )  # fmt: skip
    trace, written = measure.recorded_pass(trained, words[0].encode(list("abca")))
    assert measure.stacks(model) == ["encoder"] and written == []
    assert adds_up(model, trace, "encoder").states.shape == (5, 4, 16)


def test_who_hides_something_is_told_what_is_missing():
    model = Transformer(TransformerConfig(30, 31, **SIZES))
    ids = torch.randint(4, 30, (1, 6)), torch.randint(4, 30, (1, 4))
    model.encoder.layers[1].feed_forward_residual.sum = nn.Identity()
    with torch.no_grad(), record(model) as trace:
        model(*ids)
    with pytest.raises(
        ValueError, match=r"encoder.layers.1.feed_forward_residual.sum .* self.sum = "
    ):
        measure.stream(model, trace, "encoder")
    model.decoder.norm = nn.Tanh()
    with pytest.raises(ValueError, match="Tanh is neither LayerNorm nor RMSNorm"):
        measure.stream(model, trace, "decoder")
    recurrent = gru.FAMILY.build(gru.FAMILY.config(30, 31))
    with pytest.raises(ValueError, match="neither an encoder nor a decoder with layers"):
        measure.stacks(recurrent)


def test_cosines_are_of_the_state_before_and_of_the_last():
    torch.manual_seed(4)
    states = torch.randn(3, 2, 5)
    stream = measure.Stream(((0, ""), (1, ""), (1, "")), states, None, None, nn.Identity())
    before, final = measure.cosines(stream)
    assert before[0].isnan().all()
    a, b = states[0, 1], states[1, 1]
    assert before[1, 1].item() == pytest.approx(float(a @ b / (a.norm() * b.norm())), abs=1e-6)
    torch.testing.assert_close(final[-1], torch.ones(2))


def test_a_habit_is_counted_over_words():
    """At the embedding of a tied table every word is the one just read; at the end, what is written."""
    trained = load("reverse")
    habit = measure.best_words(trained, 5)
    letters = TASKS["reverse"]().held_out[:5]
    assert habit.words == sum(len(example.target) + 1 for example in letters)
    assert habit.written[-1] == 1 and habit.places[0] == (0, "embedding")
    target = trained.target_vocabulary.encode(letters[0].target)
    model = trained.model
    with torch.no_grad():
        vectors = model.target_embedding(torch.tensor([[START, *target]]))
        scores = model.target_embedding.scores(model.decoder.norm(vectors))[0]
    alone = measure.best_words(trained, 1)
    share = (scores.argmax(-1) == torch.tensor([START, *target])).float().mean()
    assert alone.read[0].item() == pytest.approx(share.item())


@pytest.mark.parametrize("order", ["pre", "post"])
def test_the_layer_as_functions_is_the_layer(order):
    torch.manual_seed(5)
    real = FeedForward(6, 9)
    layer = disturbed(EncoderLayer(nn.Tanh(), real, lambda: Residual(6, order)))
    layer.self_attention.forward = lambda x, memory, mask: torch.tanh(x)
    x = torch.randn(2, 5, 6)
    expand, contract = real.expand, real.contract

    def network(y):
        return feed_forward(y, expand.weight.T, expand.bias, contract.weight.T, contract.bias)

    norms = layer.attention_residual.norm, layer.feed_forward_residual.norm
    with torch.no_grad():
        torch.testing.assert_close(network(x), real(x))
        got = encoder_layer(x, torch.tanh, network, *norms, order == "pre")
        torch.testing.assert_close(got, layer(x))
