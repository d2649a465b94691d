"""Measure how long it takes to train the tasks from scratch, with one thread.

    python -m benchmarks.solve [TASK …]

Each task is trained by its recipe, english_french with fewer steps than the included model. Times are CPU
times, which depend less on other programs than wall-clock times.
"""

import time
from dataclasses import replace

import torch

from benchmarks.kit.options import parser
from transformer.objectives.batch import Batch
from transformer.objectives.scores import exact_match
from transformer.tasks import TASKS
from transformer.training import build, train, vocabularies
from transformer.training.recipes import RECIPES

# A sufficient number of steps; the goals in seconds and in exact match.
GOALS = {
    "copy": (400, 15, 0.99),
    "reverse": (600, 15, 0.99),
    "sort": (600, 15, 0.99),
    "dates": (600, 15, 0.99),
    "english_french": (850, 40, 0.99),
    "addition": (800, 60, 0.97),
}


def solve(name: str, steps: int) -> tuple[float, float]:
    """Train one task; return CPU seconds and exact match on held-out examples."""
    recipe = RECIPES[name]
    settings = replace(recipe.settings, steps=steps)
    task = TASKS[recipe.task]()
    model = build(task, settings.seed, **recipe.sizes)
    held_out = Batch.from_examples(task.held_out, *vocabularies(task))
    begun = time.process_time()
    for _step in train(model, task, settings):
        pass
    seconds = time.process_time() - begun
    return seconds, exact_match(model, held_out)


def main() -> None:
    command = parser(__doc__)
    command.add_argument("tasks", nargs="*", default=list(GOALS), metavar="TASK")
    options = command.parse_args()
    torch.set_num_threads(1)
    for name in ["copy"] if options.quick else options.tasks:
        steps, most, least = GOALS[name]
        if options.quick:
            steps = 20
        seconds, score = solve(name, steps)
        print(
            f"{name:15} {steps:5} steps {seconds:6.1f} s (goal {most})   "
            f"exact match {score:.3f} (goal {least})",
            flush=True,
        )


if __name__ == "__main__":
    main()
