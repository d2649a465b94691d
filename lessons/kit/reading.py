"""A typed text as a model reads it: split once, encoded once, and handed on."""

from dataclasses import dataclass
from difflib import get_close_matches

from transformer.vocabulary import SPECIALS, Vocabulary
from transformer.weights import Trained

NEAR = 3  # how many known words are offered for an unknown one
EMPTY = "There is no word to look at. Type a sentence, or pick one of the examples."
TOO_LONG = (
    "These are {count} words; a picture holds at most {most}. Shorten the sentence by {spare}."
)

# Of a conversation, which is read as a whole.
NO_LINE = "There is no word in this line. Say something to which there is an answer."
TOO_MUCH = (
    "With this line the conversation has {count} words; at most {most} are read. Shorten the line by {spare}, or begin a new "
    "conversation."
)


@dataclass(frozen=True)
class Reading:
    """What a model makes of a text. `problem` is a sentence; empty where it can be read."""

    text: str
    words: tuple[str, ...]
    ids: tuple[int, ...]  # of the words, in the vocabulary that the model reads
    unknown: tuple[tuple[str, tuple[str, ...]], ...]  # (word, known words spelt like it)
    problem: str = ""

    @classmethod
    def of(
        cls, trained: Trained, text: str, most: int, empty: str = EMPTY, too_long: str = TOO_LONG
    ) -> "Reading":
        """Read a text of at most `most` words; `empty` and `too_long` say it where it is none."""
        words, known = tuple(trained.task.split(text)), vocabulary_of(trained)
        problem = ""
        unknown: tuple[tuple[str, tuple[str, ...]], ...] = ()
        if not words:
            problem = empty
        elif len(words) > most:
            problem = too_long.format(count=len(words), most=most, spare=len(words) - most)
        else:
            missing = dict.fromkeys(word for word in words if word not in known)
            unknown = tuple(
                (word, tuple(get_close_matches(word, known.words[len(SPECIALS) :], NEAR)))
                for word in missing
            )
        return cls(text, words, tuple(known.encode(words)), unknown, problem)

    @property
    def is_unknown(self) -> list[bool]:
        """Of each word whether the model does not know it."""
        missing = {word for word, _ in self.unknown}
        return [word in missing for word in self.words]


def vocabulary_of(trained: Trained) -> Vocabulary:
    """The words that a model reads: of its source, or of its own text where it has no source."""
    return trained.source_vocabulary if trained.reads else trained.target_vocabulary


def reading_of(trained: Trained, text: "str | Reading", most: int) -> Reading:
    """A figure's sentence: a text, or the reading of one. Raises `ValueError` where the figure, which
    takes at most `most` words, cannot show it."""
    reading = Reading.of(trained, text, most) if isinstance(text, str) else text
    if not 1 <= (count := len(reading.words)) <= most:
        raise ValueError(f"the sentence has {count} words; this picture takes 1 to {most}")
    return reading


def about_unknown(trained: Trained, reading: Reading) -> list[str]:
    """Name each unknown word, offer near ones, and say what becomes of it. Those that are like no known
    word are named in one sentence: there may be many."""
    unit = getattr(trained.task, "unit", "word")  # a model of texts may read characters
    of_model = (
        f"is not among the {len(vocabulary_of(trained)) - len(SPECIALS)} {unit}s of this model"
    )
    lines = []
    if alone := [f"“{word}”" for word, near in reading.unknown if not near]:
        lines.append(f"{alone[0]} {of_model}{', nor ' if alone[1:] else ''}{', '.join(alone[1:])}.")
    for word, near in reading.unknown:
        if near:
            lines.append(f"“{word}” {of_model}. Near ones that it knows: {', '.join(near)}.")
    lines.append(
        f"It is read as ⟨unknown⟩. All unknown {unit}s share that one vector, and no training sentence "
        "ever used it: what the picture shows at it means nothing."
    )
    return lines
