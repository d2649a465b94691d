"""A run's model as a `Trained`, so that a new model can be inspected like one that ships."""

import torch
from safetensors import SafetensorError, safe_open

from transformer import families, weights
from transformer.objectives.objective import measured
from transformer.runs import MEASURED, Run, layers
from transformer.runs.cards import Unfit, judged
from transformer.runs.run import AGAIN
from transformer.runs.run_folder import Damaged
from transformer.tasks import Task
from transformer.training import vocabularies
from transformer.weights import Trained, WeightsError
from transformer.weights.fingerprint import up_to


def load(run: Run, step: int) -> Trained:
    """Return the model after that step, in evaluation mode; its card has the measured scores.

    Raises `WeightsError` where the checkpoint is missing or damaged, where the current code builds another model,
    or where the card does not describe a model that can be built.
    """
    try:
        config = judged(run.card)
    except (Unfit, Damaged) as error:
        raise WeightsError(
            f"the card of {run.name} cannot be used: {error.reason}. {AGAIN}"
        ) from error
    layers.present(run)
    task = run.task()
    model = config.build(task)
    weights.fill(model, _read(run, step), run.name, AGAIN)
    source, target = vocabularies(task)
    card = _card(run, step, model.eval(), task)
    return Trained(run.name, model, task, card, source, target).compared()


def typed(task: Task, words: tuple[str, ...]) -> str:
    """Return the text that is cut into these source words; "" if there is none."""
    bpe = getattr(getattr(task, "read", None), "__self__", None)  # for pairs in learned tokens
    for write in (bpe.text if bpe else " ".join, "".join):
        text = write(list(words))
        if tuple(task.split(text)) == tuple(words):
            return text
    return ""


def _read(run: Run, step: int) -> dict[str, torch.Tensor]:
    """Read only the parameters from a checkpoint."""
    file = run.checkpoint_file(step)
    try:
        with safe_open(file, "pt") as frame:
            names = [name for name in frame.keys() if name.startswith("model.")]  # noqa: SIM118
            return {name.removeprefix("model."): frame.get_tensor(name) for name in names}
    except (SafetensorError, OSError, ValueError) as error:
        raise WeightsError(
            f"the frame of {run.name} after step {step} is missing or damaged ({error}). {AGAIN}"
        ) from error


def _card(run: Run, step: int, model: torch.nn.Module, task: Task) -> dict:
    """Return the card that pages show for a trained model, measured on the run's held-out examples."""
    events = [event for event in run.events() if event["step"] <= step]
    objective, examples = families.family_of(model).objective, task.held_out[:MEASURED]
    event_of_step: dict = next((event for event in events if event["step"] == step), {})
    batch = objective.batch(examples, vocabularies(task))
    # The score is None for the untrained model.
    held_out = {objective.score: event_of_step.get(objective.score)}
    held_out |= {name: event_of_step[name] for name in ("bleu",) if name in event_of_step}
    held_out |= measured(objective.map_scores(model, batch))
    return up_to(run.card, step) | {
        "step": step,
        "held_out": held_out,
        # The number of training examples is omitted: counting them would cut your own text again.
        "sentences": {"held_out": len(examples)},
        "parameters": sum(parameter.numel() for parameter in model.parameters()),
        "seconds": sum(event["seconds"] for event in events),
    }
