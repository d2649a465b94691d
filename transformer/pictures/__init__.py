"""Networks that look at pictures: convolutions make a map of features, which attention then looks at.

Reading order: seeing (the convolutions), places (soft attention over a map), looking (the other ways).
"""

from transformer.pictures.looking import LOOKS
from transformer.pictures.places import on_map, place_weights, places, summary
from transformer.pictures.seeing import Seeing

__all__ = ["LOOKS", "Seeing", "on_map", "place_weights", "places", "summary"]
