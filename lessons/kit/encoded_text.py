"""A typed text as a model reads it: split once, encoded once, then passed on."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from lessons.host.locations import Mistake
from transformer.diagnosis.source_line import line_with
from transformer.vocabulary import SPECIALS, Vocabulary
from transformer.weights import Trained

NEAR = 3  # how many known words are offered for an unknown one
# The fraction of equal letters above which a known word is offered: “street” for “stret”, but not “takes” for “walks”.
SIMILAR = 0.75
EMPTY = "There is no word in this text. Type a sentence, or pick an example."
TOO_LONG = "The text has {count} words, but the figure shows at most {most}. Shorten the sentence by {spare}."

# For a conversation, which is read as a whole.
NO_LINE = "There is no word in this line. Type a message."
TOO_MUCH = (
    "With this line the conversation has {count} words, but the model reads at most {most}. Shorten the line by "
    "{spare}, or start a new conversation."
)


class NotInverse(ValueError):
    """Raised when decoding the ids of a text gives other words."""

    def __init__(self, words: tuple[str, ...], decoded: tuple[str, ...]):
        place, line = line_with(Vocabulary.decode, "words[")
        super().__init__(
            f"decode(encode(…)) turns “{' '.join(words)}” into “{' '.join(decoded)}”, but it must return the same "
            f"words. Look at {place}, and at encode above it."
        )
        self.mistake = Mistake(str(self), place, line)


@dataclass(frozen=True)
class EncodedText:
    """A text encoded for a model. `problem` is a sentence; it is empty if the text can be read."""

    text: str
    words: tuple[str, ...]
    ids: tuple[int, ...]  # of the words, in the model's source vocabulary
    unknown: tuple[tuple[str, tuple[str, ...]], ...]  # (word, known words with a similar spelling)
    problem: str = ""
    languages: tuple[str, str] = ("", "")  # `Task.languages`
    notes: tuple[str, ...] = ()  # sentences about the unknown words

    @classmethod
    def encode(
        cls, trained: Trained, text: str, most: int, empty: str = EMPTY, too_long: str = TOO_LONG
    ) -> "EncodedText":
        """Read a text of at most `most` words; `empty` and `too_long` are the messages for other texts."""
        words, vocabulary = tuple(trained.task.split(text)), vocabulary_of(trained)
        problem = ""
        unknown: tuple[tuple[str, tuple[str, ...]], ...] = ()
        if not words:
            problem = empty
        elif len(words) > most:
            problem = too_long.format(count=len(words), most=most, spare=len(words) - most)
        else:
            missing = dict.fromkeys(word for word in words if word not in vocabulary)
            unknown = tuple(
                (
                    word,
                    tuple(
                        get_close_matches(word, vocabulary.words[len(SPECIALS) :], NEAR, SIMILAR)
                    ),
                )
                for word in missing
            )
        languages = getattr(trained.task, "languages", ("", ""))
        ids = tuple(vocabulary.encode(words))
        all_known = type(vocabulary) is Vocabulary and not problem and not unknown
        if all_known and (decoded := tuple(vocabulary.decode(ids))) != words:  # an edit went wrong
            raise NotInverse(words, decoded)
        notes = _about_unknown(trained, unknown) if unknown else ()
        return cls(text, words, ids, unknown, problem, languages, notes)

    @property
    def is_unknown(self) -> list[bool]:
        """Say for each word whether it is unknown to the model."""
        missing = {word for word, _ in self.unknown}
        return [word in missing for word in self.words]


def vocabulary_of(trained: Trained) -> Vocabulary:
    """Return the source vocabulary of a model, or its only vocabulary if it has no source."""
    return trained.source_vocabulary if trained.reads else trained.target_vocabulary


def encoded_text(trained: Trained, text: "str | EncodedText", most: int) -> EncodedText:
    """Return the reading of a figure's sentence, given as a text or a reading. Raise `ValueError` if the figure
    cannot show it, because it takes at most `most` words."""
    encoded = EncodedText.encode(trained, text, most) if isinstance(text, str) else text
    if not 1 <= (count := len(encoded.words)) <= most:
        raise ValueError(
            f"the sentence has {count} words, but this figure takes between 1 and {most}"
        )
    return encoded


def _about_unknown(
    trained: Trained, unknown: Sequence[tuple[str, tuple[str, ...]]]
) -> tuple[str, ...]:
    """Name each unknown word, offer similar known ones, and say how it is read. Words without a similar known
    word share one sentence, because there may be many."""
    unit = getattr(trained.task, "unit", "word")  # a language model may read characters
    of_model = (
        f"is not among the {len(vocabulary_of(trained)) - len(SPECIALS)} {unit}s of this model"
    )
    lines = []
    if alone := [f"“{word}”" for word, near in unknown if not near]:
        lines.append(f"{alone[0]} {of_model}{', nor ' if alone[1:] else ''}{', '.join(alone[1:])}.")
    for word, near in unknown:
        if near:
            lines.append(f"“{word}” {of_model}. Similar known words: {', '.join(near)}.")
    lines.append(
        f"The model reads it as ⟨unknown⟩. All unknown {unit}s share this one vector, which no training sentence "
        "used, so the figure shows nothing meaningful there."
    )
    return tuple(lines)
