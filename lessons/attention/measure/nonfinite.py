"""Find the first probe of a model, and its source line, at which values become NaN or infinite."""

import torch
from torch import Tensor, nn

from transformer.diagnosis import nonfinite
from transformer.probe import SourceLine, record
from transformer.vocabulary import END, START


@torch.no_grad()
def first_nonfinite(
    model: nn.Module, source: Tensor, longest: int = 64
) -> tuple[str, SourceLine] | None:
    """Let the model decode a source (1, source) word by word; return the first probe that sees NaN or +∞, and
    its line. A mask may cause NaN only for inputs of more than one word.

    Returns None where every probe sees finite numbers: then a step after the last probe is the cause.
    """
    target = source.new_full((len(source), 1), START)
    while target.shape[1] <= longest:
        with record(model) as trace:
            scores = model(source, target)  # (1, target, vocabulary)
        if name := nonfinite.first_nonfinite(trace):
            return name, trace.lines[name]
        word = scores[:, -1:].argmax(-1)  # (1, 1)
        if word.item() == END:
            break
        target = torch.cat((target, word), dim=1)  # (1, target + 1)
    return None
