"""What is drawn by lot with one seed, by whichever torch is on the path."""

import sys

import numpy as np
import torch


def draws():
    """Each is drawn after its own seed, so that one that differs is named."""
    for number, text in enumerate(TEXTS):
        torch.manual_seed(number)
        own = torch.Generator().manual_seed(number + 100)
        yield text, eval(text, globals(), {"own": own}).detach().numpy()


TEXTS = (
    "torch.rand(7)",
    "torch.rand(3, 700)",
    "torch.rand(5, dtype=torch.double)",
    "torch.randn(3)",
    "torch.randn(15)",
    "torch.randn(16)",
    "torch.randn(5, 77)",
    "torch.randn(40, dtype=torch.double)",
    "torch.cat([torch.randn(3), torch.randn(4)])",
    "torch.randint(5, (9,))",
    "torch.randint(2, 1000, (3, 4), generator=own)",
    "torch.randint(2**27, 2**30, (9,))",
    "torch.randint(2**40, (9,))",
    "torch.randperm(50)",
    "torch.randperm(5, dtype=torch.int32)",
    "torch.randperm(9, generator=own)",
    "torch.empty(4, 5).uniform_(-1, 2)",
    "torch.empty(33).normal_(1, 3)",
    "torch.nn.Linear(5, 3).weight",
    "torch.nn.Linear(5, 3).bias",
    "torch.nn.Embedding(6, 5).weight",
    "torch.nn.init.xavier_uniform_(torch.empty(6, 4))",
    "torch.rand(4, generator=own)",
    "torch.cat([torch.rand(1), own.set_state(torch.get_rng_state()) and torch.rand(3, generator=own)])",
    "torch.multinomial(torch.tensor([[0.2, 0.5, 0.3]] * 4), 6, replacement=True)",
    "torch.nn.Conv2d(3, 4, 3).weight",
    "torch.nn.GRU(4, 5).weight_hh_l0",
    "torch.nn.MultiheadAttention(8, 2).in_proj_weight",
    "torch.cat([torch.randn(1), torch.get_rng_state().float()])",
    "torch.get_rng_state()",
    "torch.nn.functional.dropout(torch.ones(200), 0.3)",
    "torch.multinomial(torch.tensor([[0.2, 0.5, 0.3]] * 50), 1)",
    "torch.empty(50).exponential_()",
    "torch.bernoulli(torch.full((50,), 0.4))",
    "torch.empty(50).bernoulli_(0.4)",
)

if __name__ == "__main__":
    np.savez(sys.argv[1], **dict(draws()))
