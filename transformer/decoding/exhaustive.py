"""Exhaustive search: with few words and steps, try every sentence to find the most probable one."""

from collections.abc import Iterator, Sequence

import torch
from torch import Tensor

from transformer.decoding.beam import MOST_BEAMS, BeamStep, Rule, refuse_alpha, search
from transformer.decoding.next_token import Model, start_decoding
from transformer.decoding.prompt import NEVER, Prompt, refuse_length, refuse_part
from transformer.vocabulary import END, PAD

LIMIT = 100_000


def sequences(words: int, max_length: int) -> int:
    """The number of sequences of V = `words` different words that END closes before `max_length` = T words,
    or that have T words: 1 + V + V² + … + V^T. A beam scores k (k + 1) candidates per step."""
    return sum(words**length for length in range(max_length + 1))


@torch.no_grad()
def vocabulary_of(model: Model, source: Tensor) -> int:
    """The model's vocabulary size, read from its first output."""
    return start_decoding(model, source[:1]).log_probabilities(Prompt(source[:1]).read).shape[-1]


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
    """A beam search that prunes nothing: every candidate is kept. The steps are those of `beam`;
    `last(exhaustive(…)).answers()` holds the `most` best answers.

    Each sentence visits `sequences(words, max_length)` sequences, where words are all tokens of the model
    except END and the `banned` ones. A model that knows which sequences are possible, such as a table, gives
    their number with its method `sequences(max_length, begun)`. Raises `ValueError` before the search starts
    if this number is above the limit.
    """
    refuse_length(max_length)
    refuse_alpha(alpha)
    refuse_part(most=most)
    if not 1 <= most <= MOST_BEAMS:
        raise ValueError(f"most is {most}, but it must be between 1 and {MOST_BEAMS:,}.")
    if not len(source):
        return iter(())
    vocabulary = vocabulary_of(model, source)
    words = vocabulary - len({*banned, end})
    visits = sequences(words, max_length)
    if callable(count_sequences := getattr(model, "sequences", None)):  # a table has fewer
        begun = [()] if prompt is None else [row[row != PAD].tolist() for row in prompt]
        visits = max(count_sequences(max_length, row) for row in begun)
    if visits > limit:
        raise ValueError(
            f"{words} words and up to {max_length} steps give {visits:,} sequences for each sentence, but "
            f"the limit is {limit:,}. Use fewer words or a smaller max_length, or switch to beam search."
        )
    beams = visits * vocabulary  # at least the number of candidates of any step
    rule = Rule(beams, max_length, alpha, "all", 1, end, remembered=most)
    return search(model, source, Prompt(source, prompt), rule, banned)
