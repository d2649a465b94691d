"""What once broke the machine, or went through it without a word."""

import inspect
import json
import re

import pytest
import torch
from torch import nn

from tests.kit.small import TINY
from transformer import registry, variants
from transformer.attention import MultiHeadAttention, attention, softmax
from transformer.config import TransformerConfig
from transformer.decoding import greedy, start_decoding
from transformer.layers import FeedForward
from transformer.masks import causal
from transformer.model import Transformer
from transformer.positions import sinusoidal
from transformer.probe import record
from transformer.registry import find
from transformer.tasks import TASKS
from transformer.training import Training, build, command
from transformer.training.optimizers import OPTIMIZERS
from transformer.training.settings import Settings
from transformer.variants import variant
from transformer.vocabulary import END, PAD, START


def model(**changes) -> Transformer:
    torch.manual_seed(0)
    return Transformer(TransformerConfig(20, 20, **{**TINY, **changes})).eval()


# ---- masks ----------------------------------------------------------------------------------------
def test_a_mask_that_could_be_misread_is_refused():
    layer, x = MultiHeadAttention(16, 2), torch.randn(2, 5, 16)
    added = torch.zeros(5, 5).masked_fill(~causal(5), -torch.inf)
    with pytest.raises(
        TypeError, match="torch.float32, but it must be torch.bool, where True means “may attend”"
    ):
        layer(x, x, added)
    each = causal(5).expand(2, 5, 5)  # as many sentences as heads: it would broadcast, wrongly
    with pytest.raises(
        ValueError, match=r"mask of shape \(2, 5, 5\) does not fit.*mask\[:, None\]"
    ):
        layer(x, x, each)
    torch.testing.assert_close(layer(x, x, each[:, None]), layer(x, x, causal(5)))
    query = torch.randn(2, 5, 8)  # without heads a mask of three axes means what it says
    torch.testing.assert_close(
        attention(query, query, query, each), attention(query, query, query, causal(5))
    )


def test_softmax_does_not_branch_on_its_data():
    """So it can be exported, mapped and traced; a row that may look nowhere gives zeros in each way."""

    class Layer(nn.Module):
        def forward(self, scores, mask):
            return softmax(scores.masked_fill(~mask, -torch.inf), mask)

    scores, full, empty = torch.randn(3, 4, 4), causal(4), causal(4).clone()
    empty[2] = False
    expected = [Layer()(scores, mask) for mask in (full, empty)]
    assert (expected[1][:, 2] == 0).all() and expected[1].isfinite().all()
    exported = torch.export.export(Layer(), (scores, full)).module()
    traced = torch.jit.trace(Layer(), (scores, full))
    mapped = torch.vmap(Layer(), in_dims=(0, None))
    for way in (exported, traced, mapped):
        for mask, right in zip((full, empty), expected, strict=True):
            torch.testing.assert_close(way(scores, mask), right)


# ---- positions ------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", [torch.bfloat16, torch.float64])
def test_a_table_that_has_grown_keeps_its_kind(kind):
    one, source = model(max_length=4).to(kind), torch.randint(4, 20, (1, 9))
    with record(one, "source_embedding.positions") as trace:
        assert one.encode(source).dtype == kind
    shown = trace.one("source_embedding.positions")
    right = sinusoidal(9, 16, dtype=torch.float64).to(kind)  # rounded once
    assert shown.dtype == kind and torch.equal(shown, right)
    here = model(max_length=64).to(kind).source_embedding.position
    assert torch.equal(here(9), right), "the same before and after it has grown"


@pytest.mark.parametrize("position", ["sinusoidal", "binary", "index", "none"])
def test_a_model_that_was_built_without_memory_has_its_tables(position):
    with torch.device("meta"):
        empty = Transformer(TransformerConfig(20, 20, **TINY, position=position))
    right, source = model(position=position), torch.randint(4, 20, (2, 5))
    filled = empty.to_empty(device="cpu").eval()
    filled.load_state_dict(right.state_dict())
    torch.testing.assert_close(filled.encode(source), right.encode(source))
    with torch.device("meta"):
        assigned = Transformer(TransformerConfig(20, 20, **TINY, position=position)).eval()
    assigned.load_state_dict(right.state_dict(), assign=True)
    torch.testing.assert_close(assigned.encode(source), right.encode(source))


# ---- a layer that changes one step ------------------------------------------------------------------
def test_the_layers_that_ship_write_one_step_each():
    """No copy of the forward: what a student reads in a variant is what differs."""
    for kind, name in (
        *(("attention", n) for n in ("unscaled", "unmasked", "rotary", "windowed", "additive")),
        *(("residual", "none"), ("norm", "rms")),
    ):
        layer = find(kind, name)
        steps = {n: f for n, f in vars(layer).items() if inspect.isfunction(f) and n != "__init__"}
        written = "".join(inspect.getsource(step) for step in steps.values())
        assert 1 <= len(written.strip().splitlines()) <= 8, (name, written)
        assert kind == "norm" or "forward" not in steps, name


def test_every_step_of_feed_forward_and_residual_can_be_overridden():
    class Gelu(FeedForward):
        def activate(self, x):
            return nn.functional.gelu(x)

    torch.manual_seed(0)
    ours, x = Gelu(16, 32), torch.randn(2, 3, 16)
    torch.testing.assert_close(ours(x), ours.contract(nn.functional.gelu(ours.expand(x))))


# ---- decoding -------------------------------------------------------------------------------------
def test_nothing_is_written_where_nothing_may_be():
    source = torch.randint(4, 20, (3, 5))
    assert greedy(model(), source, max_length=0).shape == (3, 0)
    assert greedy(model(), source[:0], max_length=4).shape[0] == 0


