"""`python -m transformer.training pairs FILE`: train on your own text, as the training page does.

Two parallel files are also pairs: `pairs train.en train.fr`. See `transformer.corpus` for the formats.

The result is a run in the folder `runs/`. The app lists it, and you can continue it from its last checkpoint if it
was stopped.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import torch
from tqdm import tqdm

from transformer import corpus, families, tasks
from transformer.diagnosis import writable
from transformer.runs.run import Run, RunConfig
from transformer.runs.run_folder import FOLDER
from transformer.tasks.custom import FILES, pairs, stored, text
from transformer.training.command import sizes_of
from transformer.training.settings import Settings

WAYS = {"pairs": pairs.PIECES, "text": text.PIECES}  # how each can be cut, the default first


def main(words: list[str]) -> None:
    """Train on a file; print a readable message if the file cannot be used."""
    options = _parser().parse_args(words)
    torch.set_num_threads(1)
    try:
        writable.require(FOLDER, writable.RUNS)
        config, contents = run_config(options), read(options.task, options.files, options.columns)
        for remark in contents.remarks:
            print(remark)
        train(config, contents)
    except (ValueError, FloatingPointError) as error:
        sys.exit(f"training: {error}")


def run_config(options: argparse.Namespace) -> RunConfig:
    """Return the config of the run that the options describe. Raises `ValueError` for an invalid one."""
    task, pieces = options.task, options.pieces or WAYS[options.task][0]
    if pieces not in WAYS[task]:
        raise ValueError(
            f"--pieces {pieces} is not allowed: {task} can be split into {' or '.join(WAYS[task])}"
        )
    chosen = {n: v for n in ("steps", "seed") if (v := getattr(options, n)) is not None}
    family = families.find(options.family or stored.empty(task).family)
    sizes = sizes_of(options.set, family.config)
    return RunConfig(task, Settings(**chosen), sizes, pieces, options.family)


def read(task: str, files: Sequence[Path], columns: str = "") -> corpus.Contents:
    """Return the contents of the files. Raises `ValueError` where a file is missing or is not text."""
    if not files:
        if f"my_{task}" in tasks.own_names():
            tasks.find(f"my_{task}")  # raises an error if the name is ambiguous
        usage = f"python -m transformer.training {task} my_{FILES[task]}"
        raise ValueError(f"“{task}” needs your own file: {usage}")
    return corpus.read(task, *files, columns=columns)


def train(config: RunConfig, contents: corpus.Contents) -> None:
    """Train a run on a text; print how much of the text was used, and the final score."""
    run = Run.create(config, FOLDER, text=contents.text, remarks=contents.remarks)
    try:
        with tqdm(run.train(), total=config.settings.steps, unit="step", mininterval=0.5) as bar:
            for event in bar:
                if event["step"] % 20 == 0:
                    bar.set_description(f"{run.name}  loss {event['loss']:.3f}")
    except KeyboardInterrupt:
        sys.exit(
            f"stopped; to continue from the last frame, run python -m transformer.runs {run.folder}"
        )
    print(stored.report(run.folder))
    end = run.events()[-1]
    shown_scores = (families.family_of(run.model_at(end["step"])).objective.score, "bleu")
    scores = [f"{name.replace('_', ' ')} {end[name]:.4g}" for name in shown_scores if name in end]
    print(f"{', '.join(scores)} on held-out examples; the app lists the model as {run.name}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m transformer.training", description=__doc__)
    parser.add_argument("task", choices=FILES, help="pairs (source and target) or text")
    parser.add_argument(
        "files",
        metavar="FILE",
        type=Path,
        nargs="*",
        help="your file, also packed (TSV, CSV, JSON lines, TMX), or two parallel files",
    )
    parser.add_argument(
        "--columns", default="", help="which columns to use, for example 4,5 or en,fr"
    )
    parser.add_argument(
        "--pieces", help="how to split it: words, characters (only for text) or bpe"
    )
    parser.add_argument("--steps", type=int, help="number of training steps (default: 1,000)")
    parser.add_argument("--seed", type=int, help="random seed for initialization and batches")
    parser.add_argument("--set", action="append", default=[], metavar="SIZE=VALUE")
    parser.add_argument(
        "--family", default="", help="model family (default: the usual one for this task)"
    )
    return parser
