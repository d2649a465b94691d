"""`python -m transformer.runs FOLDER`: train one run to the end; with torchrun, in several processes."""

import argparse
import sys
from pathlib import Path

import torch

from transformer.diagnosis import writable
from transformer.runs import together
from transformer.runs.commands import command
from transformer.runs.run import Run


def train(words: list[str]) -> None:
    """Train the run in that folder; print a sentence if that is not possible."""
    parser = argparse.ArgumentParser(
        prog="python -m transformer.runs",
        description="Train one run to the end, from its last frame.",
    )
    parser.add_argument("folder", type=Path, help="the folder of the run, such as runs/copy-1")
    run = Run(parser.parse_args(words).folder)
    if not (run.folder / "card.json").is_file():
        sys.exit(f"runs: {run.folder} is not the folder of a run: it contains no card.json")
    writable.require(run.folder, "Copy it to a folder of your own, and train the copy.")
    torch.set_num_threads(1)
    for _event in run.train():
        pass


if together.is_one_of_several():
    together.main(train, sys.argv[1:])
else:
    with command("runs"):
        train(sys.argv[1:])
