"""The training loop, a generator of `Step`s: the app, the notebooks and the tests all consume it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from transformer import families
from transformer.diagnosis.nonfinite import first_nonfinite
from transformer.probe import record
from transformer.tasks import Task
from transformer.training import device as devices
from transformer.training.optimizers import OPTIMIZERS
from transformer.training.settings import Settings


@dataclass(frozen=True)
class Step:
    """What happened in one step of training; `loss` is the cross-entropy, in nats a token."""

    number: int
    loss: float
    learning_rate: float
    gradient_norm: float
    guidance: float | None = None


def train(
    model: nn.Module, task: Task, settings: Settings, device: torch.device = devices.CPU
) -> Iterator[Step]:
    """Train the model in place, one `Step` at a time; it moves to the device and stays there."""
    return Training(model, task, settings, device).steps()


class Training:
    """A model in training, with all that its next step depends on: it can stop, and go on elsewhere.

    Model and sentences move to the device. What is drawn by lot (which sentences, which of the
    decoder's own words) is drawn on the CPU, so that it is the same everywhere.
    """

    def __init__(
        self,
        model: nn.Module,
        task: Task,
        settings: Settings,
        device: torch.device = devices.CPU,
    ):
        self.model, self.settings, self.device = model.to(device), settings, device
        devices.make_repeatable(device)
        self.objective = families.of(model).objective
        self.data = self.objective.batch(task.train, families.vocabularies(task)).to(device)
        self.shuffle = torch.Generator().manual_seed(settings.seed)
        self.parameters = list(model.parameters())  # to walk through the model takes a while
        self.optimizer = OPTIMIZERS[settings.optimizer](self.parameters, settings)
        self.number = 0  # steps made

    def steps(self) -> Iterator[Step]:
        """From where it stands to the last step.

        Stops with a `FloatingPointError` at the first loss that is not a number, before the weights
        are NaN too.
        """
        self.model.train()
        while self.number < self.settings.steps:
            yield self.step()
        self.model.eval()

    def step(self) -> Step:
        """One batch: forward, backward, clip, move."""
        settings, number = self.settings, self.number
        rows = torch.randint(len(self.data), (settings.batch,), generator=self.shuffle)
        batch = self.data[rows.to(self.device)].cut()
        loss, extra = self.objective.loss(self.model, batch, settings, self.shuffle)
        total = loss
        if extra is not None and settings.guide is not None:
            total = loss + settings.guide.weight * extra
        if not torch.isfinite(total):
            raise FloatingPointError(self.nonfinite(total.item()))
        self.optimizer.zero_grad()
        total.backward()
        self.norm = nn.utils.clip_grad_norm_(self.parameters, settings.clip).item()
        for group in self.optimizer.param_groups:
            group["lr"] = settings.rate(number)
        self.optimizer.step()
        self.number += 1
        guided = None if extra is None else extra.item()
        return Step(number, loss.item(), settings.rate(number), self.norm, guided)

    def gradient_norms(self) -> dict[str, float]:
        """The length of the last step's gradient in each part of the model, before it was clipped."""
        squares: dict[str, float] = {}
        for name, parameter in self.model.named_parameters():
            if parameter.grad is not None:
                part = re.findall(r"^\w+(?:\.layers\.\d+)?", name)[0]
                squares[part] = squares.get(part, 0.0) + parameter.grad.square().sum().item()
        unclipped = max(1.0, self.norm / self.settings.clip)
        return {part: unclipped * square**0.5 for part, square in squares.items()}

    def nonfinite(self, loss: float) -> str:
        """What to say of a loss that is not a number: when, where, and what to do."""
        batch = self.data[: self.settings.batch]
        with torch.no_grad(), record(self.model) as trace:
            self.objective.run(self.model, batch)
        name = first_nonfinite(trace)
        where = f", first in {name} ({trace.lines[name]})" if name else ""
        return (
            f"the loss is {loss} at step {self.number}{where}: try a smaller learning rate than "
            f"{self.settings.learning_rate:g}, or look for a layer that gives NaN"
        )

    def state(self) -> dict[str, Tensor]:
        """Everything that the next step depends on, as tensors by name, on the CPU.

        A GPU's training can go on without one, and the other way round: with all but the state of
        the other device's random generator.
        """
        state = {f"model.{name}": value for name, value in self.model.state_dict().items()}
        for number, memory in self.optimizer.state_dict()["state"].items():
            state |= {f"optimizer.{number}.{name}": value for name, value in memory.items()}
        random = {"shuffle": self.shuffle.get_state(), "torch": torch.get_rng_state()}
        if (own := devices.random_state(self.device)) is not None:
            random[self.device.type] = own
        state |= {f"random.{name}": value for name, value in random.items()}
        state["number"] = torch.tensor(self.number)
        return {name: value.detach().to("cpu", copy=True) for name, value in state.items()}

    def restore(self, state: dict[str, Tensor]) -> None:
        """Go on from a `state()`, with the very losses that would have come without the stop."""
        parts: dict[str, dict] = {"model": {}, "optimizer": {}, "random": {}}
        for name, value in state.items():
            kind, _, rest = name.partition(".")
            if kind in parts:
                parts[kind][rest] = value
        memories: dict[int, dict[str, Tensor]] = {}
        for name, value in parts["optimizer"].items():
            number, _, rest = name.partition(".")
            counter = value.dim() == 0  # how many steps: where it should be, the optimiser knows
            value = value if counter else value.to(self.device)
            memories.setdefault(int(number), {})[rest] = value
        self.check_memory(memories)
        self.model.load_state_dict(parts["model"])
        groups = self.optimizer.state_dict()["param_groups"]
        self.optimizer.load_state_dict({"state": memories, "param_groups": groups})
        self.shuffle.set_state(parts["random"]["shuffle"])
        torch.set_rng_state(parts["random"]["torch"])
        if self.device.type in parts["random"]:
            devices.set_random_state(self.device, parts["random"][self.device.type])
        self.number = int(state["number"])

    def check_memory(self, memories: dict[int, dict[str, Tensor]]) -> None:
        """`ValueError` where another optimiser remembered this: SGD's velocity is no mean of squares."""
        weight = torch.zeros(2, 2, requires_grad=True)
        weight.grad = torch.zeros(2, 2)
        fresh = OPTIMIZERS[self.settings.optimizer]([weight], self.settings)
        fresh.step()
        needed = fresh.state_dict()["state"][0]
        for memory in memories.values():
            if memory.keys() != needed.keys():
                raise ValueError(
                    f"this state was kept by another optimiser than '{self.settings.optimizer}': it "
                    f"remembers {', '.join(memory) or 'nothing'} of each parameter, and needed is "
                    f"{', '.join(needed)}. Go on with the optimiser that it was trained with"
                )
