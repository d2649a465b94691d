"""Every family trained for some steps by one process, by two and by three: `python -m tests.kit.side_by_side`.

Prints, as JSON, how far the losses, gradients and weights of several are from those of one. With `--card` the
same of one process that speaks to itself over nccl, beside one that knows of no others.
"""

import json
import os
import sys
import tempfile
from dataclasses import replace
from functools import cache

import torch
import torch._dynamo  # which DDP imports: once here, not in each process
import torch.distributed as dist

from tests.contract.families import facts, gru, labels, two_rows  # noqa: F401  they add themselves
from tests.kit.small import TINY
from transformer import tasks
from transformer.families import FAMILIES, build
from transformer.objectives.settings import AttentionSupervision
from transformer.tasks import Task
from transformer.training import Training, parallel
from transformer.training.recipes import RECIPES, Recipe
from transformer.training.settings import Settings

STEPS = 2
PLAIN = Settings(steps=9, batch=7, learning_rate=1e-2)  # 7 is no multiple of 2 or 3
SMALL = {**TINY, "hidden": 16, "embedding": 8, "width": 8}  # each family takes what it has
FOREIGN = {
    "gru": Recipe("copy", PLAIN, family="gru"),
    "labeller": Recipe("repeats", PLAIN, {"dropout": 0.2}, family="labeller"),
    "facts": Recipe("whereabouts", PLAIN),
    "hidden words": Recipe("two_rows", PLAIN),
}
# What makes it hard: lots, words that a model writes itself, probes that a loss reads, batch normalisation.
HARD = {
    "dropout": Recipe("copy", PLAIN, {"dropout": 0.2}),
    "guided": Recipe("english_french", replace(PLAIN, guide=AttentionSupervision(layer=0))),
    "its own words": Recipe("copy", replace(PLAIN, scheduled_sampling=0.5)),
    "places drawn by lot": Recipe("drawings", PLAIN, {"look": "lot"}),
}


def recipes() -> dict[str, tuple[Recipe, Task]]:
    """Beside these, a recipe of each family that ships; with a few of its examples."""
    by_family = {family_of(recipe): recipe for recipe in reversed(RECIPES.values())}
    shipped = {n: Recipe(r.task, PLAIN, family=r.family) for n, r in by_family.items()}
    chosen = {**shipped, **FOREIGN, **HARD}
    missing = set(FAMILIES) - {family_of(recipe) for recipe in chosen.values()}
    assert not missing, f"no recipe trains {missing}: add one to FOREIGN"
    return {n: (replace(r, sizes=SMALL | r.sizes), few(r.task)) for n, r in chosen.items()}


def family_of(recipe: Recipe) -> str:
    return recipe.family or tasks.find(recipe.task)().family


@cache
def few(name: str) -> Task:
    task = tasks.find(name)()
    vars(task)["train"] = task.train[:30]
    return task


def trained(recipe: Recipe, task: Task, device: str = "cpu") -> torch.Tensor:
    """All that several steps leave: losses, the lengths of gradients, weights, and the random states. In
    float64, where what is not rounding is seen."""
    model = build(task, 0, recipe.family, **recipe.sizes).double()
    training = Training(model, task, recipe.settings, torch.device(device))
    steps = [training.step() for _ in range(STEPS)]
    story = [[s.loss, s.gradient_norm, s.guidance or 0.0] for s in steps]
    left = [value.double().cpu().flatten() for value in training.state().values()]
    return torch.cat((torch.tensor(story, dtype=torch.float64).flatten(), *left))


def compare(chosen: dict, number: int, count: int, folder: str) -> None:
    """What one of so many processes does; the first says how far it is from one process alone."""
    dist.init_process_group("gloo", f"file://{folder}/{count}", rank=number, world_size=count)
    made = {name: trained(*recipe) for name, recipe in chosen.items()}
    dist.destroy_process_group()
    if number == 0:
        far = {
            name: (made[name] - trained(*recipe)).abs().max().item()
            for name, recipe in chosen.items()
        }
        print(json.dumps(far), flush=True)


def on_the_card() -> None:
    chosen = recipes()
    alone = {name: trained(*recipe, "cuda") for name, recipe in chosen.items()}
    with tempfile.TemporaryDirectory() as folder:
        dist.init_process_group(init_method=f"file://{folder}/one", rank=0, world_size=1)
        parallel.several = lambda: 2  # else it would train as one alone does
        parallel.tell(whole=True)
        far = {
            n: (trained(*recipe, "cuda") - alone[n]).abs().max().item()
            for n, recipe in chosen.items()
        }
        dist.destroy_process_group()
    print(json.dumps(far))


def main() -> None:
    torch.set_num_threads(1)
    chosen = recipes()  # and nothing is trained: who has done so should not be forked any more
    with tempfile.TemporaryDirectory() as folder:
        for count in (2, 3):
            processes = []
            for number in range(count):
                if not (pid := os.fork()):
                    compare(chosen, number, count, folder)
                    os._exit(0)
                processes.append(pid)
            for pid in processes:
                os.waitpid(pid, 0)


if __name__ == "__main__":
    on_the_card() if "--card" in sys.argv else main()
