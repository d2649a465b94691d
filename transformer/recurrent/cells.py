"""One step of a recurrent network: a word and what was kept so far in, what is kept now out.

The names and shapes of the weights are those of `torch.nn.RNNCell`, `GRUCell` and `LSTMCell`, so that
weights go from one to the other.
"""

import torch
from torch import Tensor, nn

from transformer.probe import Probe

State = tuple[Tensor, ...]  # the state h (batch, hidden); an LSTM keeps its memory c beside it


class Cell(nn.Module):
    """W_ih x + b_ih of the word and W_hh h + b_hh of the state, of which each cell makes its own `gates`.

    `open_gate` is the bias with which the gate that keeps the old state begins (an LSTM's forget gate, a
    GRU's update gate). PyTorch's begins near 0: half of the state is lost at every word. With 1 or more it
    begins open (Gers et al. 2000; Jozefowicz et al. 2015). An RNN has no gate.
    """

    gates = 1  # how many blocks of `hidden` rows the matrices have
    keeps = 0  # which of them is the gate that keeps
    parts = 1  # how many tensors the state has

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

    def kept(self, h: Tensor) -> Tensor:
        """W_hh h + b_hh: h (batch, hidden) → (batch, gates · hidden)."""
        return nn.functional.linear(h, self.weight_hh, self.bias_hh)

    def empty(self, like: Tensor) -> State:
        """What is kept before the first word: zeros, for as many rows as `like` (batch, …) has."""
        return tuple(like.new_zeros(len(like), self.hidden) for _ in range(self.parts))


class RNN(Cell):
    """h' = tanh(W_ih x + W_hh h): all of the state is written anew (Elman 1990)."""

    def forward(self, x: Tensor, state: State) -> State:
        """x (batch, inputs), h (batch, hidden) → h' (batch, hidden)."""
        (h,) = state
        return (self.state(torch.tanh(self.word(x) + self.kept(h))),)


class GRU(Cell):
    """h' = (1 − z) n + z h: a gate z says how much of each number stays (Cho et al. 2014).

    The order of the rows and the meaning of z (1 keeps) are PyTorch's.
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
        r_h, z_h, n_h = self.kept(h).chunk(3, dim=-1)
        reset = self.reset(torch.sigmoid(r_x + r_h))  # how much of the state the candidate sees
        update = self.update(torch.sigmoid(z_x + z_h))  # how much of the state stays
        candidate = self.candidate(torch.tanh(n_x + reset * n_h))
        return (self.state((1 - update) * candidate + update * h),)


class LSTM(Cell):
    """c' = f c + i g, h' = o tanh(c'): a memory c that nothing is multiplied into but a gate (Hochreiter
    and Schmidhuber 1997; the forget gate: Gers et al. 2000)."""

    gates, keeps, parts = 4, 1, 2

    def __init__(self, inputs: int, hidden: int, open_gate: float = 0.0):
        super().__init__(inputs, hidden, open_gate)
        self.input, self.forget = Probe("batch hidden"), Probe("batch hidden")
        self.candidate, self.output = Probe("batch hidden"), Probe("batch hidden")
        self.memory = Probe("batch hidden")

    def forward(self, x: Tensor, state: State) -> State:
        """x (batch, inputs), h and c (batch, hidden) → h' and c' (batch, hidden)."""
        h, c = state
        i, f, g, o = (self.word(x) + self.kept(h)).chunk(4, dim=-1)  # (batch, hidden) each
        enters, stays = self.input(torch.sigmoid(i)), self.forget(torch.sigmoid(f))
        candidate, leaves = self.candidate(torch.tanh(g)), self.output(torch.sigmoid(o))
        c = self.memory(stays * c + enters * candidate)
        return self.state(leaves * torch.tanh(c)), c


CELLS: dict[str, type[Cell]] = {"rnn": RNN, "gru": GRU, "lstm": LSTM}
