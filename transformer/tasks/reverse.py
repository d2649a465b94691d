"""Reverse: a b c → c b a. Only position tells where to look: the map is the other diagonal."""

from transformer.tasks.letters import letter_task
from transformer.tasks.task import Task


def build(seed: int = 0) -> Task:
    return letter_task("reverse", "Reverse", lambda row: tuple(reversed(range(len(row)))), seed)
