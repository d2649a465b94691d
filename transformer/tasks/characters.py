"""Tasks whose words are single characters."""

from collections.abc import Iterable

from transformer.tasks.task import Task


def characters(text: str) -> list[str]:
    """Split a text into words of one character each. A space is written ␣, so that it is visible."""
    return ["␣" if c.isspace() else c for c in text.strip().lower()]


class CharacterTask(Task):
    """A task that splits typed text into characters."""

    def split(self, text: str) -> list[str]:
        return characters(text)

    def join(self, words: Iterable[str]) -> str:
        return "".join(words).replace("␣", " ")
