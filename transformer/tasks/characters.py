"""Tasks whose words are single characters."""

from collections.abc import Iterable

from transformer.tasks.task import Task


def characters(text: str) -> list[str]:
    """A text as words of one character each. A space is written ␣, so that it can be seen."""
    return ["␣" if c.isspace() else c for c in text.strip().lower()]


class CharacterTask(Task):
    """What a person types falls into characters."""

    def split(self, text: str) -> list[str]:
        return characters(text)

    def join(self, words: Iterable[str]) -> str:
        return "".join(words).replace("␣", " ")
