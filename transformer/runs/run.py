"""A run: one training as a folder, which survives the death of the process that trains.

    runs/NAME/
        card.json                   what is trained and how, and its state
        events.jsonl                one line per step; some with a measurement on held-out examples
        frames/000150.safetensors   the full state of the training (a checkpoint) after 150 steps
        task.json                   the result of preparing your own text (see `stored`)

Every file appears as a whole or not at all. A killed run continues from its last checkpoint, with exactly the
losses that it would have had.
"""

import json
import math
import re
import shutil
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import torch
from filelock import Timeout
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import nn

from transformer import tasks, weights
from transformer.diagnosis import writable
from transformer.families import same_start
from transformer.objectives.settings import AttentionSupervision
from transformer.runs import space
from transformer.runs.run_folder import FOLDER, Busy, RunFolder, replace_at_once, write
from transformer.tasks import Task
from transformer.tasks.custom import stored
from transformer.training import Training, device, parallel, vocabularies
from transformer.training.settings import Settings
from transformer.weights.fingerprint import fingerprints, gone_on, up_to
from transformer.weights.tensors import save_file

AGAIN = "Train the model again on the training page, or restore the original code."
NUMBERS = ".numbers.json"  # task → the last number that a run of it was given
MEASURED = 200  # held-out examples of a measurement during training


@dataclass(frozen=True)
class RunConfig:
    """What to train: the name of a task, the settings, and the sizes of the model that differ from its family's
    defaults. The family is the task's usual one, unless another is named.

    The tasks "pairs" and "text" are your own texts, cut into `pieces` (see `stored.FILES`).
    """

    task: str
    settings: Settings
    sizes: dict = field(default_factory=dict)
    pieces: str = "words"
    family: str = ""

    def build(self, task: Task) -> nn.Module:
        """Return a new model with these sizes."""
        return same_start(task, self.settings.seed, self.family, **self.sizes)

    @classmethod
    def read(cls, card: dict) -> "RunConfig":
        """Return the config that is stored on a card."""
        settings = card["settings"]
        guide = AttentionSupervision(**settings["guide"]) if settings["guide"] else None
        settings = Settings(**{**settings, "guide": guide})
        family = card.get("family", "")  # older cards name none
        return cls(card["task"], settings, card["sizes"], card["pieces"], family)


def _on_the_way(training: Training, task: Task) -> Callable[[], dict[str, float]]:
    """Return what is measured while a model trains."""
    objective, examples, words = training.objective, task.held_out[:MEASURED], vocabularies(task)
    batch = objective.batch(examples, words).to(training.device)

    @torch.no_grad()
    def scores() -> dict[str, float]:
        return objective.task_scores(training.model, batch, task, examples, words)

    return scores


def checkpoint_steps(steps: int, count: int = space.CHECKPOINTS) -> list[int]:
    """Return the steps after which a checkpoint is saved: the first and the last, and closer together at the
    start."""
    return sorted({round(steps * (n / (count - 1)) ** 2) for n in range(count)})


