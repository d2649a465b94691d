"""The command line of training: `python -m transformer.training NAME`."""

import argparse
import sys
import time
from dataclasses import fields, replace
from pathlib import Path

import torch
from tqdm import tqdm

from transformer import frames, weights
from transformer.batch import Batch
from transformer.config import TransformerConfig
from transformer.metrics import alignment, exact_match, exact_match_by_length, referent
from transformer.recipes import RECIPES, Recipe
from transformer.settings import Settings
from transformer.tasks import TASKS
from transformer.training import build, train, vocabularies

LENGTHS = range(2, 25)  # rows of letters; training has 2 to 10
FIRST_LOSSES = 5  # how many of them a card keeps, for the test that trains again


def main(arguments: list[str] | None = None) -> None:
    """Train, measure on held-out sentences, write weights and card."""
    options = _parser().parse_args(arguments)
    torch.set_num_threads(options.threads)
    try:
        recipe = _changed(RECIPES[options.name], options)
        name = options.save_as or _name(options.name, recipe)
        card = make(name, recipe, options.out, sys.argv[1:] if arguments is None else arguments)
    except (ValueError, FloatingPointError) as error:
        sys.exit(f"training: {error}")
    print(_summary(card))


def make(name: str, recipe: Recipe, folder: Path, words: list[str]) -> dict:
    """Train one recipe and save it; returns the card."""
    task, settings = TASKS[recipe.task](), recipe.settings
    model = build(task, settings.seed, **recipe.sizes)
    film = frames.Recorder(model, recipe.frames)
    begun, steps = time.perf_counter(), []
    with tqdm(
        film.watch(train(model, task, settings)), total=settings.steps, unit="step", mininterval=0.5
    ) as bar:
        for step in bar:
            steps.append(step)
            if step.number % 20 == 0:
                bar.set_description(f"{name}  loss {step.loss:.3f}")
    seconds = time.perf_counter() - begun
    card = weights.as_card(
        model.config,
        name=name,
        title=task.title,
        command=" ".join(["python -m transformer.training", *words]),
        task=recipe.task,
        settings=settings,
        sizes=recipe.sizes,
        seconds=round(seconds, 1),
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
    scores = {
        "exact_match": exact_match(model, batch),
        "alignment": alignment(model, batch),
    }
    if hasattr(task, "of_length"):
        scores["by_length"] = exact_match_by_length(model, task, LENGTHS)
    heads = [
        {"layer": layer, "head": head, **found}
        for layer in range(model.config.encoder_layers)
        for head in range(model.config.self_heads)
        if (found := referent(model, batch, f"encoder.layers.{layer}.self_attention.weights", head))
    ]
    if heads:
        scores["it"] = max(heads, key=lambda found: found["right"])
        scores["it"]["sentences"] = int((batch.it >= 0).sum())
    return scores


def _summary(card: dict) -> str:
    score = card["held_out"]
    lines = [
        f"{card['name']}: {card['parameters']:,} parameters, {card['seconds']} s",
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
