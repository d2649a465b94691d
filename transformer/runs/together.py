"""Training in several processes (`training/parallel`), as a run that can continue with any number of them.

    torchrun --nproc-per-node 2 -m transformer.training reverse     # or pairs FILE, text FILE
    torchrun --nproc-per-node 3 -m transformer.runs runs/reverse-1  # continues

The first process does what it would do alone, including all writing and printing. The others wait until it
sends them the state of the training, and then make the same steps. If one of them ends early, all end, and
one of them prints the reason.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import NoReturn

import torch
import torch.distributed as dist
from torch import nn

from transformer.runs.run import Run, RunConfig
from transformer.tasks import Task
from transformer.training import Step, Training, parallel
from transformer.training.recipes import Recipe

# torchrun sends these signals to all when one process has ended, or when torchrun itself is ended.
ASKED = signal.SIGTERM, signal.SIGINT


def is_one_of_several() -> bool:
    """Whether torchrun started this process as one of several."""
    return int(os.environ.get("WORLD_SIZE") or 1) > 1


def main(first: Callable[[list[str]], None], words: list[str]) -> None:
    """Run one of several processes: the first does what the arguments ask for, the others help."""
    company = Company()
    try:
        company.meet()
        if company.number == 0:
            first(words)
        else:
            help_the_first()
        dist.destroy_process_group()
    except BaseException as error:
        if parallel.lost(error):
            company.leave()
        if not company.says():
            sys.exit(1)
        if isinstance(error, ValueError | FloatingPointError):
            sys.exit(f"training: {error}")
        raise


def steps(recipe: Recipe, model: nn.Module, task: Task, where: torch.device) -> Iterator[Step]:
    """Yield the steps of a recipe, saved as a run."""
    config = RunConfig(recipe.task, recipe.settings, recipe.sizes, family=recipe.family)
    run = Run.create(config)
    print(f"{run.name}: {parallel.several()} processes, kept in {run.folder}", flush=True)
    for event in run.train(model, recipe.stop, where):
        values = (event[n] for n in ("loss", "learning_rate", "gradient_norm", "guidance"))
        yield Step(event["step"] - 1, *values)


def help_the_first() -> None:
    """Make the same steps as the first process, which saves them."""
    shared = parallel.hear()
    torch.set_num_threads(shared["threads"])
    run = Run(shared["folder"])
    config, task = RunConfig.read(run.card), run.task()
    device = parallel.own_device(shared["device"])
    training = Training(config.build(task), task, config.settings, device)
    training.restore(shared["state"])
    training.model.train()
    while training.number < shared["last"]:
        training.step()


class Company:
    """The processes that train together, and how they end."""

    def __init__(self) -> None:
        self.number, self.store = int(os.environ.get("RANK") or 0), None
        if hasattr(signal, "pthread_sigmask"):
            # A process may be waiting for one that has ended, so a separate thread listens for the signal.
            signal.pthread_sigmask(signal.SIG_BLOCK, ASKED)
            threading.Thread(target=self.leave_when_asked, daemon=True).start()

    def meet(self) -> None:
        """Wait for all others. Raises `ValueError` where the connection fails."""
        if not dist.is_available():
            raise ValueError(
                "this PyTorch was built without torch.distributed, which several processes need: install a build "
                "that includes it (pytorch.org), or train in one process: python -m transformer.training …"
            )
        try:
            self.store, number, count = next(dist.rendezvous("env://"))
            dist.init_process_group(store=self.store, rank=number, world_size=count)
        except (dist.DistError, ValueError) as error:
            port = os.environ.get("MASTER_PORT", "")
            raise ValueError(
                f"the processes cannot connect on port {port or '(none was given)'}: {str(error).splitlines()[0]}. "
                "Another program may use that port; torchrun --standalone uses a free port"
            ) from error

    def says(self) -> bool:
        """Whether this process should print why all end: exactly one does, the first if possible."""
        if self.number:
            time.sleep(1.0)
        try:
            return self.store is None or self.store.add("said", 1) == 1
        except dist.DistError:  # it was held by a process that has ended
            return True

    def leave_when_asked(self) -> None:
        signal.sigwait(ASKED)
        self.leave()

    def leave(self) -> NoReturn:
        """End at once, without waiting for the others: a run can be ended at any moment."""
        if self.says():
            print(f"training: {self.reason()}", file=sys.stderr, flush=True)
        os._exit(1)

    def reason(self) -> str:
        why = (
            "the run ended before its last step, because one of its processes ended or all of them were stopped; "
            "torchrun’s output below names the first process that ended"
        )
        if not (folder := parallel.received.get("folder")):
            return f"{why}. No step was completed"
        again = f"{parallel.launcher()} -m transformer.runs {folder}"
        return f"{why}. To continue from the last frame, with any number of processes, run {again}"
