"""The trained models that pages offer: those that ship, your own, and the runs of this app.

A run's model is called "run-copy-1"; one with a layer put in, which was not trained with it,
"english_french.attention.mine". All are listed from their cards and the names of their frames; no
frame is read, and no torch needed.
"""

import json
import os
import re
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import streamlit as st

from lessons.host import live, server
from lessons.models import DRAWINGS, FILMS, HIDDEN, PAIRS, SEARCH, STORIES, TEXTS
from lessons.models.shipped import MODELS, OPENS_WITH, SENTENCE

MACHINE = Path(__file__).resolve().parents[2] / "transformer"
WEIGHTS, VARIANTS, OWN_TASKS = MACHINE / "weights", MACHINE / "variants", MACHINE / "tasks"
VARIANT = re.compile(r'variant\(\s*"([a-z_]+)",\s*"(\w+)"\s*\)')
FRAME = re.compile(r"(\d{6,8})\.safetensors")
KINDS = ("attention", "feed_forward", "norm", "residual", "position", "mask", "decoding")
PREFIX, WITH_LAYER = "run-", "{1} {2}, not trained · {0}"
SEARCHED = 20_000_000  # parameters: ten searches of a larger one take more than three seconds
USUAL, GOES_ON, LOOKS_UP = "encoder_decoder", "decoder_only", "memory"  # families that ship
# Those of the tasks that not the usual family learns.
FAMILIES = dict.fromkeys(TEXTS, GOES_ON) | dict.fromkeys(STORIES, LOOKS_UP)
FAMILIES |= dict.fromkeys(PAIRS, "entailment_attention") | dict.fromkeys(HIDDEN, "bert")
FAMILIES |= dict.fromkeys(SEARCH, "searcher")
FAMILIES |= dict.fromkeys(DRAWINGS, "captioner") | dict.fromkeys(FILMS, "film_captioner")
_DAMAGED = (OSError, ValueError, TypeError, KeyError, AttributeError)


def family_of(card: dict) -> str:
    """The name of a model's family, from its card; "" where nobody can say. Older cards have it in the config; the
    card of a run may name its task only."""
    if name := card.get("family") or card.get("config", {}).get("family"):
        return name
    if name := FAMILIES.get(card["task"]):
        return name
    if not (OWN_TASKS / f"my_{card['task']}.py").exists():
        return USUAL  # without a look at the machine, which may be broken
    with suppress(Exception):  # a task of your own that cannot be read
        return live.load("transformer.tasks").find(card["task"])().family
    return ""


def goes_on(card: dict) -> bool:
    """Whether the model of this card goes on with a text, and is given nothing to answer."""
    return family_of(card) == GOES_ON


def from_outside(card: dict) -> bool:
    """Whether its weights lie in a folder elsewhere (`transformer/weights/outside`)."""
    return "folder" in card


def has_maps(card: dict) -> bool:
    """Whether the attention page can show the model of this card."""
    return from_outside(card) or looks_back(card)


def goes_on_or_answers(card: dict) -> bool:
    """Whether the decoding page can show it: it writes, and searching for what it writes does not take too long."""
    small = card.get("parameters", 0) <= SEARCHED
    return small and (looks_back(card) or goes_on(card))


def has_tables(card: dict) -> bool:
    """Whether the embeddings page can show all of the model of this card: a table for each side, of which all rows are
    drawn. Of one from outside it shows the map."""
    return family_of(card) == USUAL and not from_outside(card)


def looks_back(card: dict) -> bool:
    """Whether the attention page can show the model of this card: what it writes looks at what it read."""
    if (name := family_of(card)) == USUAL:
        return True  # without a look at the machine, which may be broken
    with suppress(Exception):  # a family of your own that cannot be read is not offered
        return live.load("transformer.families").find(name).map("target", "source") is not None
    return False


def offered(can_show: Callable[[dict], bool] = looks_back) -> dict[str, tuple[str, str]]:
    """Those that ship, then your own: training with a changed recipe saves weights as `my_…`. Then the
    first one with each of your layers, and with one that ships where the address asks for it. Each as it is
    called, and the sentence that it opens with, "" where `saved.opening` knows it."""
    models = dict(MODELS)
    for file in sorted(WEIGHTS.glob("my_*.json")):
        task, shown = OPENS_WITH, True
        with suppress(*_DAMAGED):  # loading it will say what is wrong
            card = json.loads(file.read_text(encoding="utf-8"))
            task, shown = card["task"], can_show(card)
        if shown:
            # Of a task of one's own the first example: "" here, for loading it is not needed.
            usual = SENTENCE if task in (*TEXTS, "pronouns") else ""
            models[file.stem] = (file.stem, MODELS.get(task, ("", usual))[1])
    names = [f"{OPENS_WITH}.{kind}.{name}" for kind, name in variants("my_*.py")]
    for name in [*names, *asked_for()]:
        base, kind, layer = put_in(name)
        title, text = MODELS[base]
        models[name] = (WITH_LAYER.format(title, kind, layer), text)
    return models


