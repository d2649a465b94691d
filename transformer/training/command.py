"""The command line of training: `python -m transformer.training NAME`."""

import argparse
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from itertools import islice
from pathlib import Path
from typing import Any

import torch
from torch import nn
from tqdm import tqdm

from transformer import families, tasks, variants, weights
from transformer.diagnosis import writable
from transformer.training import Step, build, device, parallel, train, vocabularies
from transformer.training.recipes import RECIPES, Recipe
from transformer.training.settings import Settings
from transformer.weights import film as films

FIRST_LOSSES = 5  # the number stored on a card, for the test that repeats the training
Steps = Callable[[Recipe, nn.Module, tasks.Task, torch.device], Iterator[Step]]


def alone(
    recipe: Recipe, model: nn.Module, task: tasks.Task, where: torch.device
) -> Iterator[Step]:
    """Yield the steps of a recipe, computed by this process only."""
    return islice(train(model, task, recipe.settings, where), recipe.stop)


def main(arguments: list[str] | None = None, steps: Steps = alone) -> None:
    """Train, measure on held-out sentences, and write weights file and card."""
    options = _parser().parse_args(arguments)
    recipe = Recipe(options.name, Settings())
    try:
        torch.set_num_threads(_threads(options.threads))
        recipe = recipe_of(options.name)
        recipe = _changed(recipe, options)
        name = _name(options, recipe)
        words = sys.argv[1:] if arguments is None else arguments
        card = make(name, recipe, options.out, words, device.chosen(options.device), steps)
    except Exception as error:
        if parallel.lost(error):
            raise
        if message := variants.blamed(error, recipe.sizes):
            sys.exit(f"training: {message}")
        if isinstance(error, ValueError | FloatingPointError):
            sys.exit(f"training: {error}")
        raise
    print(_summary(card))


def trainable() -> list[str]:
    """Return the names that can be trained: those of the recipes, of the built-in tasks, and of your own tasks."""
    return [*sorted({*RECIPES, *tasks.BUILT_IN}), *tasks.own_names()]


def recipe_of(name: str) -> Recipe:
    """Return the recipe of that name, or the usual settings for a task without one. Raises `ValueError` where
    there is neither."""
    if name in RECIPES and name in tasks.own_names():
        raise ValueError(
            f"“{name}” is already the name of a built-in model: rename transformer/tasks/my_{name}.py"
        )
    if name not in trainable():
        if f"my_{name}" in tasks.own_names():
            tasks.find(f"my_{name}")  # raises an error if the name is ambiguous
        raise ValueError(
            f"no model or task is called “{name}”; choose one of {', '.join(trainable())}"
        )
    return RECIPES.get(name) or Recipe(name, Settings())


def started(recipe: Recipe, task: tasks.Task) -> nn.Module:
    """Return the model of a recipe before its first step."""
    model = build(task, recipe.settings.seed, recipe.family, **recipe.sizes)
    if recipe.start:
        model.load_state_dict(weights.load(recipe.start).model.state_dict())
    return model


def make(
    name: str,
    recipe: Recipe,
    folder: Path,
    words: list[str],
    where: torch.device = device.CPU,
    steps: Steps = alone,
) -> dict:
    """Train one recipe and save it; return the card."""
    task, settings = tasks.find(recipe.task)(), recipe.settings
    model = started(recipe, task).to(where)
    recorder = films.Recorder(model, recipe.recorded_steps)
    # CPU time on the CPU, because other programs affect it less than wall-clock time.
    clock = time.process_time if where == device.CPU and steps is alone else time.perf_counter
    begun = clock()
    made: list[Step] = []
    watched: list[dict[str, Any]] = []

    def watch() -> None:
        """Measure where the recipe asks for it; this does not count as training time."""
        nonlocal begun
        paused = clock()
        if len(made) in recipe.watch:
            watched.append({"step": len(made), "loss": _mean(made), **measured(model, task)})
        begun += clock() - paused

    watch()
    story = recorder.watch(steps(recipe, model, task, where))
    planned = min(settings.steps, recipe.stop or settings.steps)
    with tqdm(story, total=planned, unit="step", mininterval=0.5) as bar:
        for step in bar:
            made.append(step)
            watch()
            if step.number % 20 == 0:
                bar.set_description(f"{name}  loss {step.loss:.3f}")
    seconds = clock() - begun
    model.to(device.CPU)
    card = weights.as_card(
        model,
        name=name,
        title=task.title,
        command=" ".join([parallel.launcher(), "-m transformer.training", *words]),
        task=recipe.task,
        settings=settings,
        sizes=recipe.sizes,
        steps=len(made),  # completed steps; the settings have the planned ones
        seconds=round(seconds, 1),
        device=where.type,
        parameters=sum(p.numel() for p in model.parameters()),
        sentences={"trained": len(task.train), "held_out": len(task.held_out)},
        first_losses=[step.loss for step in made[:FIRST_LOSSES]],
        last_loss=made[-1].loss,
        **({"watched": watched} if watched else {}),
    )
    # Saved before it is measured, so that an error in measuring does not lose the training run.
    weights.save(name, model, task, card | {"held_out": {}}, folder)
    if recorder.copies:
        films.save(name, recorder.recording(), folder)
    card = card | {"held_out": measured(model, task)}
    weights.save(name, model, task, card, folder)
    return card


