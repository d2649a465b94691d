"""The folder of the training runs that pages show; tests put another in its place."""

from transformer.runs.run_folder import FOLDER

RUNS = FOLDER
