"""What a training's model does with one pinned example, frame by frame."""

from dataclasses import dataclass

import numpy as np
import torch
from safetensors import safe_open
from torch import Tensor, nn

from transformer import families
from transformer.decoding import greedy
from transformer.families.batch import Batch
from transformer.families.maps import Map
from transformer.probe import record
from transformer.runs import Run
from transformer.tasks import Example
from transformer.vocabulary import SPECIALS, Vocabulary

Words = tuple[Vocabulary, Vocabulary]  # source, target

ASKED = 64  # held-out examples on which heads are judged
GIVEN = 10  # pieces of a line that the model is given to go on with; at most half of the line


@dataclass(frozen=True)
class Moment:
    """What one checkpoint does with the pinned sentence."""

    step: int
    maps: dict[str, np.ndarray]  # of "encoder", "decoder", "cross": (layer, head, query, key)
    written: tuple[str, ...] | None  # None, and no maps, where the model cannot be built
    table: Tensor  # (word, d_model), the embedding of what is read, without the specials
    looks: np.ndarray | None  # (layer, head); None where nothing is known of the alignment


def checkpoint(run: Run, model: nn.Module, step: int) -> nn.Module:
    """The model after that step, put into `model`, which has the same sizes."""
    with safe_open(run.frame_file(step), "pt") as file:
        names = [name for name in file.keys() if name.startswith("model.")]  # noqa: SIM118
        model.load_state_dict({n.removeprefix("model."): file.get_tensor(n) for n in names})
    return model.eval()


@torch.no_grad()
def moment(model: nn.Module, task, words: Words, step: int, example: Example) -> Moment:
    """A forward pass on the pinned sentence with its right target, and a greedy one without it; of a
    text, where there is only the line, a greedy one from its beginning on.

    `words` are the task's `vocabularies`, which take time to make.
    """
    family = families.of(model)
    layers = {m: m.layers(model) for m in family.maps}
    batch = family.objective.batch([example], words)
    with record(
        model, *(f"{path}.weights" for paths in layers.values() for path in paths)
    ) as trace:
        family.objective.run(model, batch)
    maps = {
        m.name: torch.stack([m.weights(trace, path)[0] for path in paths]).numpy()
        for m, paths in layers.items()
    }
    source = torch.tensor([words[0].encode(example.source)], dtype=torch.long)
    prompt = None if example.source else given_of(example, words[1])
    tokens = greedy(model, source, 2 * len(example.target) + 2, prompt)[0]
    written = words[1].decode(tokens)
    table = model.get_parameter(table_of(task))[len(SPECIALS) :].clone()
    asked = family.objective.batch(task.held_out[:ASKED], words)
    cross = family.map("target", "source")
    looks = looks_right(model, asked, cross) if cross else None
    return Moment(step, maps, tuple(written), table, looks)


def words_alone(run: Run, task, step: int) -> Moment:
    """What a frame shows without a model: where the layers are not here, only the embeddings are."""
    with safe_open(run.frame_file(step), "pt") as file:
        table = file.get_tensor(f"model.{table_of(task)}")[len(SPECIALS) :]
    return Moment(step, {}, None, table, None)


def given_and_rest(example: Example) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the model is given and what should come: source and target, or the beginning of a line
    and its rest."""
    if example.source:
        return example.source, example.target
    given = min(GIVEN, len(example.target) // 2)
    return example.target[:given], example.target[given:]


def given_of(example: Example, words: Vocabulary) -> Tensor:
    """The beginning of a line, as a prompt: (1, given)."""
    given, _ = given_and_rest(example)
    return torch.tensor([words.encode(given)], dtype=torch.long)


def table_of(task) -> str:
    """The embedding whose words are drawn: of what is read, or where nothing is, of what is written."""
    return f"{'source' if task.source_words else 'target'}_embedding.table.weight"


@torch.no_grad()
def looks_right(model: nn.Module, batch: Batch, cross: Map) -> np.ndarray | None:
    """Of each cross-attention head the share of the target words at which it looks most at the source
    word that is rendered: (layer, head)."""
    if not (batch.alignment >= 0).any():
        return None
    paths = cross.layers(model)
    with record(model, *(f"{path}.weights" for path in paths)) as trace:
        model(batch.source, batch.target[:, :-1])
    seen = torch.stack(
        [cross.weights(trace, path).argmax(-1) for path in paths]
    )  # (layer, batch, head, target)
    known = batch.alignment[:, : seen.shape[-1]]
    hits = (seen == known[None, :, None]).permute(0, 2, 1, 3)  # (layer, head, batch, target)
    return hits[..., known >= 0].float().mean(-1).numpy()


def asked_of(task) -> int:
    """Of how many held-out target words it is known which source word they render."""
    return sum(k >= 0 for e in task.held_out[:ASKED] for k in e.alignment)
