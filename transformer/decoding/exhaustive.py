"""Every sentence that there is, for a few words and a few steps: which one really is the best."""

from collections.abc import Iterator, Sequence

import torch
from torch import Tensor

from transformer.decoding.beam import MOST_BEAMS, BeamStep, Rule, refuse_alpha, search
from transformer.decoding.next_token import Model, begin
from transformer.decoding.prompt import NEVER, Prompt, refuse_length, refuse_part
from transformer.vocabulary import END, PAD

LIMIT = 100_000


def sequences(words: int, max_length: int) -> int:
    """How many sequences of V = `words` different words there are, closed by END when they have fewer
    than `max_length` = T, or T words long: 1 + V + V² + … + V^T. A beam looks at k (k + 1) a step."""
    return sum(words**length for length in range(max_length + 1))


@torch.no_grad()
def vocabulary_of(model: Model, source: Tensor) -> int:
    """How many tokens a model knows, by asking it for the first."""
    return begin(model, source[:1]).log_probabilities(Prompt(source[:1]).read).shape[-1]


def exhaustive(
    model: Model,
    source: Tensor,
    max_length: int = 4,
    prompt: Tensor | None = None,
    *,
    alpha: float = 0.0,
    most: int = 16,
    end: int = END,
    banned: Sequence[int] = NEVER,
    limit: int = LIMIT,
) -> Iterator[BeamStep]:
    """A beam that cuts nothing: every candidate is kept, so none can be missed. The steps are those of
    `beam`; `last(exhaustive(…)).answers()` holds the `most` best.

    Each sentence visits `sequences(words, max_length)` sequences, where words are all that the model
    knows but END and the `banned`; where a model knows which are possible at all, as a table does, the
    number that its method `sequences(max_length, begun)` gives. Raises `ValueError`, with that number,
    before it begins, where it is above the limit.
    """
    refuse_length(max_length)
    refuse_alpha(alpha)
    refuse_part(most=most)
    if not 1 <= most <= MOST_BEAMS:
        raise ValueError(f"most is {most}: 1 to {MOST_BEAMS:,} answers can be remembered")
    if not len(source):
        return iter(())
    vocabulary = vocabulary_of(model, source)
    words = vocabulary - len({*banned, end})
    visits = sequences(words, max_length)
    if callable(known := getattr(model, "sequences", None)):  # a table has fewer
        begun = [()] if prompt is None else [row[row != PAD].tolist() for row in prompt]
        visits = max(known(max_length, row) for row in begun)
    if visits > limit:
        raise ValueError(
            f"{words} words and up to {max_length} steps make {visits:,} sequences for each sentence, "
            f"and the limit is {limit:,}: take fewer words, a smaller max_length, or a beam"
        )
    beams = visits * vocabulary  # at least as many as any step has candidates
    rule = Rule(beams, max_length, alpha, "all", 1, end, remembered=most)
    return search(model, source, Prompt(source, prompt), rule, banned)
