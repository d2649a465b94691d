"""The plain decoders write what the fast ones write, on trained models and on one that knows nothing."""

import inspect

import pytest
import torch

from transformer.config import TransformerConfig
from transformer.decoding import basic, beam, greedy, last
from transformer.model import Transformer
from transformer.vocabulary import PAD
from transformer.weights import load


def untrained() -> tuple[Transformer, torch.Tensor]:
    torch.manual_seed(0)
    model = Transformer(
        TransformerConfig(
            12, 9, d_model=16, d_ff=32, encoder_layers=1, decoder_layers=1, self_heads=2
        )
    ).eval()
    return model, torch.randint(4, 12, (6, 5))


def trained(name: str) -> tuple[Transformer, torch.Tensor]:
    one = load(name)
    rows = [one.source_vocabulary.encode(example.source) for example in one.task.held_out[:40]]
    return one.model, torch.tensor([row for row in rows if len(row) == len(rows[0])])


MODELS = {"untrained": untrained, "English–French": lambda: trained("english_french_early")}


@pytest.mark.parametrize("of", MODELS)
@pytest.mark.parametrize("max_length", [3, 20])
def test_greedy_writes_what_the_fast_one_writes(of, max_length):
    model, sources = MODELS[of]()
    for source in sources.split(1):
        assert (
            basic.greedy(model, source, max_length) == greedy(model, source, max_length)[0].tolist()
        )


@pytest.mark.parametrize("of", MODELS)
@pytest.mark.parametrize("beams", [1, 3])
def test_beam_finds_what_the_fast_one_finds(of, beams):
    model, sources = MODELS[of]()
    for source in sources.split(1)[:3]:
        plain = basic.beam(model, source, beams, 12)
        fast = last(beam(model, source, beams, 12)).answers()
        found = fast.total[0][fast.score[0] > -torch.inf].tolist()
        assert [total for total, _ in plain] == pytest.approx(found, abs=1e-4)
        for (_, words), tokens in zip(plain, fast.tokens[0].tolist(), strict=False):
            assert words + [PAD] * (len(tokens) - len(words)) == tokens


def test_a_beam_of_one_is_greedy():
    model, sources = untrained()
    for source in sources.split(1):
        (_, words), *others = basic.beam(model, source, 1, 12)
        assert words == basic.greedy(model, source, 12) and not others


def test_each_fits_a_slide():
    for function in (basic.greedy, basic.beam):
        assert len(inspect.getsource(function).splitlines()) <= 24
