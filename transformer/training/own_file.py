"""`python -m transformer.training pairs FILE`: a training on a text of one's own, as the training page makes it.

It becomes a run in the folder `runs/`, which the app lists, and which goes on from its last frame where it was
stopped.
"""

from pathlib import Path

from tqdm import tqdm

from transformer import families
from transformer.runs import Plan, Run
from transformer.runs.kept import FOLDER
from transformer.tasks.custom import FILES, stored


def train_file(plan: Plan, file: Path | None) -> Run:
    """Read the file, train, and say what was used and how good it became. Raises `ValueError` for a file that
    cannot be used."""
    run = Run.create(plan, FOLDER, text=text_of(plan.task, file))
    try:
        with tqdm(run.train(), total=plan.settings.steps, unit="step", mininterval=0.5) as bar:
            for event in bar:
                if event["step"] % 20 == 0:
                    bar.set_description(f"{run.name}  loss {event['loss']:.3f}")
    except KeyboardInterrupt:
        print(f"\nstopped: python -m transformer.runs {run.folder} goes on from its last frame")
        return run
    print(stored.report(run.folder))
    end = run.events()[-1]
    asked = (families.of(run.model_at(end["step"])).objective.score, "bleu")
    scores = [f"{name.replace('_', ' ')} {end[name]:.4g}" for name in asked if name in end]
    print(f"{', '.join(scores)} on held-out examples; the app lists the model as {run.name}")
    return run


def text_of(task: str, file: Path | None) -> str:
    """What the file says. Raises `ValueError` where there is none, or no text in it."""
    if file is None:
        raise ValueError(
            f"“{task}” needs a file of yours: python -m transformer.training {task} my_{FILES[task]}"
        )
    try:
        return file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{file} is no text in UTF-8 (byte {error.start}): save it as UTF-8 in your editor"
        ) from error
