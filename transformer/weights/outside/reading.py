"""A folder from outside → a model of our own layers, with a table of what did not fit."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from transformer import families
from transformer.vocabulary import Vocabulary
from transformer.weights.outside import bert, cutting, gpt2, marian
from transformer.weights.outside.files import Tensors, config_of
from transformer.weights.outside.part import Kind, Part, Sides, must_be
from transformer.weights.outside.task import outside
from transformer.weights.trained import Trained, WeightsError

KINDS = {"gpt2": gpt2.KIND, "bert": bert.KIND, "marian": marian.KIND}
MOST_PIECES = 2**21  # of a vocabulary; the largest in use have an eighth of that
SHOWN = 8  # lines of what does not fit


@dataclass(frozen=True)
class Row:
    """One parameter: ours, what it must look like, theirs, and how that looks; () where it is missing."""

    ours: str
    needed: tuple[int, ...]
    theirs: str
    found: tuple[int, ...]

    @property
    def fits(self) -> bool:
        return self.needed == self.found

    def __str__(self) -> str:
        found = "is missing" if not self.found else f"becomes {self.found}"
        return f"{self.theirs} {found}, and {self.ours} needs {self.needed}"


def open_folder(folder: Path, name: str = "") -> Trained:
    """The model in a folder with config.json, model.safetensors and a tokenizer, in evaluation mode.

    Raises `WeightsError` where the kind is unknown, a file is missing or damaged, or a tensor does not fit: then nothing is kept.
    """
    theirs = config_of(folder)
    kind = kind_of(theirs)
    must_be(theirs, tie_word_embeddings=True)
    tensors = Tensors(folder)
    try:
        if not 0 < theirs["vocab_size"] <= MOST_PIECES:
            raise ValueError(
                f"vocab_size is {theirs['vocab_size']:,}; at most {MOST_PIECES:,} are read"
            )
        sides = kind.sides(theirs, cutting.of_folder(folder))
        config = kind.config(theirs, sides)
        layers = sum(size for n, size in asdict(config).items() if n.endswith("_layers"))
        if layers > len(tensors):
            raise ValueError(
                f"it speaks of {layers:,} layers, and there are {len(tensors)} tensors"
            )
        with Unfilled():
            model = families.find(kind.family).build(config)
    except WeightsError:
        raise
    except KeyError as error:
        raise WeightsError(f"config.json does not say {error}. Get it once more.") from error
    except (ValueError, TypeError, RuntimeError, MemoryError) as error:
        told = str(error).splitlines()[0] if str(error) else "more memory than there is"
        raise WeightsError(f"config.json describes no model that can be made: {told}.") from error
    state, remarks, counted = state_of(model, kind, tensors, sides)
    model.load_state_dict(state, assign=True)
    if "source_embedding.table.weight" in state and sides[0].rows == sides[1].rows:
        model.get_submodule("target_embedding").table = model.get_submodule(
            "source_embedding.table"
        )
    task = outside(name or folder.name, sides, kind, config.max_length)
    card = {
        "task": "outside",
        "title": task.title,
        "family": kind.family,
        "config": asdict(config),
        "folder": str(folder.resolve()),
        "kind": theirs["model_type"],
        "parameters": counted,
        "held_out": {},
    }
    source, target = Vocabulary(task.source_words), Vocabulary(task.target_words)
    said = " ".join(remarks)
    return Trained(name or folder.name, model.eval(), task, card, source, target, remark=said)


class Unfilled(TorchFunctionMode):
    """Weights are not drawn: theirs take their place, and memory that nobody writes costs nothing. (On "meta" torch would
    first read its compiler, for seconds.)"""

    def __torch_function__(
        self, function: Callable, types: Any, args: tuple = (), kwargs: dict | None = None
    ) -> Any:
        name = getattr(function, "__name__", "")
        if name.endswith(("normal_", "uniform_")):
            return args[0] if args else (kwargs or {})["tensor"]
        if name == "randn":
            return torch.empty(*args)
        return function(*args, **(kwargs or {}))


def kind_of(theirs: dict[str, Any]) -> Kind:
    """The kind that config.json names. Raises `WeightsError` for one that is not known here."""
    if (name := theirs.get("model_type")) not in KINDS:
        given = f"model_type is {name!r}" if name else "config.json names no model_type"
        raise WeightsError(f"{given}; read here are {', '.join(KINDS)}, each into our own layers.")
    return KINDS[name]


def state_of(
    model: nn.Module, kind: Kind, tensors: Tensors, sides: Sides
) -> tuple[dict[str, Tensor], list[str], int]:
    """Each of our parameters out of theirs, what is to be said, and how many numbers were taken."""
    known = {plain(name, kind): name for name in tensors}
    state, remarks, rows, used = {}, dict[str, None](), [], {}
    for ours, empty in model.state_dict().items():
        part, theirs = part_of(ours, kind)
        pieces = sides[ours.startswith("target")]
        if (stored := known.get(plain(theirs, kind))) is None:
            if part.optional:
                remarks[f"This folder has {part.optional}."] = None
                state[ours] = part.made(torch.zeros(empty.shape), pieces)
                continue
            rows.append(Row(ours, tuple(empty.shape), theirs, ()))
            continue
        used[stored] = tensors.shape(stored)
        try:
            state[ours] = part.made(tensors[stored], pieces).contiguous()
            found = tuple(state[ours].shape)
        except (IndexError, RuntimeError):
            found = used[stored]
        rows.append(Row(ours, tuple(empty.shape), theirs, found))
    if wrong := [row for row in rows if not row.fits]:
        raise WeightsError(unfit(wrong, len(rows)))
    left = [n for n in tensors if n not in used and not n.endswith(kind.known)]
    if left:
        some = ", ".join(sorted(left)[:3])
        remarks[f"{len(left)} tensors are not used, {some} among them."] = None
    return state, list(remarks), sum(torch.Size(shape).numel() for shape in used.values())


def part_of(ours: str, kind: Kind) -> tuple[Part, str]:
    """What ours is made of, and its name in the file."""
    numbers = [word for word in ours.split(".") if word.isdigit()]
    pattern = ".".join("{}" if word.isdigit() else word for word in ours.split("."))
    part = kind.parts[pattern]
    return part, part.name.format(*numbers)


def plain(name: str, kind: Kind) -> str:
    """Without the prefix that some files have; older files call a norm's numbers gamma and beta."""
    name = name.removeprefix(kind.prefix).replace("LayerNorm.gamma", "LayerNorm.weight")
    return name.replace("LayerNorm.beta", "LayerNorm.bias")


def unfit(wrong: Sequence[Row], all_rows: int) -> str:
    more = f"; and {len(wrong) - SHOWN} more" if len(wrong) > SHOWN else ""
    listed = "; ".join(map(str, wrong[:SHOWN]))
    return f"{len(wrong)} of {all_rows} tensors do not fit: {listed}{more}. Are config.json and the weights of one model?"
