"""Trainings that survive: each is a folder on disk, trained by a process of its own."""

from transformer.runs.folder import damaged, prune, runs
from transformer.runs.run import FOLDER, MEASURED, Plan, Run, free_name, moments

__all__ = [
    "FOLDER", "MEASURED", "Plan", "Run", "damaged", "free_name", "moments", "prune", "runs",
]  # fmt: skip
