"""From next-token probabilities to a sentence.

Reading order: basic, next_token, prefix, prompt, greedy, table, step, complete, beam, exhaustive, sample,
ngram, speculative; `transformer/cache.py` is the decoder's cache between steps.
"""

from transformer.cache import Cache
from transformer.decoding.beam import BeamStep, beam
from transformer.decoding.exhaustive import exhaustive, sequences
from transformer.decoding.greedy import greedy
from transformer.decoding.next_token import (
    NextToken,
    log_probability,
    remark,
    start_decoding,
    writes,
)
from transformer.decoding.ngram import NGram
from transformer.decoding.sample import SampleStep, sample
from transformer.decoding.speculative import Round, speculative
from transformer.decoding.step import Answers, Candidate, Fate, Step, last
from transformer.decoding.table import Table

__all__ = [
    "Answers",
    "BeamStep",
    "Cache",
    "Candidate",
    "Fate",
    "NGram",
    "NextToken",
    "Round",
    "SampleStep",
    "Step",
    "Table",
    "beam",
    "start_decoding",
    "exhaustive",
    "greedy",
    "last",
    "log_probability",
    "remark",
    "sample",
    "sequences",
    "speculative",
    "writes",
]
