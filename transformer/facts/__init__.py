"""What a memory network is made of: `reading` makes a vector of each fact, `hop` is one look at all of them.
`transformer/families/memory.py` puts them together.
"""

from transformer.facts.hop import Hop
from transformer.facts.reading import Table, place_weights

__all__ = ["Hop", "Table", "place_weights"]
