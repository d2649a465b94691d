"""A folder from outside → a model of our own layers, with a table of everything that did not fit."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from transformer import families
from transformer.vocabulary import Vocabulary
from transformer.weights.outside import bert, folder_tokenizer, gpt2, marian
from transformer.weights.outside.files import Tensors, config_of, folder_of, name_of
from transformer.weights.outside.names import must_be_tied, names_in, plain
from transformer.weights.outside.part import Kind, Part, Sides, other_ends
from transformer.weights.outside.task import outside
from transformer.weights.trained import Trained, WeightsError

MODEL_TYPES = {"gpt2": gpt2.KIND, "bert": bert.KIND, "marian": marian.KIND}
MOST_PIECES = 2**21  # of a vocabulary; the largest in use have an eighth of that
SHOWN = 8  # lines of what does not fit
BEYOND = "The tokenizer has tokens without a row in the embedding table: these tokens are read as unknown."


@dataclass(frozen=True)
class Row:
    """One parameter: our name and required shape, their name and shape; () where it is missing."""

    ours: str
    needed: tuple[int, ...]
    theirs: str
    shape: tuple[int, ...]

    @property
    def fits(self) -> bool:
        return self.needed == self.shape

    def __str__(self) -> str:
        state = "is missing" if not self.shape else f"has the shape {self.shape}"
        return f"{self.theirs} {state}, but {self.ours} needs {self.needed}"


def open_folder(folder: Path, name: str = "") -> Trained:
    """Load the model in a folder with config.json, model.safetensors and a tokenizer, in evaluation mode.

    Raises `WeightsError` where the type is unknown, a file is missing or damaged, or a tensor does not fit;
    then nothing is kept.
    """
    folder = folder_of(folder)
    theirs = config_of(folder)
    kind = kind_of(theirs)
    tensors = Tensors(folder)
    must_be_tied(kind, theirs, tensors)
    try:
        if not 0 < theirs["vocab_size"] <= MOST_PIECES:
            raise ValueError(
                f"vocab_size is {theirs['vocab_size']:,}; at most {MOST_PIECES:,} pieces can be read"
            )
        sides = kind.build_sides(theirs, folder_tokenizer.read_tokenizers(folder))
        config = kind.config(theirs, sides)
        layers = sum(size for n, size in asdict(config).items() if n.endswith("_layers"))
        if layers > len(tensors):
            raise ValueError(
                f"it describes {layers:,} layers, but there are only {len(tensors)} tensors"
            )
        with Unfilled():
            model = families.find(kind.family).build(config)
    except WeightsError:
        raise
    except KeyError as error:
        raise WeightsError(
            f"config.json does not contain {error}, which a model of the type {theirs['model_type']} needs. "
            "Is it the config.json that was saved with the model?"
        ) from error
    except (ValueError, TypeError, RuntimeError, MemoryError) as error:
        reason = (
            str(error).splitlines()[0] if str(error) else "it needs more memory than is available"
        )
        raise WeightsError(
            f"config.json describes a model that cannot be built: {reason}."
        ) from error
    state, remarks, counted = state_of(model, kind, tensors, sides)
    remarks += other_ends(theirs)
    remarks += [BEYOND for side in sides if side.size and side.tokenizer.names(side.size)][:1]
    model.load_state_dict(state, assign=True)
    if "source_embedding.table.weight" in state and sides[0].rows == sides[1].rows:
        model.get_submodule("target_embedding").table = model.get_submodule(
            "source_embedding.table"
        )
    task = outside(name or name_of(folder), sides, kind, config.max_length)
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
    remark = " ".join(remarks)
    return Trained(name or name_of(folder), model.eval(), task, card, source, target, remark=remark)


class Unfilled(TorchFunctionMode):
    """Skip the initialization of parameters, because loaded ones replace them and untouched memory costs
    nothing. (On "meta", torch would first import its compiler, which takes seconds.)"""

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
    """Return the type in config.json. Raises `WeightsError` for an unknown one."""
    if (name := theirs.get("model_type")) not in MODEL_TYPES:
        stated = (
            f"the model_type in config.json is {name!r}"
            if name
            else "config.json has no model_type"
        )
        raise WeightsError(
            f"{stated}; the types that can be read here are {', '.join(MODEL_TYPES)}."
        )
    return MODEL_TYPES[name]


def state_of(
    model: nn.Module, kind: Kind, tensors: Tensors, sides: Sides
) -> tuple[dict[str, Tensor], list[str], int]:
    """Return each of our parameters converted from theirs, the messages, and how many values were used."""
    names = names_in(tensors, kind)
    state, remarks, rows, used = {}, dict[str, None](), [], {}
    for ours, empty in model.state_dict().items():
        part, theirs = part_of(ours, kind)
        pieces = sides[ours.startswith("target")]
        stored = names.get(plain(theirs, kind)) or names.get(plain(part.other, kind))
        if stored is None:
            if part.optional:
                remarks[f"The model in this folder has {part.optional}."] = None
                state[ours] = part.made(torch.zeros(empty.shape), pieces)
                continue
            rows.append(Row(ours, tuple(empty.shape), theirs, ()))
            continue
        used[stored] = tensors.shape(stored)
        try:
            state[ours] = part.made(tensors[stored], pieces).contiguous()
            shape = tuple(state[ours].shape)
        except (IndexError, RuntimeError):
            shape = used[stored]
        rows.append(Row(ours, tuple(empty.shape), theirs, shape))
    if wrong := [row for row in rows if not row.fits]:
        raise WeightsError(unfit(wrong, len(rows), tensors))
    left = [n for n in tensors if n not in used and not n.endswith(kind.ignored)]
    if left:
        some = ", ".join(sorted(left)[:3])
        remarks[f"{len(left)} tensors in the file are not used, for example {some}."] = None
    return state, list(remarks), sum(torch.Size(shape).numel() for shape in used.values())


def part_of(ours: str, kind: Kind) -> tuple[Part, str]:
    """Return the source of one of our parameters, and its name in the file."""
    numbers = [word for word in ours.split(".") if word.isdigit()]
    pattern = ".".join("{}" if word.isdigit() else word for word in ours.split("."))
    part = kind.parts[pattern]
    return part, part.name.format(*numbers)


def unfit(wrong: Sequence[Row], all_rows: int, names: Iterable[str]) -> str:
    """Return a message that says which tensors do not fit, and the likely reason."""
    for row in wrong:
        wrapped = next((name for name in names if name.endswith(f".{row.theirs}")), "")
        if wrapped and not row.shape:
            return (
                f"{len(wrong)} of {all_rows} tensors are missing under their expected names: {row.theirs} is called "
                f"{wrapped}. The model was saved inside another model. Save the inner model, or rename its tensors."
            )
    more = f"; and {len(wrong) - SHOWN} more" if len(wrong) > SHOWN else ""
    listed = "; ".join(map(str, wrong[:SHOWN]))
    return f"{len(wrong)} of {all_rows} tensors do not match: {listed}{more}. Do config.json and the weights file belong to the same model?"
