"""`python -m transformer.runs FOLDER`: train one run here, to the end; with torchrun, in several processes."""

import sys
from pathlib import Path

import torch

from transformer.runs import together
from transformer.runs.run import Run


def train(words: list[str]) -> None:
    torch.set_num_threads(1)
    for _event in Run(Path(words[0])).train():
        pass


if together.asked():
    together.main(train, sys.argv[1:])
else:
    train(sys.argv[1:])
