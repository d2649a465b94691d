"""Recurrent networks: the same numbers and gradients as torch's, and as the papers' formulas."""

import pytest
import torch
from torch import nn

from transformer.decoding import greedy
from transformer.objectives.batch import Batch
from transformer.probe import record
from transformer.recurrent import CELLS, RecurrentEncoder, read
from transformer.tasks import TASKS
from transformer.training import build, vocabularies
from transformer.vocabulary import PAD, START

TORCH = {"rnn": nn.RNN, "gru": nn.GRU, "lstm": nn.LSTM}
PARTS = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
LOOKS = [("bahdanau", "additive"), ("luong", "dot"), ("luong", "general"), ("luong", "concat")]


@pytest.mark.parametrize("name", CELLS)
def test_values_and_gradients_are_those_of_torch_two_layers_deep_and_both_ways(name):
    torch.manual_seed(0)
    ours = RecurrentEncoder(CELLS[name], 5, 7, layers=2, both_ways=True)
    theirs = TORCH[name](5, 7, num_layers=2, bidirectional=True, batch_first=True)
    for layer in range(2):
        for cells, end in ((ours.forwards, ""), (ours.backwards, "_reverse")):
            for part in PARTS:
                given = getattr(cells[layer], part)
                getattr(theirs, f"{part}_l{layer}{end}").data.copy_(given.data)
    x = torch.randn(3, 6, 5, requires_grad=True)
    states, last = ours(x, torch.ones(3, 6, dtype=torch.bool))
    expected, end = theirs(x)
    torch.testing.assert_close(states, expected)
    end = end[0] if name == "lstm" else end  # (layer · direction, batch, hidden)
    torch.testing.assert_close(last[1][0], torch.cat((end[2], end[3]), dim=-1))
    (ours_x,) = torch.autograd.grad(states.square().sum(), x, retain_graph=True)
    (theirs_x,) = torch.autograd.grad(expected.square().sum(), x, retain_graph=True)
    torch.testing.assert_close(ours_x, theirs_x)
    weight, same = ours.forwards[0].weight_hh, theirs.weight_hh_l0
    (ours_w,) = torch.autograd.grad(states.square().sum(), weight)
    (theirs_w,) = torch.autograd.grad(expected.square().sum(), same)
    torch.testing.assert_close(ours_w, theirs_w)


@pytest.mark.parametrize("name", CELLS)
@pytest.mark.parametrize("backwards", [False, True])
def test_what_is_padded_reads_as_if_it_stood_alone(name, backwards):
    torch.manual_seed(0)
    cell, x = CELLS[name](4, 6), torch.randn(1, 5, 4)
    words = torch.tensor([[True, True, True, False, False]])
    states, last = read(cell, x, words, backwards=backwards)
    alone, end = read(cell, x[:, :3], words[:, :3], backwards=backwards)
    torch.testing.assert_close(states[:, :3], alone)
    torch.testing.assert_close(last, end)


def test_a_gate_that_begins_open_keeps_the_first_word():
    """‖∂h_T/∂x_1‖ over T = 40 words: with the biases of PyTorch nothing is left, with 3 some is."""
    for name in ("gru", "lstm"):
        left = []
        for bias in (0.0, 3.0):
            torch.manual_seed(0)
            x = torch.randn(1, 40, 8, requires_grad=True)
            states, _ = read(CELLS[name](8, 16, bias), x, torch.ones(1, 40, dtype=torch.bool))
            (gradient,) = torch.autograd.grad(states[:, -1].sum(), x)
            left.append((gradient[0, 0].norm() / gradient[0, -1].norm()).item())
        assert left[0] < 1e-6 < 1e-3 < left[1], (name, left)


