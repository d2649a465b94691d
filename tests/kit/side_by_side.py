"""Every family trained for some steps by one process, by two and by three: `python -m tests.kit.side_by_side`.

Prints, as JSON, how far the losses, gradients and weights of several are from those of one.
"""

import json
import os
import tempfile
from dataclasses import replace

import torch
import torch._dynamo  # which DDP imports: once here, not in each process
import torch.distributed as dist

from tests.contract.families import bert, facts, gru, labels  # noqa: F401  they add themselves
from tests.kit.small import TINY
from transformer import tasks
from transformer.families import FAMILIES, build
from transformer.training import Training
from transformer.training.recipes import Recipe
from transformer.training.settings import Guide, Settings

STEPS = 3
PLAIN = Settings(steps=9, batch=13, learning_rate=1e-2)  # 13 is no multiple of 2 or 3
ENCODER = {"d_model": 16, "d_ff": 32, "dropout": 0.2}
# By what makes each one hard: lots, means over what only the whole batch has, probes that a loss reads.
RECIPES = {
    "dropout": Recipe("copy", PLAIN, {**TINY, "dropout": 0.2}),
    "guided": Recipe("english_french", replace(PLAIN, guide=Guide(layer=0)), TINY),
    "its own words": Recipe("copy", replace(PLAIN, free_running=0.5), TINY),
    "gpt": Recipe("language_model", PLAIN, TINY),
    "recurrent": Recipe("copy", PLAIN, {"hidden": 16}, family="recurrent"),
    "recurrent_attention": Recipe("copy", PLAIN, {"hidden": 16}, family="recurrent_attention"),
    "memory": Recipe("stories_one", PLAIN),
    "entailment": Recipe("entailment", PLAIN, {"premise": False}, family="entailment"),
    "entailment_attention": Recipe("entailment", PLAIN, family="entailment_attention"),
    "places drawn by lot": Recipe("drawings", PLAIN, {"look": "lot", "width": 8}),
    "film_captioner": Recipe("films", PLAIN, {"width": 8}),
    "gru": Recipe("copy", PLAIN, {"hidden": 16}, family="gru"),
    "labeller": Recipe("repeats", PLAIN, ENCODER, family="labeller"),
    "facts": Recipe("whereabouts", PLAIN, {"d_model": 16}),
    "hidden words": Recipe("two_rows", PLAIN, ENCODER),
}


def trained(recipe: Recipe) -> torch.Tensor:
    """All that several steps leave: losses, the lengths of gradients, weights, and the random states. In
    float64, where what is not rounding is seen."""
    task = tasks.find(recipe.task)()
    model = build(task, 0, recipe.family, **recipe.sizes).double()
    training = Training(model, task, recipe.settings)
    steps = [training.step() for _ in range(STEPS)]
    story = [[s.loss, s.gradient_norm, s.guidance or 0.0] for s in steps]
    left = [value.double().flatten() for value in training.state().values()]
    return torch.cat((torch.tensor(story, dtype=torch.float64).flatten(), *left))


def compare(alone: dict[str, torch.Tensor], number: int, count: int, folder: str) -> None:
    """What one of so many processes does; the first says how far it is from one process alone."""
    dist.init_process_group("gloo", f"file://{folder}/{count}", rank=number, world_size=count)
    found = {name: trained(recipe) - alone[name] for name, recipe in RECIPES.items()}
    if number == 0:
        print(json.dumps({name: far.abs().max().item() for name, far in found.items()}), flush=True)
    dist.destroy_process_group()


def main() -> None:
    torch.set_num_threads(1)
    families = {model_of(recipe) for recipe in RECIPES.values()}
    assert families == set(FAMILIES), f"not trained here: {set(FAMILIES) - families}"
    alone = {name: trained(recipe) for name, recipe in RECIPES.items()}
    with tempfile.TemporaryDirectory() as folder:
        for count in (2, 3):
            processes = []
            for number in range(count):
                if not (pid := os.fork()):
                    compare(alone, number, count, folder)
                    os._exit(0)
                processes.append(pid)
            for pid in processes:
                os.waitpid(pid, 0)


def model_of(recipe: Recipe) -> str:
    return recipe.family or tasks.find(recipe.task)().family


if __name__ == "__main__":
    main()
