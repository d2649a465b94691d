"""The same words in two sentences: how far apart are their encoder outputs?"""

from collections.abc import Sequence

from torch import Tensor

from transformer.measure.words.word_order import encoded
from transformer.weights import Trained


def vector_distances(trained: Trained, first: Sequence[str], second: Sequence[str]) -> Tensor:
    """Return the norm of the difference of the two vectors at each position, (position,); both sentences have
    the same length."""
    outputs = [
        encoded(trained, trained.source_vocabulary.encode(words), range(len(words))).output
        for words in (first, second)
    ]
    return (outputs[0] - outputs[1]).norm(dim=-1)
