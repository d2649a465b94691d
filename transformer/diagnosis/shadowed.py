"""A file in the project folder that replaces a module of Python or PyTorch: random.py, torch.py, token.py."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIBRARIES = (
    "filelock",
    "matplotlib",
    "numpy",
    "plotly",
    "safetensors",
    "streamlit",
    "torch",
    "tqdm",
)


def shadowed(folder: Path = ROOT) -> str:
    """Return a sentence about the first such file; "" if there is none."""
    names = {*sys.stdlib_module_names, *LIBRARIES}
    for file in sorted(os.listdir(folder)):
        name, _, ending = file.partition(".")
        if ending == "py" and name in names:
            return f"{file} in the folder {folder.name} replaces the module {name} that other code imports: rename the file."
    return ""


def refuse() -> None:
    """End a command (`python -m …`) with that sentence; raise `ImportError` with it everywhere else."""
    if problem := shadowed():
        if sys.argv[:1] == ["-m"]:  # the command is still being imported
            sys.exit(problem)
        raise ImportError(problem)
