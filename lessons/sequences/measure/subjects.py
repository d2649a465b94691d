"""One sentence with every animal and every vehicle as its subject: which subjects does a model translate, and
how often did each occur in training?"""

from collections import Counter
from dataclasses import dataclass

import torch

from transformer.measure.answer import greedy_answer
from transformer.tasks.english_french.lexicon import Noun, nouns, starts_with_vowel
from transformer.weights import Trained

SENTENCE = "the {} did not cross the street because it was very steep"
REST = "n' a pas traversé la rue,parce qu',elle était très raide"  # the part that does not depend on the subject


@dataclass(frozen=True)
class Subject:
    """A noun, the model's translation of the sentence with it, and the number of training sentences with the
    noun."""

    english: str
    french: str
    seen: int
    words: tuple[str, ...]
    right: bool  # exact match

    @property
    def is_kept(self) -> bool:
        """Return whether the translation contains this noun."""
        return self.french in self.words


def target(noun: Noun) -> tuple[str, ...]:
    """Return the only correct translation of the sentence with this subject."""
    article = "l'" if starts_with_vowel(noun.french) else {"m": "le", "f": "la"}[noun.gender]
    first, because, last = REST.split(",")
    return article, noun.french, *first.split(), because, *last.split()


@torch.no_grad()
def subjects(trained: Trained) -> list[Subject]:
    """Return every animal and vehicle of the grammar, the rarest in training first."""
    counts = Counter(word for example in trained.task.train for word in set(example.source))
    listed = []
    for noun in nouns("animal", "vehicle"):
        ids = trained.source_vocabulary.encode(SENTENCE.format(noun.english).split())
        words = trained.target_vocabulary.decode(greedy_answer(trained, ids))
        right = tuple(words) == target(noun)
        listed.append(Subject(noun.english, noun.french, counts[noun.english], tuple(words), right))
    return sorted(listed, key=lambda subject: subject.seen)
