"""The first steps of the training of `copy`, as `python -m transformer.training copy` makes them: the losses.

python tests/web/copy_losses.py          from the beginning
python tests/web/copy_losses.py STATE    from where another training stopped
"""

import json
import sys
from itertools import islice

from safetensors.torch import load_file

from transformer import tasks
from transformer.training import command
from transformer.training.loop import Training


def started():
    recipe = command.recipe_of("copy")
    task = tasks.find(recipe.task)()
    return Training(command.started(recipe, task), task, recipe.settings)


def losses(training, steps=30):
    return [step.loss for step in islice(training.steps(), steps)]


if __name__ == "__main__":
    training = started()
    for file in sys.argv[1:]:
        training.restore(load_file(file))
    print(json.dumps(losses(training, 3 if sys.argv[1:] else 30)))
