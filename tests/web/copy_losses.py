"""The first steps of the training of `copy`, as `python -m transformer.training copy` makes them: the losses."""

import json
from itertools import islice

from transformer import tasks
from transformer.training import command, train


def losses(steps=30):
    recipe = command.recipe_of("copy")
    task = tasks.find(recipe.task)()
    made = islice(train(command.started(recipe, task), task, recipe.settings), steps)
    return [step.loss for step in made]


if __name__ == "__main__":
    print(json.dumps(losses()))
