"""A layer that ignores `cache` decodes the same tokens as the same layer with a cache."""

import warnings

import pytest
import torch

from transformer import translate, weights
from transformer.attention import MultiHeadAttention
from transformer.decoding import (
    beam,
    greedy,
    last,
    log_probability,
    sample,
    speculative,
    start_decoding,
)
from transformer.decoding.prefix import IGNORES
from transformer.positions import SinusoidalPositions
from transformer.registry import LAYERS
from transformer.runs.commands import command
from transformer.vocabulary import END, PAD


class Forgetful(MultiHeadAttention):
    """The standard layer without its cache."""

    def forward(self, x, memory, mask=None, cache=None):
        return super().forward(x, memory, mask)


class ForgetfulSelf(Forgetful):
    """Cross-attention is then the standard layer, which does use its cache."""

    self_only = True


SOURCE = torch.tensor([[5, 6, 7, 8], [9, 5, PAD, PAD], [7, 7, 7, PAD]])
PROMPT = torch.tensor([[8, PAD, PAD], [5, 6, 7], [9, 10, PAD]])
TRAINED = {"encoder_decoder": "reverse", "decoder_only": "walk"}


@pytest.fixture(autouse=True)
def layers(monkeypatch):
    monkeypatch.setitem(LAYERS["attention"], "forgetful", Forgetful)
    monkeypatch.setitem(LAYERS["attention"], "forgetful_self", ForgetfulSelf)


def model_of(family, attention):
    """A trained model with its own parameters and this attention."""
    return weights.load(TRAINED[family]).with_layer("attention", attention).model


def drafted(target, draft):
    return last(speculative(target, draft, SOURCE, 3, 12, PROMPT, seed=1)).tokens()


def untrained(model):
    torch.manual_seed(1)
    return type(model)(model.config).eval()


WAYS = {
    "greedy": lambda m: greedy(m, SOURCE, 12, PROMPT),
    "beam": lambda m: last(beam(m, SOURCE, 3, 12, PROMPT)).answers().tokens,
    "sample": lambda m: last(sample(m, SOURCE, 12, PROMPT, temperature=2.0)).answers().tokens,
    "speculative": lambda m: drafted(m, untrained(m)),
    "drafting": lambda m: drafted(untrained(m), m),
}


@pytest.mark.filterwarnings("ignore:.*ignores `cache`")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("attention", ["forgetful", "forgetful_self"])
@pytest.mark.parametrize("family", ["encoder_decoder", "decoder_only"])
def test_the_tokens_are_those_with_a_cache(family, attention, way):
    expected = WAYS[way](model_of(family, "standard"))
    assert len(expected[expected != PAD].unique()) > 3, "the test would notice little"
    assert torch.equal(WAYS[way](model_of(family, attention)), expected)


class StartIgnored(SinusoidalPositions):
    """A relative of the fault: each new word would be read as the first."""

    def forward(self, length, start=0):
        return super().forward(length)


@pytest.mark.filterwarnings("ignore:.*ignores `start`")
@pytest.mark.parametrize("family", TRAINED)
def test_positions_that_ignore_the_start_are_right_too(family, monkeypatch):
    monkeypatch.setitem(LAYERS["position"], "start_ignored", StartIgnored)
    other = weights.load(TRAINED[family]).with_layer("position", "start_ignored")
    expected = WAYS["greedy"](weights.load(TRAINED[family]).model)
    assert torch.equal(WAYS["greedy"](other.model), expected)
    assert IGNORES.format(layer="StartIgnored", argument="start") in other.remark


@pytest.mark.filterwarnings("ignore:.*ignores `cache`")
def test_the_probability_of_a_text_is_the_same():
    tokens = torch.tensor([[5, 6, 7, END], [9, END, PAD, PAD], [8, 8, END, PAD]])
    found, expected = (
        log_probability(model_of("encoder_decoder", name), SOURCE, tokens)
        for name in ("forgetful", "standard")
    )
    torch.testing.assert_close(found, expected)


@pytest.mark.filterwarnings("ignore:.*ignores `cache`")
def test_translate_gives_the_answers_of_the_card():
    trained, texts = weights.load("reverse"), ["a b c d", "d a", "c c a b d"]
    other = trained.with_layer("attention", "forgetful")
    assert translate(other, texts) == translate(trained, texts)
    assert translate(other, texts, beams=3) == translate(trained, texts, beams=3)


def test_a_warning_says_once_that_the_prefix_is_read_again():
    model = model_of("decoder_only", "forgetful")
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("default")
        for _ in range(2):
            greedy(model, SOURCE, 5)
    assert [str(warning.message) for warning in found] == [
        IGNORES.format(layer="Forgetful", argument="cache")
    ]


def test_a_layer_with_a_cache_reads_each_token_once():
    lengths, model = [], model_of("decoder_only", "standard")
    model.register_forward_pre_hook(lambda _, given: lengths.append(given[0].shape[1]))
    state = start_decoding(model, SOURCE)
    for length in (3, 1, 1):
        state.log_probabilities(SOURCE[:, :length])
    assert lengths == [3, 1, 1]


def test_a_page_has_the_sentence_too():
    changed = weights.load("reverse").with_layer("attention", "forgetful")
    assert IGNORES.format(layer="Forgetful", argument="cache") in changed.remark
    assert "cache" not in weights.load("reverse").with_layer("attention", "additive").remark


def test_a_command_prints_the_sentence_without_a_line_of_code():
    says, usual = IGNORES.format(layer="Forgetful", argument="cache"), warnings.formatwarning
    with command("training"):
        assert warnings.formatwarning(says, UserWarning, "prefix.py", 1) == f"training: {says}\n"
    assert warnings.formatwarning is usual
