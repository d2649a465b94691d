"""Networks that read images: convolutions compute a feature map, to which attention is applied.

Reading order: seeing (the convolutions), places (soft attention over a map), looking (its alternatives).
"""

from transformer.pictures.looking import LOOKS
from transformer.pictures.places import on_map, place_weights, places, summary
from transformer.pictures.seeing import Seeing

__all__ = ["LOOKS", "Seeing", "on_map", "place_weights", "places", "summary"]
