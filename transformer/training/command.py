"""The command line of training: `python -m transformer.training NAME`."""

import argparse
import math
import sys
import time
from dataclasses import fields, replace
from pathlib import Path

import torch
from tqdm import tqdm

from transformer import weights
from transformer.config import TransformerConfig
from transformer.families.batch import Batch
from transformer.families.scores import (
    alignment,
    best_referent,
    exact_match,
    exact_match_by_length,
    next_piece,
)
from transformer.tasks import TASKS
from transformer.training import build, device, train, vocabularies
from transformer.training.recipes import RECIPES, Recipe
from transformer.training.settings import Settings
from transformer.weights import film as frames

LENGTHS = range(2, 25)  # rows of letters; training has 2 to 10
FIRST_LOSSES = 5  # how many of them a card keeps, for the test that trains again


def main(arguments: list[str] | None = None) -> None:
    """Train, measure on held-out sentences, write weights and card."""
    options = _parser().parse_args(arguments)
    torch.set_num_threads(options.threads)
    try:
        recipe = _changed(RECIPES[options.name], options)
        name = options.save_as or _name(options.name, recipe)
        words = sys.argv[1:] if arguments is None else arguments
        card = make(name, recipe, options.out, words, device.chosen(options.device))
    except (ValueError, FloatingPointError) as error:
        sys.exit(f"training: {error}")
    print(_summary(card))


def make(
    name: str, recipe: Recipe, folder: Path, words: list[str], where: torch.device = device.CPU
) -> dict:
    """Train one recipe and save it; returns the card."""
    task, settings = TASKS[recipe.task](), recipe.settings
    model = build(task, settings.seed, **recipe.sizes).to(where)
    film = frames.Recorder(model, recipe.frames)
    # On the CPU the processor's own seconds: other programs disturb them less than the clock's.
    clock = time.process_time if where == device.CPU else time.perf_counter
    begun, steps = clock(), []
    story = film.watch(train(model, task, settings, where))
    with tqdm(story, total=settings.steps, unit="step", mininterval=0.5) as bar:
        for step in bar:
            steps.append(step)
            if step.number % 20 == 0:
                bar.set_description(f"{name}  loss {step.loss:.3f}")
    seconds = clock() - begun
    model.to(device.CPU)
    card = weights.as_card(
        model.config,
        name=name,
        title=task.title,
        command=" ".join(["python -m transformer.training", *words]),
        task=recipe.task,
        settings=settings,
        sizes=recipe.sizes,
        seconds=round(seconds, 1),
        device=where.type,
        parameters=sum(p.numel() for p in model.parameters()),
        sentences={"trained": len(task.train), "held_out": len(task.held_out)},
        held_out=measure(model, task, settings),
        first_losses=[step.loss for step in steps[:FIRST_LOSSES]],
        last_loss=steps[-1].loss,
    )
    weights.save(name, model, task, card, folder)
    if film.kept:
        frames.save(name, film.frames(), folder)
    return card


def measure(model, task, settings: Settings) -> dict:
    """The held-out figures of a card; for *it*, every head of the encoder, the best one named."""
    model.eval()
    batch = Batch.of(task.held_out, *vocabularies(task))
    if not task.source_words:  # a text: nothing is given, so nothing to be aligned with
        counted = task.counted.losses([e.target for e in task.held_out])
        counted = {name: loss / math.log(2) for name, loss in counted.items()}
        return {**next_piece(model, batch), "bits_by_counting": counted}
    scores = {
        "exact_match": exact_match(model, batch),
        "alignment": alignment(model, batch),
    }
    if hasattr(task, "of_length"):
        scores["by_length"] = exact_match_by_length(model, task, LENGTHS)
    if it := best_referent(model, batch):
        scores["it"] = it
    return scores


def _summary(card: dict) -> str:
    score = card["held_out"]
    first = f"{card['name']}: {card['parameters']:,} parameters, {card['seconds']} s on {card['device']}"
    if "bits" in score:
        counted = score["bits_by_counting"]
        return (
            f"{first}\n  next right in {card['sentences']['held_out']} held-out lines  "
            f"{score['next_right']:.4f}\n  bits for each  {score['bits']:.3f}; by counting how "
            f"frequent each is {counted['frequencies']:.3f}, by pairs {counted['pairs']:.3f}"
        )
    lines = [
        first,
        f"  exact match on {card['sentences']['held_out']} held-out sentences  "
        f"{score['exact_match']:.4f}",
        f"  cross-attention on the aligned word  {score['alignment']:.4f}",
    ]
    if it := score.get("it"):
        lines.append(
            f"  it → right noun {it['right']:.4f}, strongest word {it['strongest']:.4f} "
            f"(layer {it['layer'] + 1}, head {it['head'] + 1}, {it['sentences']} sentences)"
        )
    return "\n".join(lines)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m transformer.training", description=__doc__)
    parser.add_argument("name", choices=sorted(RECIPES), help="which model to train")
    parser.add_argument("--steps", type=int, help="instead of the recipe's")
    parser.add_argument("--seed", type=int, help="of weights and batches")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="SIZE=VALUE",
        help="change the model, for example --set attention=mine --set d_model=32",
    )
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
    return name if recipe == RECIPES[name] else f"my_{name}"


def _changed(recipe: Recipe, options: argparse.Namespace) -> Recipe:
    """The recipe with what the command line says otherwise."""
    changes = {n: v for n in ("steps", "seed") if (v := getattr(options, n)) is not None}
    if changes.get("steps", 1) < 1:
        raise ValueError(f"--steps {options.steps}: at least one step is needed")
    kinds = {f.name: f.type for f in fields(TransformerConfig)}
    sizes = dict(recipe.sizes)
    for word in options.set:
        name, _, value = word.partition("=")
        if name not in kinds or not value:
            raise ValueError(f"--set {word}: write SIZE=VALUE, SIZE one of {', '.join(kinds)}")
        try:
            sizes[name] = kinds[name](value)
        except ValueError:
            raise ValueError(
                f"--set {word}: {name} needs {kinds[name].__name__}, not '{value}'"
            ) from None
    return replace(recipe, settings=replace(recipe.settings, **changes), sizes=sizes)
