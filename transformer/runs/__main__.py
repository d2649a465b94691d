"""`python -m transformer.runs FOLDER`: train one run here, to the end."""

import sys
from pathlib import Path

import torch

from transformer.runs.run import Run

torch.set_num_threads(1)
for _event in Run(Path(sys.argv[1])).train():
    pass
