"""The trained models that pages offer: the included models, your own, and the app's runs.

The model of a run is called "run-copy-1"; a model with a replaced layer, which was not trained with it,
"english_french.attention.mine". All are listed from their cards and the names of their checkpoints; no
checkpoint is read, and torch is not needed.
"""

import json
import re
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import streamlit as st

from lessons.host import RUN_MODEL, storage
from lessons.host.source import listing, read_source
from lessons.models.shipped import MODELS, OPENS_WITH, SENTENCE
from transformer import families
from transformer.runs.run_folder import RunFolder

MACHINE = Path(__file__).resolve().parents[2] / "transformer"
WEIGHTS, VARIANTS, OWN_TASKS = MACHINE / "weights", MACHINE / "variants", MACHINE / "tasks"
VARIANT = re.compile(r'variant\(\s*"([a-z_]+)",\s*"(\w+)"\s*\)')
BUILDS, SEVERAL = re.compile(r"^def build\(", re.M), re.compile(r"^TASKS = ", re.M)
FRAME = re.compile(r"(\d{6,8})\.safetensors")
LAYER_KINDS = ("attention", "feed_forward", "norm", "residual", "position", "mask", "decoding")
WITH_LAYER = "{1} {2}, not trained · {0}"
SEARCHED = 20_000_000  # parameters; ten searches with a larger model take over three seconds
USUAL = "encoder_decoder"  # the family of a card that names none
_DAMAGED = (OSError, ValueError, TypeError, KeyError, AttributeError)


def family_of(card: dict) -> str:
    """Return the name of a model's family, from its card. Older cards have it in the config, or name none."""
    return card.get("family") or card.get("config", {}).get("family") or USUAL


def is_decoder_only(card: dict) -> bool:
    """Say whether the model of this card only continues a text."""
    return family_of(card) == "decoder_only"


def predicts_masked(card: dict) -> bool:
    """Say whether the BERT page can show the model of this card: it predicts masked words."""
    return family_of(card) == "bert"


def from_outside(card: dict) -> bool:
    """Say whether its weights are in a folder elsewhere (`transformer/weights/outside`)."""
    return "folder" in card


def has_maps(card: dict) -> bool:
    """Say whether the attention page can show the model of this card."""
    return from_outside(card) or has_cross_attention(card)


def can_be_searched(card: dict) -> bool:
    """Say whether the decoding page can show it: it generates text, and searching is fast enough."""
    small = card.get("parameters", 0) <= SEARCHED
    return small and (has_cross_attention(card) or is_decoder_only(card))


def has_tables(card: dict) -> bool:
    """Say whether the embeddings page can show the model of this card completely: it draws all rows of the table of
    each side. For an external model it shows only the map."""
    return family_of(card) == USUAL and not from_outside(card)


def has_cross_attention(card: dict) -> bool:
    """Say whether the attention page can show the model of this card: its decoder attends to the source."""
    if (name := family_of(card)) == USUAL:
        return True  # without loading the model code, which may be broken
    with suppress(Exception):  # a private family that cannot be read is not offered
        return families.find(name).map("target", "source") is not None
    return False


def offered(can_show: Callable[[dict], bool] = has_cross_attention) -> dict[str, tuple[str, str]]:
    """Return the included models, then your own: training with a changed recipe saves weights as `my_…`. Then come
    the first model with each of your layers, and the included layers that the address names. Each has its
    label and its first sentence, "" if `saved.first_text` provides it."""
    models = dict(MODELS)
    for file in listing(WEIGHTS, "my_*.json"):
        task, shown, continues = OPENS_WITH, True, False
        with suppress(*_DAMAGED):  # loading it will report the error
            card = json.loads(read_source(file))
            task, shown = card["task"], can_show(card)
            continues = is_decoder_only(card)
        if shown:
            # A private task opens with its first example: "" here, so that it is not loaded.
            usual = SENTENCE if continues or task == "pronouns" else ""
            models[file.stem] = (file.stem, MODELS.get(task, ("", usual))[1])
    names = [f"{OPENS_WITH}.{kind}.{name}" for kind, name in variants("my_*.py")]
    for name in [*names, *models_in_address()]:
        if parts := replaced_layer(name):
            base, kind, layer = parts
            title, text = MODELS[base]
            models[name] = (WITH_LAYER.format(title, kind, layer), text)
    return models


def not_shipped(can_show: Callable[[dict], bool]) -> list[str]:
    """Return the models that are not included: your own and the app's runs. None has a replaced layer."""
    mine = [name for name in offered(can_show) if name.startswith("my_")]
    return [*mine, *offered_runs(can_show)]


# ---- included models with a replaced layer ------------------------------------------------------
def variants(files: str = "[a-z]*.py") -> list[tuple[str, str]]:
    """Return kind and name of the layers in these files of `variants`. The files are not run."""
    layers = []
    for file in listing(VARIANTS, files):
        with suppress(*_DAMAGED):
            layers += VARIANT.findall(read_source(file))
    return list(dict.fromkeys(layers))


def own_layers() -> str:
    """Return the layers in your own files, "attention=mine,norm=other": what is cached about all layers depends on it."""
    return ",".join(f"{kind}={name}" for kind, name in variants("my_*.py"))


