"""The app's process: it follows edits, explains errors, and shares results among all visitors."""

RUN_MODEL = "run-"  # begins the name of a run's model: run-copy-1


def of_a_run(arguments: tuple) -> bool:
    """Say whether a call concerns a run, which can train on, be mended, or be replaced by another run."""
    return any(isinstance(value, str) and value.startswith(RUN_MODEL) for value in arguments)
