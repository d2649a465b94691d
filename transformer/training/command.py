"""The command line of training: `python -m transformer.training NAME`."""

import argparse
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
from transformer.training import Step, build, device, parallel, train, vocabularies
from transformer.training.recipes import RECIPES, Recipe
from transformer.training.settings import Settings
from transformer.weights import film as films

FIRST_LOSSES = 5  # how many of them a card keeps, for the test that trains again
Steps = Callable[[Recipe, nn.Module, tasks.Task, torch.device], Iterator[Step]]


def alone(
    recipe: Recipe, model: nn.Module, task: tasks.Task, where: torch.device
) -> Iterator[Step]:
    """The steps of a recipe, made by this process."""
    return islice(train(model, task, recipe.settings, where), recipe.stop)


def main(arguments: list[str] | None = None, steps: Steps = alone) -> None:
    """Train, measure on held-out sentences, write weights and card."""
    options = _parser().parse_args(arguments)
    torch.set_num_threads(options.threads)
    recipe = Recipe(options.name, Settings())
    try:
        recipe = recipe_of(options.name)
        recipe = _changed(recipe, options)
        name = options.save_as or _name(options.name, recipe)
        words = sys.argv[1:] if arguments is None else arguments
        card = make(name, recipe, options.out, words, device.chosen(options.device), steps)
    except Exception as error:
        if parallel.lost(error):
            raise
        if said := variants.blamed(error, recipe.sizes):
            sys.exit(f"training: {said}")
        if isinstance(error, ValueError | FloatingPointError):
            sys.exit(f"training: {error}")
        raise
    print(_summary(card))


def trainable() -> list[str]:
    """The names that can be trained: of the recipes, and of tasks of one's own."""
    return [*sorted(RECIPES), *tasks.own_names()]


def recipe_of(name: str) -> Recipe:
    """The recipe of that name, or the usual settings for a task of one's own. Raises `ValueError` where there is
    neither."""
    if name in RECIPES and name in tasks.own_names():
        raise ValueError(
            f"“{name}” is taken, so a model is called that ships: rename transformer/tasks/my_{name}.py"
        )
    if name not in trainable():
        if f"my_{name}" in tasks.own_names():
            tasks.find(f"my_{name}")  # says by whom the name is taken
        raise ValueError(f"nothing is called “{name}”; choose one of {', '.join(trainable())}")
    return RECIPES.get(name) or Recipe(name, Settings())


def started(recipe: Recipe, task: tasks.Task) -> nn.Module:
    """The model of a recipe before its first step."""
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
    """Train one recipe and save it; returns the card."""
    task, settings = tasks.find(recipe.task)(), recipe.settings
    model = started(recipe, task).to(where)
    film = films.Recorder(model, recipe.film)
    # On the CPU the processor's own seconds: other programs disturb them less than the clock's.
    clock = time.process_time if where == device.CPU and steps is alone else time.perf_counter
    begun = clock()
    made: list[Step] = []
    watched: list[dict[str, Any]] = []

    def watch() -> None:
        """Measure, where the recipe wants it; that takes none of the training's seconds."""
        nonlocal begun
        paused = clock()
        if len(made) in recipe.watch:
            watched.append({"step": len(made), "loss": _mean(made), **measured(model, task)})
        begun += clock() - paused

    watch()
    story = film.watch(steps(recipe, model, task, where))
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
        steps=len(made),  # made, where the settings' are planned
        seconds=round(seconds, 1),
        device=where.type,
        parameters=sum(p.numel() for p in model.parameters()),
        sentences={"trained": len(task.train), "held_out": len(task.held_out)},
        first_losses=[step.loss for step in made[:FIRST_LOSSES]],
        last_loss=made[-1].loss,
        **({"watched": watched} if watched else {}),
    )
    # Saved before it is measured: what cannot be measured must not cost the training.
    weights.save(name, model, task, card | {"held_out": {}}, folder)
    if film.kept:
        films.save(name, film.film(), folder)
    card = card | {"held_out": measured(model, task)}
    weights.save(name, model, task, card, folder)
    return card


def measured(model: nn.Module, task: tasks.Task) -> dict[str, Any]:
    """What a card says of the held-out examples; a model in training goes on as it was."""
    training = model.training
    found = families.of(model).objective.measure(model.eval(), task, vocabularies(task))
    model.train(training)
    return found


def _mean(steps: list[Step], of: int = 50) -> float | None:
    """The mean loss of the last steps; None before the first."""
    losses = [step.loss for step in steps[-of:]]
    return sum(losses) / len(losses) if losses else None


def _summary(card: dict) -> str:
    where = f"{card['seconds']} s on {card['device']}"
    objective, sentences = weights.family_of(card).objective, card["sentences"]["held_out"]
    said = objective.said(card["held_out"], sentences) + card["held_out"].get("left_out", [])
    lines = [f"{card['name']}: {card['parameters']:,} parameters, {where}", *said]
    return "\n  ".join(lines)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m transformer.training", description=__doc__)
    parser.add_argument(
        "name",
        help=f"which model to train: {', '.join(trainable())}; or pairs FILE, text FILE: your own",
    )
    parser.add_argument("--steps", type=int, help="instead of the recipe's")
    parser.add_argument("--seed", type=int, help="of weights and batches")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="SIZE=VALUE",
        help="change the model, for example --set attention=mine --set d_model=32",
    )
    parser.add_argument("--family", default="", help="of models, instead of the one for this task")
    parser.add_argument(
        "--save-as",
        help="name of the weights; my_… (the default for a changed recipe) is not in git",
    )
    parser.add_argument(
        "--device", help=f"cuda, mps or cpu; without it ${device.VARIABLE}, or the best there is"
    )
    parser.add_argument("--threads", type=int, default=1, help="one is as fast as two at this size")
    parser.add_argument(
        "--out", type=Path, default=weights.FOLDER, help="where weights are written"
    )
    return parser


def _name(name: str, recipe: Recipe) -> str:
    """A changed recipe must not overwrite the weights that ship."""
    return name if recipe == RECIPES.get(name) else f"my_{name.removeprefix('my_')}"


def _changed(recipe: Recipe, options: argparse.Namespace) -> Recipe:
    """The recipe with what the command line says otherwise."""
    changes = {n: v for n in ("steps", "seed") if (v := getattr(options, n)) is not None}
    if changes.get("steps", 1) < 1:
        raise ValueError(f"--steps {options.steps}: at least one step is needed")
    family = options.family or recipe.family
    config = families.find(family or tasks.find(recipe.task)().family).config
    sizes = recipe.sizes | sizes_of(options.set, config)
    return replace(recipe, settings=replace(recipe.settings, **changes), sizes=sizes, family=family)


def sizes_of(words: list[str], config: type) -> dict[str, Any]:
    """What "d_model=32" and the like say of a config. Raises `ValueError` for what it does not have."""
    kinds: dict[str, Any] = {f.name: f.type for f in fields(config)}
    sizes = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in kinds or not value:
            raise ValueError(f"--set {word}: write SIZE=VALUE, SIZE one of {', '.join(kinds)}")
        try:
            sizes[name] = kinds[name](value)
        except ValueError:
            raise ValueError(
                f"--set {word}: {name} needs {kinds[name].__name__}, not '{value}'"
            ) from None
    return sizes
