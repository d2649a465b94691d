from lessons.attention.figures.attention_slides import attention_slides
from lessons.figures.kit.examples import Figure, load

SENTENCE = "the animal did not cross the street because it was too tired"
CHANGED = "the animal did not cross the street because it was too wide"


def example() -> Figure:
    return attention_slides(load("english_french"), SENTENCE, CHANGED)
