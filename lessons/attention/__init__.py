"""The attention lesson: the sentence that its page opens with, and the one that is asked about."""

from lessons.trainings.shipped import SENTENCE

CHANGED = "the animal did not cross the street because it was too wide"

__all__ = ["CHANGED", "SENTENCE"]
