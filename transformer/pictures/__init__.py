"""Networks that read images: convolutions compute a feature map, to which attention is applied.

Reading order: image_encoder (the convolutions), places (soft attention over a map), attention (its alternatives).
"""

from transformer.pictures.attention import ATTENTIONS
from transformer.pictures.image_encoder import ImageEncoder
from transformer.pictures.places import on_map, place_weights, places, summary

__all__ = ["ATTENTIONS", "ImageEncoder", "on_map", "place_weights", "places", "summary"]
