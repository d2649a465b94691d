"""Reverse: a b c → c b a. Only the position determines the attention: the correct map is the antidiagonal."""

from transformer.tasks.letters import letter_task
from transformer.tasks.task import Task


def build(seed: int = 0) -> Task:
    return letter_task("reverse", "Reverse", lambda row: tuple(reversed(range(len(row)))), seed)
