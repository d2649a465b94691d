"""Decoders: predict the next word from the encoded sentence and the words so far.

There are three classes: without attention (Sutskever et al. 2014), with attention before the state update
(Bahdanau et al. 2015), and with attention after it (Luong et al. 2015).
"""

from dataclasses import dataclass, replace

import torch
from torch import Tensor, nn

from transformer.probe import Probe
from transformer.recurrent.cells import Cell, State
from transformer.variants.scores import additive, concat, general

SCORES = ("additive", "dot", "general", "concat")


@dataclass(frozen=True)
class DecoderState:
    """The decoder's state; every tensor has one row per sentence."""

    layers: list[State]  # one state per layer of cells (batch, hidden)
    memory: Tensor  # the encoder's states, (batch, source, width)
    words: Tensor  # (batch, source) bool, False for padding
    fed: Tensor  # the last step's output, (batch, hidden): Luong's input feeding

    def select(self, rows: Tensor) -> "DecoderState":
        """Keep only these rows, in this order."""
        layers = [tuple(part[rows] for part in state) for state in self.layers]
        return DecoderState(layers, self.memory[rows], self.words[rows], self.fed[rows])


class AttentionModule(nn.Module):
    """Attention: scores of one state against all encoder states, their softmax, and the context vector, whose size
    does not depend on the sentence's length. `score` is one of `SCORES`."""

    def __init__(self, score: str, hidden: int, width: int):
        super().__init__()
        if score not in SCORES:
            raise ValueError(f"attention is '{score}'. Choose one of: {', '.join(SCORES)}.")
        if score == "dot" and hidden != width:
            raise ValueError(
                f"the decoder's state has {hidden} dimensions and the encoder's has {width}, but a dot product "
                "needs equal sizes. Use a unidirectional encoder or 'general', which has a matrix."
            )
        self.kind = score
        if score == "general":
            self.W = nn.Parameter(torch.randn(hidden, width) * width**-0.5)
        if score == "additive":
            self.W_a = nn.Parameter(torch.randn(hidden, hidden) * hidden**-0.5)
            self.U_a = nn.Parameter(torch.randn(hidden, width) * width**-0.5)
        if score == "concat":
            self.W = nn.Parameter(torch.randn(hidden, hidden + width) * hidden**-0.5)
        if score in ("additive", "concat"):
            self.v_a = nn.Parameter(torch.randn(hidden) * hidden**-0.5)
        self.energies, self.weights = Probe("batch source"), Probe("batch source")
        self.context = Probe("batch width")

    def score(self, state: Tensor, memory: Tensor) -> Tensor:
        """state (batch, 1, hidden), memory (batch, source, width) → (batch, 1, source)."""
        if self.kind == "additive":  # v_aᵀ tanh(W_a s + U_a h)
            return additive(state, memory, self.W_a, self.U_a, self.v_a)
        if self.kind == "general":  # sᵀ W h
            return general(state, memory, self.W)
        if self.kind == "concat":  # v_aᵀ tanh(W [s; h])
            return concat(state, memory, self.W, self.v_a)
        return state @ memory.mT  # sᵀ h

    def forward(self, state: Tensor, memory: Tensor, words: Tensor) -> Tensor:
        """state (batch, hidden), memory (batch, source, width), words (batch, source) → (batch, width)."""
        energies = self.energies(self.score(state[:, None], memory)[:, 0])  # (batch, source)
        weights = self.weights(energies.masked_fill(~words, -torch.inf).softmax(dim=-1))
        return self.context((weights[:, None] @ memory)[:, 0])  # (batch, width)


class Decoder(nn.Module):
    """A decoder without attention: it knows the sentence only through its initial state."""

    has_attention = False

    def __init__(
        self,
        cell: type[Cell],
        inputs: int,
        hidden: int,
        width: int,
        layers: int = 1,
        open_gate: float = 0.0,
        score: str = "",
    ):
        super().__init__()
        sizes = [inputs + self.extra_inputs(hidden, width), *[hidden] * (layers - 1)]
        self.cells = nn.ModuleList(cell(size, hidden, open_gate) for size in sizes)
        if self.has_attention:
            self.attention = AttentionModule(score, hidden, width)
            self.mix = nn.Linear(self.read_by_g(inputs, hidden, width), hidden)
        self.output = Probe("batch hidden")

    def extra_inputs(self, hidden: int, width: int) -> int:
        """Return how many inputs the first cell has besides the word."""
        return 0

    def read_by_g(self, inputs: int, hidden: int, width: int) -> int:
        """The input size of the layer `mix`."""
        return hidden + width

    def forward(self, word: Tensor, past: DecoderState) -> tuple[Tensor, DecoderState]:
        """word (batch, inputs) → a vector for the next word (batch, hidden), and the new state."""
        state, layers = self.move(word, past)
        return self.output(state), replace(past, layers=layers)

    def move(self, x: Tensor, past: DecoderState) -> tuple[Tensor, list[State]]:
        """Update the cells: x (batch, …) → the state of the last layer (batch, hidden), and all states."""
        layers = []
        for cell, state in zip(self.cells, past.layers, strict=True):
            layers.append(cell(x, state))
            x = layers[-1][0]
        return x, layers


class Bahdanau(Decoder):
    """Attend, then update the state: c_t from s_(t−1), s_t = f(s_(t−1), y_(t−1), c_t), g(y_(t−1), s_t, c_t)
    (Bahdanau et al. 2015, section 3.1)."""

    has_attention = True

    def extra_inputs(self, hidden: int, width: int) -> int:
        return width

    def read_by_g(self, inputs: int, hidden: int, width: int) -> int:
        return inputs + hidden + width

    def forward(self, word: Tensor, past: DecoderState) -> tuple[Tensor, DecoderState]:
        before = past.layers[-1][0]  # s_(t−1)
        context = self.attention(before, past.memory, past.words)  # (batch, width)
        state, layers = self.move(torch.cat((word, context), dim=-1), past)
        g = torch.tanh(self.mix(torch.cat((word, state, context), dim=-1)))  # (batch, hidden)
        return self.output(g), replace(past, layers=layers)


class Luong(Decoder):
    """Update the state, then attend: s_t = f(s_(t−1), y_(t−1)), c_t from s_t, g = tanh(W [s_t; c_t]). The next step
    reads g with its word (input feeding; Luong et al. 2015, sections 3.1 and 3.3)."""

    has_attention = True

    def extra_inputs(self, hidden: int, width: int) -> int:
        return hidden

    def forward(self, word: Tensor, past: DecoderState) -> tuple[Tensor, DecoderState]:
        state, layers = self.move(torch.cat((word, past.fed), dim=-1), past)
        context = self.attention(state, past.memory, past.words)  # (batch, width)
        g = torch.tanh(self.mix(torch.cat((state, context), dim=-1)))  # (batch, hidden)
        return self.output(g), replace(past, layers=layers, fed=g)


DECODERS: dict[str, type[Decoder]] = {"plain": Decoder, "bahdanau": Bahdanau, "luong": Luong}
