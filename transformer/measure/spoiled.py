"""Where numbers first stop being numbers: the probe, and with it the line of source, of a model."""

import torch
from torch import Tensor

from transformer.probe import SourceLine, record
from transformer.vocabulary import START


@torch.no_grad()
def first_spoiled(model, source: Tensor) -> tuple[str, SourceLine] | None:
    """Run the model on a source (batch, source); the first probe that sees NaN or +∞, and its line.

    None where every probe sees numbers: then whatever came after the last one spoiled them.
    """
    with record(model) as trace:
        model(source, source.new_full((len(source), 1), START))
    name = trace.first_spoiled()
    return (name, trace.lines[name]) if name else None