def measured(model: nn.Module, task: tasks.Task) -> dict[str, Any]:
    """Return a card's scores on the held-out examples; a model in training is left unchanged."""
    training = model.training
    scores = families.family_of(model).objective.measure(model.eval(), task, vocabularies(task))
    model.train(training)
    return scores


def _mean(steps: list[Step], of: int = 50) -> float | None:
    """Return the mean loss of the last steps; None before the first step."""
    losses = [step.loss for step in steps[-of:]]
    return sum(losses) / len(losses) if losses else None


def _summary(card: dict) -> str:
    where = f"{card['seconds']} s on {card['device']}"
    objective, sentences = weights.family_of(card).objective, card["sentences"]["held_out"]
    lines = objective.score_lines(card["held_out"], sentences) + card["held_out"].get(
        "left_out", []
    )
    lines = [f"{card['name']}: {card['parameters']:,} parameters, {where}", *lines]
    return "\n  ".join(lines)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m transformer.training", description=__doc__)
    parser.add_argument(
        "name",
        help=f"which model to train: {', '.join(trainable())}; for your own data: pairs FILE or text FILE",
    )
    parser.add_argument(
        "--steps", type=int, help="number of training steps (default: the recipe's)"
    )
    parser.add_argument("--seed", type=int, help="random seed for initialization and batches")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="SIZE=VALUE",
        help="change the model, for example --set attention=mine --set d_model=32",
    )
    parser.add_argument(
        "--family", default="", help="model family (default: the one for this task)"
    )
    parser.add_argument(
        "--save-as",
        help="name of the weights file; a name my_… (the default for a changed recipe) is ignored by git",
    )
    parser.add_argument(
        "--device",
        help=f"cuda, mps or cpu (default: ${device.VARIABLE}, or the best one available)",
    )
    parser.add_argument(
        "--threads",
        type=int,
        default=1,
        help="number of CPU threads (default: 1, which is as fast as 2 for a small model)",
    )
    parser.add_argument(
        "--out", type=Path, default=weights.FOLDER, help="folder for the weights file"
    )
    return parser


def _name(options: argparse.Namespace, recipe: Recipe) -> str:
    """Return the name of the weights file. Raises `ValueError` for one that would leave the folder or overwrite the
    weights of an included model with those of another recipe, and for a folder that cannot be written."""
    usual = (
        options.name
        if recipe == RECIPES.get(options.name)
        else f"my_{options.name.removeprefix('my_')}"
    )
    name = options.save_as or usual
    if not re.fullmatch(r"\w{1,80}", name):
        raise ValueError(
            f"--save-as {name} is not a name: use letters, digits and _ (the folder is named with --out)"
        )
    if options.out.exists() and not options.out.is_dir():
        raise ValueError(f"--out {options.out} is not a folder")
    writable.require(options.out, "Choose another folder with --out FOLDER.")
    included = (
        options.out.resolve() == weights.FOLDER and name in weights.names() and name[:3] != "my_"
    )
    if included and recipe != RECIPES.get(name):
        raise ValueError(
            f"--save-as {name} would overwrite the included model {name}: choose another name, such as my_{name}"
        )
    return name


def _threads(count: int) -> int:
    if not 1 <= count <= 1024:
        raise ValueError(f"--threads is {count}, but it must be between 1 and 1024")
    return count


def _changed(recipe: Recipe, options: argparse.Namespace) -> Recipe:
    """Return the recipe with the changes from the command line."""
    changes = {n: v for n in ("steps", "seed") if (v := getattr(options, n)) is not None}
    if changes.get("steps", 1) < 1:
        raise ValueError(f"--steps is {options.steps}: at least one step is needed")
    if not 0 <= changes.get("seed", 0) < 2**63:
        raise ValueError(f"--seed is {options.seed}, but it must be between 0 and 2^63 − 1")
    family = options.family or recipe.family
    config = families.find(family or tasks.find(recipe.task)().family).config
    sizes = recipe.sizes | sizes_of(options.set, config)
    return replace(recipe, settings=replace(recipe.settings, **changes), sizes=sizes, family=family)


def sizes_of(words: list[str], config: type) -> dict[str, Any]:
    """Parse "d_model=32" and the like for a config. Raises `ValueError` for a size that it does not have."""
    kinds: dict[str, Any] = {f.name: f.type for f in fields(config)}
    sizes = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in kinds or not value:
            raise ValueError(
                f"--set {word} is not valid: write SIZE=VALUE, where SIZE is one of {', '.join(kinds)}"
            )
        try:
            sizes[name] = kinds[name](value)
        except ValueError:
            raise ValueError(
                f"--set {word} is not valid: {name} must be of type {kinds[name].__name__}, not '{value}'"
            ) from None
    return sizes