@pytest.mark.parametrize(("decoder", "score"), LOOKS)
def test_one_step_is_the_formula_of_the_paper(decoder, score):
    """Written out once more, with matrices and loops over positions. Attention uses the state of the last of
    two layers; Bahdanau's decoder uses the state before the step."""
    kind = {"decoder": decoder, "score": score, "hidden": 6, "layers": 2}
    model = build(TASKS["copy"](), 3, "recurrent_attention", **kind).eval()
    source = torch.tensor([[5, 6, 7, 8, PAD]])
    with torch.no_grad(), record(model) as trace:
        past = model.encode(source)
        word = model.target_embedding(torch.tensor([[START]]))[0, 0]
        vector, after = model.decoder(word[None], past)
    look = model.decoder.attention
    h, before, now = past.memory[0], past.layers[-1][0][0], after.layers[-1][0][0]
    s = before if decoder == "bahdanau" else now
    scores = {
        "dot": lambda j: s @ h[j],
        "general": lambda j: s @ look.W @ h[j],
        "concat": lambda j: look.v_a @ torch.tanh(look.W @ torch.cat((s, h[j]))),
        "additive": lambda j: look.v_a @ torch.tanh(look.W_a @ s + look.U_a @ h[j]),
    }[score]
    e = torch.stack([scores(j) for j in range(4)]).exp()  # over the words; PAD has no weight
    context = (e / e.sum()) @ h[:4]
    reads = torch.cat((word, context)) if decoder == "bahdanau" else torch.cat((word, 0 * s))
    for ours, (old,), (new,) in zip(model.decoder.cells, past.layers, after.layers, strict=True):
        cell = nn.GRUCell(len(reads), 6)
        cell.load_state_dict({part: getattr(ours, part) for part in PARTS})
        torch.testing.assert_close(new, cell(reads[None], old))
        reads = new[0]
    parts = (word, now, context) if decoder == "bahdanau" else (now, context)
    g = torch.tanh(model.decoder.mix(torch.cat(parts)))
    torch.testing.assert_close(vector[0], g)
    weights = trace.one("decoder.attention.weights")[0]
    torch.testing.assert_close(weights, torch.cat((e / e.sum(), torch.zeros(1))))
    if decoder == "luong":
        torch.testing.assert_close(after.fed[0], g)


@torch.no_grad()
@pytest.mark.parametrize("order", ["backwards", "twice"])
def test_row_j_of_the_memory_belongs_to_word_j(order):
    """In any reading order: the state after word j on the way back, or when word j is read again."""
    model = build(TASKS["copy"](), 1, "recurrent_attention", hidden=8, source=order).eval()
    cell, x = model.encoder.forwards[0], model.source_embedding(torch.tensor([[5, 6, 7]]))
    if order == "twice":
        states, _ = read(cell, torch.cat((x, x), dim=1), torch.ones(1, 6, dtype=torch.bool))
        states = states[:, 3:]
    else:
        states, _ = read(cell, x, torch.ones(1, 3, dtype=torch.bool), backwards=True)
    memory = model.encode(torch.tensor([[5, 6, 7, PAD]])).memory
    torch.testing.assert_close(memory[:, :3], states)


@torch.no_grad()
def test_the_bridge_maps_every_part_of_the_state():
    """h and c of an LSTM, from both directions to the decoder."""
    sizes = {"cell": "lstm", "layers": 2, "both_ways": True, "hidden": 8}
    model = build(TASKS["copy"](), 1, "recurrent_attention", **sizes).eval()
    source = torch.tensor([[5, 6, 7]])
    _, last = model.encoder(model.source_embedding(source), source != PAD)
    bridge = model.bridge
    for read_state, begun in zip(last, model.encode(source).layers, strict=True):
        for part, start in zip(read_state, begun, strict=True):  # h, c
            torch.testing.assert_close(start, part @ bridge.weight.T + bridge.bias)


@pytest.mark.parametrize("sizes", [{}, {"source": "backwards"}, {"source": "twice"},
                                   {"cell": "lstm", "layers": 2, "both_ways": True}])  # fmt: skip
@pytest.mark.parametrize("family", ["recurrent", "recurrent_attention"])
def test_it_writes_what_reading_would_have_said_also_among_longer_sentences(family, sizes):
    task = TASKS["copy"]()
    model = build(task, 1, family, hidden=8, **sizes).eval()
    source = Batch.from_examples(task.held_out[:3], *vocabularies(task)).source
    together = greedy(model, source, 6)
    for row in range(3):
        alone = source[row][source[row] != PAD][None]
        line = torch.cat((torch.tensor([[START]]), together[row : row + 1]), dim=1)
        logits = model(alone, line)[0, :-1]  # (written, vocabulary)
        logits[:, [PAD, START]] = -torch.inf
        written = together[row]
        ended = written == PAD
        assert torch.equal(logits.argmax(-1)[~ended], written[~ended])


@pytest.mark.parametrize(
    ("family", "sizes", "said"),
    [
        ("recurrent", {"cell": "mamba"}, "cell is 'mamba'. Choose one of: rnn, gru, lstm"),
        ("recurrent", {"source": "sideways"}, "Choose one of: forwards, backwards, twice"),
        ("recurrent", {"hidden": 0}, "hidden is 0, but it must be at least 1"),
        ("recurrent_attention", {"decoder": "plain"}, "Choose one of: bahdanau, luong"),
        ("recurrent_attention", {"score": "cosine"}, "Choose one of: additive, dot, general"),
        ("recurrent_attention", {"score": "dot", "both_ways": True}, "a dot product needs equal sizes"),
    ],
)  # fmt: skip
def test_what_cannot_be_says_so(family, sizes, said):
    with pytest.raises(ValueError, match=said):
        build(TASKS["copy"](), 0, family, **sizes)
