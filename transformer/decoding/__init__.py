"""From next-token probabilities to a sentence.

Reading order: cache, next_token, greedy.
"""

from transformer.decoding.cache import Cache
from transformer.decoding.greedy import greedy
from transformer.decoding.next_token import NextToken, begin

__all__ = ["Cache", "NextToken", "begin", "greedy"]
