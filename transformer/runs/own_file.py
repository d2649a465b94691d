"""`python -m transformer.training pairs FILE`: a training on a text of one's own, as the training page makes it.

It becomes a run in the folder `runs/`, which the app lists, and which goes on from its last frame where it was
stopped.
"""

import argparse
import sys
from pathlib import Path

import torch
from tqdm import tqdm

from transformer import families, tasks
from transformer.runs.kept import FOLDER
from transformer.runs.run import Plan, Run
from transformer.tasks.custom import FILES, pairs, stored, text
from transformer.training.command import sizes_of
from transformer.training.settings import Settings

WAYS = {"pairs": pairs.PIECES, "text": text.PIECES}  # how each can be cut, the usual way first


def main(words: list[str]) -> None:
    """Train on a file; what cannot be used becomes a sentence."""
    options = _parser().parse_args(words)
    torch.set_num_threads(1)
    try:
        train(plan_of(options), read(options.task, options.file))
    except (ValueError, FloatingPointError) as error:
        sys.exit(f"training: {error}")


def plan_of(options: argparse.Namespace) -> Plan:
    """What the words say of a training. Raises `ValueError` for what cannot be."""
    task, pieces = options.task, options.pieces or WAYS[options.task][0]
    if pieces not in WAYS[task]:
        raise ValueError(f"--pieces {pieces}: {task} are cut into {' or '.join(WAYS[task])}")
    given = {n: v for n in ("steps", "seed") if (v := getattr(options, n)) is not None}
    config = families.find(options.family or stored.empty(task).family).config
    return Plan(task, Settings(**given), sizes_of(options.set, config), pieces, options.family)


def read(task: str, file: Path | None) -> str:
    """What the file says. Raises `ValueError` where there is none, or no text in it."""
    if file is None:
        if f"my_{task}" in tasks.own_names():
            tasks.find(f"my_{task}")  # says that the name is taken
        usage = f"python -m transformer.training {task} my_{FILES[task]}"
        raise ValueError(f"“{task}” needs a file of yours: {usage}")
    try:
        return file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{file} is no text in UTF-8 (byte {error.start}): save it as UTF-8 in your editor"
        ) from error


def train(plan: Plan, given: str) -> None:
    """A run on a text: what of it was used, and how good it became."""
    run = Run.create(plan, FOLDER, text=given)
    try:
        with tqdm(run.train(), total=plan.settings.steps, unit="step", mininterval=0.5) as bar:
            for event in bar:
                if event["step"] % 20 == 0:
                    bar.set_description(f"{run.name}  loss {event['loss']:.3f}")
    except KeyboardInterrupt:
        sys.exit(f"stopped: python -m transformer.runs {run.folder} goes on from its last frame")
    print(stored.report(run.folder))
    end = run.events()[-1]
    asked = (families.of(run.model_at(end["step"])).objective.score, "bleu")
    scores = [f"{name.replace('_', ' ')} {end[name]:.4g}" for name in asked if name in end]
    print(f"{', '.join(scores)} on held-out examples; the app lists the model as {run.name}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m transformer.training", description=__doc__)
    parser.add_argument("task", choices=FILES, help="pairs (source, tab, target), or text")
    parser.add_argument("file", type=Path, nargs="?", help="your text, in UTF-8")
    parser.add_argument("--pieces", help="how it is cut: words, characters (of a text), or bpe")
    parser.add_argument("--steps", type=int, help="instead of the usual 1,000")
    parser.add_argument("--seed", type=int, help="of weights and batches")
    parser.add_argument("--set", action="append", default=[], metavar="SIZE=VALUE")
    parser.add_argument("--family", default="", help="of models, instead of the usual one")
    return parser
