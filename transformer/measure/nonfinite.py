"""Where numbers first stop being numbers: the probe, and with it the line of source, of a model."""

import torch
from torch import Tensor, nn

from transformer.diagnosis import nonfinite
from transformer.probe import SourceLine, record
from transformer.vocabulary import END, START


@torch.no_grad()
def first_nonfinite(
    model: nn.Module, source: Tensor, longest: int = 64
) -> tuple[str, SourceLine] | None:
    """Let the model write what it makes of a source (1, source), word by word; the first probe that sees
    NaN or +∞ on the way, and its line. A mask may make NaN only of what has more than one word.

    None where every probe sees numbers: then what came after the last one made them so.
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