def not_shipped(can_show: Callable[[dict], bool]) -> list[str]:
    """What did not ship: models of your own, and the runs of this app. None has a layer put in."""
    mine = [name for name in offered(can_show) if name.startswith("my_")]
    return [*mine, *offered_runs(can_show)]


# ---- a layer put into a model that ships --------------------------------------------------------
def variants(files: str = "[a-z]*.py") -> list[tuple[str, str]]:
    """Kind and name of the layers in these files of `variants`. Read, not run: one may be broken."""
    layers = []
    for file in sorted(VARIANTS.glob(files)):
        with suppress(*_DAMAGED):
            layers += VARIANT.findall(file.read_text(encoding="utf-8"))
    return list(dict.fromkeys(layers))


def own_tasks(taken: Collection[str]) -> list[str]:
    """The tasks of one's own by the names of their files: of `my_NAME.py` NAME, or all of it where that is taken, which
    it then says itself. Not read: one may be broken."""
    files = sorted(file.stem for file in OWN_TASKS.glob("my_*.py"))
    names = ((file.removeprefix("my_"), file) for file in files)
    return [file if name in taken else name for name, file in names]


def usual_of(kind: str) -> str:
    """What a model has where nothing else is chosen."""
    return "sinusoidal" if kind == "position" else "standard"


def kinds() -> dict[str, list[str]]:
    """The names of all layers by their kind: the usual one, your own, then those that ship."""
    positions = [("position", name) for name in ("learned", "none", "rotary")]  # the machine's
    names = {kind: [usual_of(kind)] for kind in KINDS}
    for kind, name in [*variants("my_*.py"), *variants(), *positions]:
        if name not in names.get(kind, [name]):
            names[kind].append(name)
    return names


def put_in(model: str) -> tuple[str, str, str] | None:
    """ "reverse.attention.mine" → the model, the kind and the name of the layer; None for other names."""
    base, *layer = model.split(".")
    return (base, *layer) if base in MODELS and len(layer) == 2 else None


def asked_for() -> list[str]:
    """The models with a layer put in that the address names, as the menus call them."""
    asked = st.query_params.to_dict().values()
    if not any(", not trained" in value for value in asked):
        return []
    known = {
        WITH_LAYER.format(title, *layer): ".".join((base, *layer))
        for base, (title, _) in MODELS.items()
        for layer in variants()
    }
    return [known[value] for value in asked if value in known]


# ---- runs of this app ---------------------------------------------------------------------------
def offered_runs(can_show: Callable[[dict], bool] = looks_back) -> list[str]:
    """Their model names, which stand in addresses too, the newest first. Those that have learned
    anything and can be shown."""
    runs = []
    for name in _folders():
        try:
            card = _card(name)
            if can_show(card) and len(frames(name)) > 1:
                runs.append((card["created"], PREFIX + name))
        except _DAMAGED:
            continue  # it was just deleted, or its card is damaged: the training page says so
    return [name for _, name in sorted(runs, reverse=True)]


def run_of(model: str) -> str | None:
    """The name of the run whose model this is; None for a model that ships."""
    return model.removeprefix(PREFIX) if model.startswith(PREFIX) else None


def version(model: str) -> str:
    """What changes when the run does: its age and its last frame; "" for a model that ships."""
    if (name := run_of(model)) is None:
        return ""
    return f"{_card(name)['created']} {frames(name)[-1]}"


def frames(name: str) -> list[int]:
    """After which steps the run kept a frame."""
    files = map(FRAME.fullmatch, os.listdir(server.RUNS / name / "frames"))
    return sorted(int(file[1]) for file in files if file)


def gone(model: str) -> str:
    """What to say of an address that names a run which cannot be looked into."""
    name, found = run_of(model), None
    if name in _folders():
        with suppress(*_DAMAGED):
            found = _card(name)
    if found and goes_on(found):
        return (
            f"{name} is a language model: it has no encoder and no cross-attention to look into here. "
            "Its own attention is in its film, on the training page."
        )
    if found and not looks_back(found):
        return (
            f"{name} is a model of the family {family_of(found)}: nothing that it writes looks at what it read, so "
            "there is nothing to look into here. Its maps are in its film, on the training page."
        )
    return (
        f"There is no run {name} to look into here: it was deleted, it made room for newer ones, it "
        "has not learned anything yet, or it was trained in another app. The training page has all "
        "runs, and can load one from a file."
    )


def _folders() -> list[str]:
    try:
        return [entry.name for entry in os.scandir(server.RUNS) if entry.is_dir()]
    except FileNotFoundError:  # nobody has trained yet
        return []


def _card(name: str) -> dict:
    file = server.RUNS / name / "card.json"
    return _read(str(file), file.stat().st_mtime_ns)


@lru_cache(maxsize=512)
def _read(file: str, changed: int) -> dict:
    with open(file, encoding="utf-8") as text:
        return json.load(text)
