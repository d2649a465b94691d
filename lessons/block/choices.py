"""The models that the page on a layer offers."""

from lessons.models import catalogue

WRITER = ("Language model", "the animal did")  # goes on with a text: a decoder alone


def offered() -> dict[str, tuple[str, str]]:
    """All that ship, and your own; each as (how the page calls it, the sentence it opens with)."""
    return catalogue.offered(lambda card: True) | {"language_model": WRITER}
