"""torch's own recurrent layer, as far as lessons measure its cost: one layer, one direction."""

import math

from numpy_torch.nn import functional as F
from numpy_torch.nn import init
from numpy_torch.nn.layers import _empty
from numpy_torch.nn.module import Module
from numpy_torch.operation import FUNCTIONS


class GRU(Module):
    """A GRU that reads one word at a time; its matrices stack the gates r, z and n."""

    def __init__(self, input_size, hidden_size, batch_first=False):
        super().__init__()
        self.input_size, self.hidden_size, self.batch_first = input_size, hidden_size, batch_first
        self.weight_ih_l0 = _empty(3 * hidden_size, input_size)
        self.weight_hh_l0 = _empty(3 * hidden_size, hidden_size)
        self.bias_ih_l0, self.bias_hh_l0 = _empty(3 * hidden_size), _empty(3 * hidden_size)
        bound = 1 / math.sqrt(hidden_size)
        for parameter in self.parameters():
            init.uniform_(parameter, -bound, bound)

    def forward(self, input, h=None):
        x = input if self.batch_first else input.transpose(0, 1)  # (batch, word, d)
        h = x.new_zeros(x.shape[0], self.hidden_size) if h is None else h[0]
        words, states = F.linear(x, self.weight_ih_l0, self.bias_ih_l0), []
        for place in range(x.shape[1]):
            r, z, n = words[:, place].chunk(3, -1)
            kept = F.linear(h, self.weight_hh_l0, self.bias_hh_l0)
            kept_r, kept_z, kept_n = kept.chunk(3, -1)
            r, z = (r + kept_r).sigmoid(), (z + kept_z).sigmoid()
            h = (1 - z) * (n + r * kept_n).tanh() + z * h
            states.append(h)
        out = FUNCTIONS["stack"](states, 1)
        return out if self.batch_first else out.transpose(0, 1), h.unsqueeze(0)