def own_tasks(taken: Collection[str]) -> list[str]:
    """Return the tasks besides those in `taken`, by file name: NAME for a private `my_NAME.py`, or the full name if
    NAME is taken, which the task then reports itself. The files are not run."""
    files = [file.stem for file in listing(OWN_TASKS, "my_*.py")]
    names = ((file.removeprefix("my_"), file) for file in files)
    own = [file if name in taken else name for name, file in names]
    built_in = [
        file.stem
        for file in listing(OWN_TASKS, "[a-z]*.py")
        if _is_task(file, file.stat().st_mtime_ns)
    ]
    return own + [name for name in built_in if name not in taken]


@lru_cache(maxsize=512)
def _is_task(file: Path, changed: int) -> bool:
    """Say whether a file defines the task of its name and no other; read again when its modification time changes."""
    source = read_source(file)
    return (
        not file.stem.startswith("my_")
        and bool(BUILDS.search(source))
        and not SEVERAL.search(source)
    )


def usual_of(kind: str) -> str:
    """Return the default layer of a kind."""
    return "sinusoidal" if kind == "position" else "standard"


def kinds() -> dict[str, list[str]]:
    """Return the names of all layers by kind: the default one, your own, then the included ones."""
    positions = [("position", name) for name in ("learned", "none", "rotary")]  # built in
    names = {kind: [usual_of(kind)] for kind in LAYER_KINDS}
    for kind, name in [*variants("my_*.py"), *variants(), *positions]:
        if name not in names.get(kind, [name]):
            names[kind].append(name)
    return names


def replaced_layer(model: str) -> tuple[str, str, str] | None:
    """Split "reverse.attention.mine" into the model, the kind and the name of the layer; None for other names."""
    match model.split("."):
        case [base, kind, layer] if base in MODELS:
            return base, kind, layer
    return None


def models_in_address() -> list[str]:
    """Return the models with a replaced layer that the address names, as the menus call them."""
    values = st.query_params.to_dict().values()
    if not any(", not trained" in value for value in values):
        return []
    by_label = {
        WITH_LAYER.format(title, *layer): ".".join((base, *layer))
        for base, (title, _) in MODELS.items()
        for layer in variants()
    }
    return [by_label[value] for value in values if value in by_label]


# ---- the app's runs -----------------------------------------------------------------------------
def offered_runs(can_show: Callable[[dict], bool] = has_cross_attention) -> list[str]:
    """Return the model names of the runs, which are also used in addresses, the newest first. Only runs with a
    checkpoint that can be shown are included."""
    runs = []
    for name in _folders():
        try:
            card = _card(name)
            if can_show(card) and len(checkpoint_steps(name)) > 1:
                runs.append((card["created"], RUN_MODEL + name))
        except _DAMAGED:
            continue  # it was just deleted, or its card is damaged, as the training page reports
    return [name for _, name in sorted(runs, reverse=True)]


def run_of(model: str) -> str | None:
    """Return the run of this model; None for an included model."""
    return model.removeprefix(RUN_MODEL) if model.startswith(RUN_MODEL) else None


def version(model: str) -> str:
    """Return a value that changes with the run: its age, its last frame, and when its files were last written, since
    a damaged file can be restored; "" for an included model."""
    if (name := run_of(model)) is None:
        return ""
    run, last = RunFolder(storage.RUNS / name), checkpoint_steps(name)[-1]
    times = (
        file.stat().st_mtime_ns for file in (run.folder / "card.json", run.checkpoint_file(last))
    )
    return " ".join(map(str, (_card(name)["created"], last, *times)))


def checkpoint_steps(name: str) -> list[int]:
    """Return the steps after which the run saved a checkpoint."""
    files = (FRAME.fullmatch(file.name) for file in listing(storage.RUNS / name / "frames"))
    return sorted(int(file[1]) for file in files if file)


def explain_missing(model: str) -> str:
    """Explain why the run in the address cannot be shown."""
    name, card = run_of(model), None
    if name in _folders():
        with suppress(*_DAMAGED):
            card = _card(name)
    if card and is_decoder_only(card):
        return (
            f"{name} is a language model, so it has no encoder and no cross-attention. "
            "The recording on the training page shows the model’s self-attention."
        )
    if card and not has_cross_attention(card):
        return (
            f"{name} is a model of the family {family_of(card)}, which has no attention to its input. "
            "The recording on the training page shows the model’s maps."
        )
    return (
        f"There is no run {name} here. The run was deleted, it has not learned anything yet, or it was trained "
        "in another app or browser. The training page lists all runs, and can load a run from a file."
    )


def _folders() -> list[str]:
    try:
        return [run.name for run in listing(storage.RUNS) if run.name.isprintable()]
    except FileNotFoundError:  # there are no runs yet
        return []


def _card(name: str) -> dict:
    folder = storage.RUNS / name
    return _read(folder, (folder / "card.json").stat().st_mtime_ns)


@lru_cache(maxsize=512)
def _read(folder: Path, changed: int) -> dict:
    return RunFolder(folder).card
