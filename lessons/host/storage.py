"""The folder of the training runs that pages show; tests put another in its place."""

from transformer.runs.kept import FOLDER

RUNS = FOLDER
