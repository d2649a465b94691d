"""Exact match of what a model writes after a prompt."""

from collections.abc import Sequence

from torch import Tensor, nn

from transformer.decoding import greedy
from transformer.objectives.rows import pad
from transformer.objectives.scores import right_sentences
from transformer.tasks import Example, Task
from transformer.vocabulary import END, PAD, Vocabulary


def prompt_of(example: Example, kinds: Sequence[str]) -> tuple[str, ...]:
    """The prompt of an example: its given part, or else everything up to and including the first task word."""
    places = (n for n, word in enumerate(example.target, start=1) if word in kinds)
    return example.target[: example.given or next(places)]


def answers(
    model: nn.Module, examples: Sequence[Example], kinds: Sequence[str], words: Vocabulary
) -> tuple[Tensor, Tensor]:
    """The greedy output after each prompt, and the correct answer; both (row, ≤ token), with END."""
    starts = [prompt_of(example, kinds) for example in examples]
    left = [e.target[len(prompt) :] for e, prompt in zip(examples, starts, strict=True)]
    right = pad([[*words.encode(answer), END] for answer in left], PAD)
    prompts = pad([words.encode(prompt) for prompt in starts], PAD)
    device = next(model.parameters()).device
    prompts, right = prompts.to(device), right.to(device)
    nothing = prompts[:, :0]  # a decoder-only model reads no source
    return greedy(model, nothing, right.shape[1], prompt=prompts), right


def exact_after(model: nn.Module, task: Task, words: Vocabulary) -> dict[str, float]:
    """The exact match on held-out answers, by task word. Empty for a task without
    task words."""
    if not task.kinds:
        return {}
    written, right = answers(model, task.held_out, task.kinds, words)
    hits = right_sentences(written, right)
    task_words = [prompt_of(example, task.kinds)[-1] for example in task.held_out]
    of = {kind: [n for n, word in enumerate(task_words) if word == kind] for kind in task.kinds}
    return {kind: hits[rows].float().mean().item() for kind, rows in of.items() if rows}
