"""The parts of a memory network: `sentence_encoder` turns each fact into a vector, `hop` attends to all facts once.
`transformer/families/memory.py` puts them together.
"""

from transformer.facts.hop import Hop
from transformer.facts.sentence_encoder import Table, place_weights

__all__ = ["Hop", "Table", "place_weights"]
