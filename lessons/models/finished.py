"""The finished training runs that are included in the project: their events, and their results at each frame.

    python -m lessons.models.finished

trains the recipe of the included model `addition` again, as a run, and once with a tenth of its learning rate;
it writes `lessons/training/data`. The weights of all frames would take 48 MB each, so only what the recording shows
is stored: attention maps, words, embeddings.
"""

import json
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from safetensors import safe_open

from lessons.figures.kit.figure import Figure
from lessons.figures.training_film import training_film
from transformer.measure.training.checkpoints import Moment, moment
from transformer.runs import Run, RunConfig
from transformer.tasks import TASKS, Example, Task
from transformer.training import vocabularies
from transformer.training.recipes import RECIPES
from transformer.weights.tensors import save_file

NAME, SLOW = "addition", "addition_slow"  # as included; with a tenth of its learning rate
FOLDER = Path(__file__).parents[1] / "training/data"
COMMAND = "python -m lessons.models.finished"
SENTENCES = {NAME: 4, SLOW: 1}  # held-out sentences of each, of which one is shown


def run(name: str = NAME) -> Run:
    """An included run: its card and its events. It has no checkpoints from which to continue."""
    return Run(FOLDER / name)


def runs() -> list[Run]:
    """Return all included runs, starting with that of the recording."""
    return [run(name) for name in SENTENCES]


def ships(run: Run) -> bool:
    """Say whether this is an included run rather than one of this app."""
    return run.folder.parent == FOLDER


def pinned(name: str = NAME) -> tuple[Example, ...]:
    """Return the held-out sentences to choose from."""
    return task().held_out[: SENTENCES[name]]


def recording(number: int = 0, charts: bool = True) -> Figure:
    """Return the recording of the first run with the sentence of that number."""
    return training_film(run(), task(), moments(number), pinned()[number], charts)


def moments(number: int = 0, name: str = NAME) -> list[Moment]:
    """Return the stored results of the model for that sentence, frame by frame."""
    with safe_open(FOLDER / name / "moments.safetensors", "pt") as file:
        stored = json.loads(file.metadata()["told"])
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    prefix = f"{number}."
    maps = {n.removeprefix(prefix): m.numpy() for n, m in tensors.items() if n.startswith(prefix)}
    return [
        Moment(
            step,
            {name: frames[k] for name, frames in maps.items()},
            tuple(stored["written"][number][k]),
            tensors["table"][k],
            tensors["looks"][k].numpy(),
        )
        for k, step in enumerate(stored["frames"])
    ]


def task() -> Task:
    """Return the task that all of them learn."""
    return TASKS[RECIPES[NAME].task]()


def make(name: str = NAME, folder: Path = FOLDER) -> Run:
    """Train it as a run, evaluate each of its frames, and store the results."""
    recipe, folder = RECIPES[NAME], folder / name
    slower = {NAME: 1, SLOW: 0.1}[name]
    settings = replace(recipe.settings, learning_rate=slower * recipe.settings.learning_rate)
    with TemporaryDirectory() as place:
        config = RunConfig(recipe.task, settings, recipe.sizes, family=recipe.family)
        trained = Run.create(config, Path(place), name)
        for _event in trained.train():
            pass
        by_example = [_moments_of(trained, example) for example in pinned(name)]
        folder.mkdir(parents=True, exist_ok=True)
        card = {**trained.card, "command": COMMAND, "pinned": True}
        (folder / "card.json").write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
        lines = (json.dumps(event) + "\n" for event in trained.events())
        (folder / "events.jsonl").write_text("".join(lines), encoding="utf-8")
    stored = {
        "frames": [m.step for m in by_example[0]],
        "written": [[m.written for m in s] for s in by_example],
    }
    tensors = {
        f"{number}.{name}": torch.stack([torch.from_numpy(m.maps[name]) for m in example_moments])
        for number, example_moments in enumerate(by_example)
        for name in example_moments[0].maps
    }
    tensors["table"] = torch.stack([m.table for m in by_example[0]])  # (frame, word, d_model)
    tensors["looks"] = torch.stack([torch.from_numpy(m.looks) for m in by_example[0]])
    file = folder / "moments.safetensors"
    save_file(tensors, file, metadata={"told": json.dumps(stored, ensure_ascii=False)})
    return Run(folder)


def _moments_of(run: Run, example: Example) -> list[Moment]:
    words = vocabularies(task())
    return [moment(run.model_at(step), task(), words, step, example) for step in run.checkpoints()]


if __name__ == "__main__":
    torch.set_num_threads(1)
    for called in SENTENCES:
        made = make(called)
        print(f"{made.folder}: {len(made.events())} steps, {asdict(RunConfig.read(made.card))}")
