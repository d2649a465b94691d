"""On another device every search finds the same, without one tensor on the wrong one."""

import pytest
import torch

from tests.kit import writers
from transformer.contracts.other_device import OTHER, OtherDevice
from transformer.decoding import NGram, beam, exhaustive, last, sample, speculative

COUNTS = NGram([[5, 6, 7, 8], [5, 5, 9], [8, 9, 10, 11, 4]], writers.WORDS, 3)


def answers(steps):
    step = last(steps)
    found = step.answers()
    words = [step.tokens(0, c.rank - 1) for c in step.candidates(0, 3)]
    return *(t.cpu().tolist() for t in (found.tokens, found.score, found.ended)), words


WAYS = {
    "beam": lambda m, source, prompt: answers(
        beam(m, source, 3, 6, prompt, alpha=1.0, stop="certain")
    ),
    "exhaustive": lambda m, source, prompt: answers(exhaustive(m, source, 2, prompt)),
    "sample": lambda m, source, prompt: answers(sample(m, source, 6, prompt, top_k=5, top_p=0.9)),
    "speculative": lambda m, source, prompt: (
        last(speculative(m, COUNTS, source, 3, 6, prompt)).tokens().cpu().tolist()
    ),
    "table": lambda m, source, prompt: answers(beam(writers.table(), source, 3)),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_same_is_found(way):
    source = writers.sources(3)
    model, prompt = writers.transformer(), torch.tensor([[5, 6, 7], [5, 0, 0], [8, 9, 0]])
    here = WAYS[way](model, source, prompt)
    with OtherDevice():
        assert WAYS[way](model.to(OTHER), source.to(OTHER), prompt.to(OTHER)) == here
