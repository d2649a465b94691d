"""A model in training on one pinned example, checkpoint by checkpoint."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from safetensors import safe_open
from torch import Tensor, nn

from transformer import families
from transformer.decoding import greedy, writes
from transformer.objectives.maps import Map
from transformer.objectives.objective import Vocabularies
from transformer.probe import record
from transformer.runs import Run
from transformer.runs.run_folder import Damaged
from transformer.tasks import Example, Task
from transformer.vocabulary import SPECIALS, Vocabulary

ASKED = 64  # held-out examples used to measure heads
GIVEN = 10  # tokens of a line that form the prompt; at most half of the line


@dataclass(frozen=True)
class Moment:
    """One checkpoint's results on the pinned sentence."""

    step: int
    maps: dict[str, np.ndarray]  # by the name of the map: (layer, head, row, column)
    written: tuple[str, ...] | None  # None, and no maps, where the model cannot be built
    table: Tensor  # (word, d_model), the source embedding without special tokens
    looks: np.ndarray | None  # (layer, head); None where the alignment is unknown
    embedding: str = "source_embedding.table.weight"  # the name of the parameter in `table`


def load_checkpoint(run: Run, model: nn.Module, step: int) -> nn.Module:
    """Load the model after that step into `model`, which has the same sizes."""
    with safe_open(run.checkpoint_file(step), "pt") as file:
        names = [name for name in file.keys() if name.startswith("model.")]  # noqa: SIM118
        state = {n.removeprefix("model."): file.get_tensor(n) for n in names}
    try:
        model.load_state_dict(state)
    except RuntimeError as error:
        raise Damaged(f"Frame {step} of {run.name}", "is a checkpoint of another model") from error
    return model.eval()


@torch.no_grad()
def moment(
    model: nn.Module, task: Task, vocabularies: Vocabularies, step: int, example: Example
) -> Moment:
    """Run a forward pass on the pinned sentence with its correct target, and greedy decoding without it. For
    a text, which is only a line, greedy decoding continues its beginning. A model that generates nothing
    gives its most probable answer.

    The task's `vocabularies` take time to build.
    """
    family = families.family_of(model)
    layers = {m: m.layers(model) for m in family.maps}
    batch = family.objective.batch([example], vocabularies)
    with record(
        model, *(f"{path}.weights" for paths in layers.values() for path in paths)
    ) as trace:
        result = family.objective.run(model, batch)
    maps = {
        m.name: torch.stack([m.weights(trace, path)[0] for path in paths]).numpy()
        for m, paths in layers.items()
    }
    tokens = result[0].reshape(-1, result.shape[-1]).argmax(-1)
    if writes(model):
        source = torch.tensor([vocabularies[0].encode(example.source)], dtype=torch.long)
        prompt = None if example.source else given_of(example, vocabularies[1])
        tokens = greedy(model, source, 2 * len(example.target) + 2, prompt)[0]
    written = vocabularies[1].decode(tokens)
    weights = {name: weight.detach() for name, weight in model.named_parameters()}
    embedding = table_of(weights, vocabularies)
    table = weights[embedding][len(SPECIALS) :].clone()
    held_out = family.objective.batch(task.held_out[:ASKED], vocabularies)
    cross = family.map("target", "source")
    looks = (
        looks_right(model, held_out, cross) if cross and hasattr(held_out, "alignment") else None
    )
    return Moment(step, maps, tuple(written), table, looks, embedding)


def words_alone(run: Run, task: Task, step: int) -> Moment:
    """Return what a checkpoint shows without a model: only the embeddings, where the layers are missing here."""
    with safe_open(run.checkpoint_file(step), "pt") as file:
        weights = {n.removeprefix("model."): file.get_tensor(n) for n in file.keys()}  # noqa: SIM118
    embedding = table_of(weights, families.vocabularies(task))
    return Moment(step, {}, None, weights[embedding][len(SPECIALS) :], None, embedding)


def given_and_rest(example: Example) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the model's input and the expected output: source and target, or the beginning of a line and its
    rest."""
    if example.source:
        return example.source, example.target
    length = min(GIVEN, len(example.target) // 2)
    return example.target[:length], example.target[length:]


def given_of(example: Example, words: Vocabulary) -> Tensor:
    """Return the beginning of a line as a prompt: (1, given)."""
    prompt, _ = given_and_rest(example)
    return torch.tensor([words.encode(prompt)], dtype=torch.long)


def table_of(weights: Mapping[str, Tensor], vocabularies: Vocabularies) -> str:
    """Return the name of the embedding table to draw: that of the source or, without a source, that of the
    target. In your own family it may have any name: a table with a row for each word.

    Raises `ValueError` where there is none.
    """
    side = 0 if len(vocabularies[0]) > len(SPECIALS) else 1
    rows = len(vocabularies[side])
    names = [name for name, w in weights.items() if w.dim() == 2 and len(w) == rows]
    usual = f"{('source', 'target')[side]}_embedding.table.weight"
    if not names:
        raise ValueError(
            f"no parameter of this model has one row for each of the {rows} words, so no parameter can be plotted"
        )
    return usual if usual in names else names[0]


@torch.no_grad()
def looks_right(model: nn.Module, batch: Any, cross: Map) -> np.ndarray | None:
    """For each cross-attention head, return how often the largest weight of a target word is on the aligned
    source word: (layer, head)."""
    if not (batch.alignment >= 0).any():
        return None
    paths = cross.layers(model)
    with record(model, *(f"{path}.weights" for path in paths)) as trace:
        families.family_of(model).objective.run(model, batch)
    seen = torch.stack(
        [cross.weights(trace, path).argmax(-1) for path in paths]
    )  # (layer, batch, head, target)
    aligned = batch.alignment[:, : seen.shape[-1]]
    hits = (seen == aligned[None, :, None]).permute(0, 2, 1, 3)  # (layer, head, batch, target)
    return hits[..., aligned >= 0].float().mean(-1).numpy()


def asked_of(task: Task) -> int:
    """Return the number of held-out target words with a known aligned source word."""
    return sum(k >= 0 for e in task.held_out[:ASKED] for k in e.alignment)