class Run(RunFolder):
    """One folder. Only one process trains it; any number of processes may read it."""

    @classmethod
    def create(
        cls,
        config: RunConfig,
        runs: Path = FOLDER,
        name: str | None = None,
        text: str = "",
        remarks: Sequence[str] = (),
    ) -> "Run":
        """Create a new folder for a run; `text` is that of the tasks "pairs" and "text", and `remarks` are about its
        file (see `transformer.corpus`).

        Raises `ValueError` where the folder cannot be written, the model cannot be built, its checkpoints do not fit on
        the disk, or the text cannot be used. Only the beginning of a long text is checked; the training process
        prepares it and may find that it cannot be learned from.
        """
        writable.require(runs, writable.RUNS)
        parallel.check(config.settings.batch)
        if config.task not in stored.FILES:
            task = tasks.find(config.task)()
        elif stored.small(text):
            task = stored.build(config.task, text, config.pieces)
        else:
            stored.check(config.task, text)
            task = stored.empty(config.task)  # the model works for any vocabulary
        space.require(config.build(task), runs)
        config = replace(config, family=config.family or task.family)
        run = cls(runs / (name or free_name(runs, config.task)))
        try:
            (run.folder / "frames").mkdir(parents=True)
            if config.task in stored.FILES:
                write(run.folder / stored.FILES[config.task], text)
            card = {**asdict(config), "state": "waiting", "created": time.time(), "pinned": False}
            run.write_card(card | ({"remarks": list(remarks)} if remarks else {}))
            note_name(run.folder)
        except OSError:
            shutil.rmtree(run.folder, ignore_errors=True)  # the disk is full: leave no partial run
            raise
        return run

    def branch(self, step: int, settings: Settings, name: str | None = None) -> "Run":
        """Create a new run that continues from one of this run's checkpoints with other settings."""
        config = replace(RunConfig.read(self.card), settings=settings)
        if step > settings.steps:
            raise ValueError(
                f"frame {step} does not exist: this run has only {settings.steps} steps"
            )
        text = stored.original_text(self.folder, config.task) if config.task in stored.FILES else ""
        run = Run.create(config, self.folder.parent, name, text)
        shutil.copy(self.checkpoint_file(step), run.checkpoint_file(step))
        if text:
            shutil.copy(self.folder / stored.FACTS, run.folder)
        run._keep_events(e for e in self.events() if e["step"] <= step)
        code = {n: v for n, v in up_to(self.card, step).items() if n in ("code", "codes")}
        run.write_card({**run.card, **code, "parent": {"run": self.name, "step": step}})
        return run

    def task(self) -> Task:
        """Return the task. Raises `stored.Unusable` where your own text is not prepared yet."""
        name = self.card["task"]
        return stored.read(self.folder) if name in stored.FILES else tasks.find(name)()

    def model_at(self, step: int) -> nn.Module:
        """Return the model after that step, in evaluation mode. Raises `WeightsError` where the current code
        builds another model."""
        config, state = RunConfig.read(self.card), load_file(self.checkpoint_file(step))
        model = config.build(self.task())
        names = [name for name in state if name.startswith("model.")]
        learned = {name.removeprefix("model."): state[name] for name in names}
        weights.fill(model, learned, self.name, AGAIN)
        return model.eval()

    # ---- training -----------------------------------------------------------------------------
    def train(
        self,
        begin: nn.Module | None = None,
        stop: int | None = None,
        where: torch.device | None = None,
    ) -> Generator[dict, None, None]:
        """Train to the end, from the last checkpoint if there is one; yield the events. Training can start with a
        given model, and `stop` early.

        Raises `Busy` where another process trains this run.
        """
        with self._alone():
            config = RunConfig.read(self.card)
            parallel.check(config.settings.batch)
            self.write_card({**self.card, "state": "running"})
            model, task, settings = self._start(config, begin)
            training = Training(
                model, task, settings, parallel.own_device(where or device.chosen())
            )
            self._go_on(training)
            last = min(stop or settings.steps, settings.steps)
            if parallel.several() > 1:
                where, threads = training.device, torch.get_num_threads()
                shared = {"folder": self.folder, "device": where, "threads": threads}
                parallel.tell(**shared, last=last, state=training.state())
            scores = _on_the_way(training, task)
            kept = set(checkpoint_steps(config.settings.steps, space.checkpoints_of(model)))
            card = {**self.card, "device": training.device.type}
            if training.number < settings.steps:
                card = gone_on(card, training.number, fingerprints(model))
            self.write_card(card)
            with open(self.folder / "events.jsonl", "a", encoding="utf-8") as log:
                if training.number == 0:
                    self._save_checkpoint(training)
                training.model.train()
                while training.number < last:
                    event = self._event(training, scores, training.number + 1 in kept)
                    log.write(json.dumps(event) + "\n")
                    log.flush()
                    if training.number in kept:
                        self._save_checkpoint(training)
                    yield event
            ended = "done" if training.number == settings.steps else "stopped"
            self.write_card({**self.card, "state": ended})

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the run's lock. Raises `Busy` if another process holds it."""
        lock = self.lock()
        try:
            # It waits, because a page that asks for the state holds the lock for a moment.
            lock.acquire(timeout=0.5, blocking=True)
        except Timeout:
            raise Busy(self.name) from None
        try:
            yield
        finally:
            lock.release()

    def _start(self, config: RunConfig, begin: nn.Module | None) -> tuple:
        own = config.task in stored.FILES
        task = stored.store(self.folder, config.task, config.pieces) if own else self.task()
        return begin or config.build(task), task, config.settings

    def _event(self, training: Training, scores: Callable, measured: bool) -> dict:
        begun = time.perf_counter()
        step = training.step()
        event = {"step": training.number, **asdict(step)}
        del event["number"]
        if measured:
            training.model.eval()
            try:
                event |= scores()
            except FloatingPointError as error:  # the message of the next step, with the layer
                raise FloatingPointError(training.nonfinite(math.nan)) from error
            event["gradient_norms"] = training.gradient_norms()
            training.model.train()
        return {**event, "seconds": time.perf_counter() - begun}

    def _save_checkpoint(self, training: Training) -> None:
        path = self.checkpoint_file(training.number)
        part = path.with_suffix(".part")
        try:
            save_file(training.state(), part)
        except (OSError, SafetensorError):
            part.unlink(missing_ok=True)  # the disk is full: make room for the card
            raise
        replace_at_once(part, path)

    def _go_on(self, training: Training) -> None:
        """Return to the last readable checkpoint, and drop all later events."""
        if checkpoints := self.checkpoints():
            training.restore(load_file(self.checkpoint_file(checkpoints[-1])))
        self._keep_events(e for e in self.events() if e["step"] <= training.number)

    def _keep_events(self, events: Iterable[dict]) -> None:
        write(self.folder / "events.jsonl", "".join(json.dumps(e) + "\n" for e in events))


def free_name(folder: Path, task: str) -> str:
    """Return a name that no run in the folder has or had: "copy-3". A link to a deleted run must not open another."""
    there = [re.fullmatch(rf"{task}-(\d+)", path.name) for path in folder.glob(f"{task}-*")]
    number = max((int(name[1]) for name in there if name), default=0)
    return f"{task}-{max(number, _numbers(folder).get(task, 0)) + 1}"


def note_name(run: Path) -> None:
    """Note the number of a new run, so that its name is not given to another one after it is deleted."""
    task, _, number = run.name.rpartition("-")
    if number.isdecimal():
        used = _numbers(run.parent)
        write(run.parent / NUMBERS, json.dumps(used | {task: max(int(number), used.get(task, 0))}))


def _numbers(folder: Path) -> dict[str, int]:
    """Return the numbers that were used by each task; a damaged file counts as empty, so that training goes on."""
    try:
        used = json.loads(RunFolder(folder).read(NUMBERS))
        return {task: number for task, number in used.items() if isinstance(number, int)}
    except (OSError, ValueError, AttributeError, RecursionError):
        return {}
