"""One step of a recurrent network: from a word and the old state to the new state.

The parameters have the names and shapes of `torch.nn.RNNCell`, `GRUCell` and `LSTMCell`, so they can be
copied from one to the other.
"""

import torch
from torch import Tensor, nn

from transformer.probe import Probe

State = tuple[Tensor, ...]  # the hidden state h (batch, hidden); an LSTM also has the memory cell c


class Cell(nn.Module):
    """Computes W_ih x + b_ih from the word and W_hh h + b_hh from the state; subclasses add their `gates`.

    `open_gate` is the initial bias of the gate that keeps the old state (an LSTM's forget gate, a GRU's update
    gate). PyTorch's initialization is near 0, so each word erases half of the state. With 1 or more, the gate
    starts open (Gers et al. 2000; Jozefowicz et al. 2015). An RNN has no gate.
    """

    gates = 1  # number of blocks of `hidden` rows in the matrices
    keeps = 0  # the index of the gate that keeps the state
    parts = 1  # number of tensors in the state

    def __init__(self, inputs: int, hidden: int, open_gate: float = 0.0):
        super().__init__()
        self.hidden = hidden
        rows, bound = self.gates * hidden, hidden**-0.5

        def drawn(*shape: int) -> nn.Parameter:
            return nn.Parameter(torch.empty(shape).uniform_(-bound, bound))

        self.weight_ih, self.bias_ih = drawn(rows, inputs), drawn(rows)
        self.weight_hh, self.bias_hh = drawn(rows, hidden), drawn(rows)
        if open_gate and self.gates > 1:
            gate = slice(self.keeps * hidden, (self.keeps + 1) * hidden)
            with torch.no_grad():  # two biases are added: one is set, the other is 0
                self.bias_ih[gate], self.bias_hh[gate] = open_gate, 0.0
        self.state = Probe("batch hidden")

    def word(self, x: Tensor) -> Tensor:
        """W_ih x + b_ih: x (batch, inputs) → (batch, gates · hidden)."""
        return nn.functional.linear(x, self.weight_ih, self.bias_ih)

    def state_term(self, h: Tensor) -> Tensor:
        """Return W_hh h + b_hh: h (batch, hidden) → (batch, gates · hidden)."""
        return nn.functional.linear(h, self.weight_hh, self.bias_hh)

    def empty(self, like: Tensor) -> State:
        """The state before the first word: zeros, with the batch size of `like` (batch, …)."""
        return tuple(like.new_zeros(len(like), self.hidden) for _ in range(self.parts))


class RNN(Cell):
    """h' = tanh(W_ih x + W_hh h): every step rewrites the whole state (Elman 1990)."""

    def forward(self, x: Tensor, state: State) -> State:
        """x (batch, inputs), h (batch, hidden) → h' (batch, hidden)."""
        (h,) = state
        return (self.state(torch.tanh(self.word(x) + self.state_term(h))),)


class GRU(Cell):
    """h' = (1 − z) n + z h: the update gate z sets how much of each component stays (Cho et al. 2014).

    The order of the rows and the meaning of z (1 keeps) follow PyTorch.
    """

    gates, keeps = 3, 1

    def __init__(self, inputs: int, hidden: int, open_gate: float = 0.0):
        super().__init__(inputs, hidden, open_gate)
        self.reset, self.update = Probe("batch hidden"), Probe("batch hidden")
        self.candidate = Probe("batch hidden")

    def forward(self, x: Tensor, state: State) -> State:
        """x (batch, inputs), h (batch, hidden) → h' (batch, hidden)."""
        (h,) = state
        r_x, z_x, n_x = self.word(x).chunk(3, dim=-1)  # (batch, hidden) each
        r_h, z_h, n_h = self.state_term(h).chunk(3, dim=-1)
        reset = self.reset(torch.sigmoid(r_x + r_h))  # how much of the state n uses
        update = self.update(torch.sigmoid(z_x + z_h))  # update gate: how much of the state stays
        candidate = self.candidate(torch.tanh(n_x + reset * n_h))
        return (self.state((1 - update) * candidate + update * h),)


class LSTM(Cell):
    """c' = f c + i g, h' = o tanh(c'): only gates multiply the memory cell c (Hochreiter and Schmidhuber
    1997; forget gate: Gers et al. 2000)."""

    gates, keeps, parts = 4, 1, 2

    def __init__(self, inputs: int, hidden: int, open_gate: float = 0.0):
        super().__init__(inputs, hidden, open_gate)
        self.input, self.forget = Probe("batch hidden"), Probe("batch hidden")
        self.candidate, self.output = Probe("batch hidden"), Probe("batch hidden")
        self.memory = Probe("batch hidden")

    def forward(self, x: Tensor, state: State) -> State:
        """x (batch, inputs), h and c (batch, hidden) → h' and c' (batch, hidden)."""
        h, c = state
        i, f, g, o = (self.word(x) + self.state_term(h)).chunk(4, dim=-1)  # (batch, hidden) each
        enters, stays = self.input(torch.sigmoid(i)), self.forget(torch.sigmoid(f))
        candidate, leaves = self.candidate(torch.tanh(g)), self.output(torch.sigmoid(o))
        c = self.memory(stays * c + enters * candidate)
        return self.state(leaves * torch.tanh(c)), c


CELLS: dict[str, type[Cell]] = {"rnn": RNN, "gru": GRU, "lstm": LSTM}
