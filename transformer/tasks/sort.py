"""Sort: d a c a → a a c d. The next letter depends on all the others.

Equal letters keep their order, so the correct map is exact: the first a attends to the first a.
"""

from transformer.tasks.letters import letter_task
from transformer.tasks.task import Task


def build(seed: int = 0) -> Task:
    return letter_task(
        "sort", "Sort", lambda row: tuple(sorted(range(len(row)), key=row.__getitem__)), seed
    )