def test_scores_that_are_nan_are_no_sentence():
    broken = model()
    broken.target_embedding.table.weight.data.fill_(torch.nan)
    with pytest.raises(FloatingPointError, match="scores for token 1 are NaN"):
        greedy(broken, torch.randint(4, 20, (2, 5)))


class Table:
    """p(next | last), typed by somebody: it decodes as any model does."""

    def __init__(self, table):
        self.log_p = torch.tensor(table).log()

    def start_decoding(self, source):
        return self

    def log_probabilities(self, tokens):
        return self.log_p[tokens[:, -1]].clone()

    def select(self, rows):
        pass


def test_padding_and_start_are_never_written_and_the_end_is_an_argument():
    rows = torch.full((6, 6), 0.02).tolist()
    rows[START][PAD], rows[START][4] = 0.5, 0.3  # PAD would be the most probable one
    rows[4][START], rows[4][5] = 0.5, 0.3
    rows[5][END] = 0.9
    table, source = Table(rows), torch.zeros(1, 1).long()
    assert greedy(table, source).tolist() == [[4, 5, END]]
    assert greedy(table, source, end=5).tolist() == [[4, 5]]
    assert greedy(table, source, 1, banned=()).tolist() == [[PAD]], "only if somebody allows it"
    assert greedy(table, source, banned=(PAD, START, 4))[0, 0] != 4


@pytest.mark.parametrize("position", ["sinusoidal", "learned", "rotary", "none"])
def test_a_shorter_prompt_gets_the_words_it_gets_alone(position):
    one, source = model(position=position), torch.randint(4, 20, (3, 5))
    prompt = torch.tensor([[5, 6, 7, 8], [9, PAD, PAD, PAD], [10, 11, PAD, PAD]])
    together = greedy(one, source, 6, prompt)
    for row, given in enumerate((4, 1, 2)):
        alone = greedy(one, source[row : row + 1], 6, prompt[row : row + 1, :given])[0]
        assert together[row, : len(alone)].tolist() == alone.tolist()
        assert not together[row, len(alone) :].any()


def test_rows_can_be_selected_while_writing():
    """What beam search needs: a row twice, another dropped, and all goes on as if it had been so."""
    one, source = model(), torch.randint(4, 20, (3, 5))
    tokens, rows = torch.tensor([[START, 5], [START, 6], [START, 7]]), torch.tensor([2, 0, 2])
    state = start_decoding(one, source)
    state.log_probabilities(tokens)
    state.select(rows)
    after = state.log_probabilities(torch.tensor([[8], [9], [10]]))
    line = torch.cat((tokens[rows], torch.tensor([[8], [9], [10]])), dim=1)
    torch.testing.assert_close(after, one(source[rows], line)[:, -1].log_softmax(-1))


# ---- training -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kept", "wanted"), [("SGD", "Adam"), ("AdamW", "fused AdamW"), ("fused AdamW", "Adam + L2")]
)
def test_a_state_of_another_optimiser_is_refused(kept, wanted):
    task = TASKS["copy"]()
    settings = {name: Settings(steps=3, batch=4, optimizer=name) for name in OPTIMIZERS}
    before = Training(build(task, 0, **TINY), task, settings[kept])
    before.step()
    other = Training(build(task, 0, **TINY), task, settings[wanted])
    weights = other.model.state_dict()["source_embedding.table.weight"].clone()
    with pytest.raises(ValueError, match=re.escape(f"to the optimiser '{wanted}'")):
        other.restore(before.state())
    now = other.model.state_dict()["source_embedding.table.weight"]
    assert torch.equal(weights, now), "nothing has changed"


def test_what_cannot_be_measured_does_not_cost_the_training(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(registry.LAYERS, "attention", dict(registry.LAYERS["attention"]))

    @variant("attention", "without_a_weights_probe")
    class Silent(MultiHeadAttention):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            self.weights = nn.Identity()

    arguments = "copy --steps 2 --set attention=without_a_weights_probe --save-as my_silent --out"
    command.main([*arguments.split(), str(tmp_path)])
    card = json.loads((tmp_path / "my_silent.json").read_text())
    assert (tmp_path / "my_silent.safetensors").exists() and "exact_match" in card["held_out"]
    (sentence,) = card["held_out"]["left_out"]
    assert "alignment was not measured" in sentence and "self.weights = Probe" in sentence
    assert sentence in capsys.readouterr().out


def test_what_stops_the_measurement_leaves_the_weights(tmp_path, monkeypatch):
    monkeypatch.setattr("transformer.objectives.translation.exact_match", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        command.main(["copy", "--steps", "2", "--out", str(tmp_path)])
    assert (tmp_path / "my_copy.safetensors").exists()


def test_a_broken_file_of_ones_own_hides_no_other_layer(tmp_path, monkeypatch):
    folder = tmp_path / "variants"
    folder.mkdir()
    (folder / "my_a_torn.py").write_text("x = (\n")
    (folder / "my_b_whole.py").write_text(
        "from transformer.layers import FeedForward\nfrom transformer.variants import variant\n\n"
        '@variant("feed_forward", "whole")\nclass Mine(FeedForward):\n    pass\n'
    )
    monkeypatch.setattr(registry, "__file__", str(tmp_path / "registry.py"))
    monkeypatch.setattr(variants, "__path__", [*variants.__path__, str(folder)])
    monkeypatch.setitem(registry.LAYERS, "feed_forward", dict(registry.LAYERS["feed_forward"]))
    assert find("feed_forward", "whole").__name__ == "Mine"
    with pytest.raises(SyntaxError, match="was never closed"):
        find("feed_forward", "missing")
