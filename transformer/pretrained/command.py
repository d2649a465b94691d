"""`python -m transformer.pretrained FOLDER`: describe an external model and add it to your models."""

import argparse
import re
import sys
import time
from pathlib import Path

from transformer import weights
from transformer.diagnosis import writable
from transformer.weights.outside.files import folder_of, name_of
from transformer.weights.outside.loading import open_folder
from transformer.weights.trained import Trained, WeightsError

QUOTES = " \t\n\"'“”‘’"  # around a copied path


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m transformer.pretrained", description=__doc__)
    parser.add_argument(
        "folder", type=path_of, help="folder with config.json, model.safetensors and a tokenizer"
    )
    parser.add_argument("--name", default="", help="name in the lists; default: the folder's name")
    options = parser.parse_args(arguments)
    begun = time.perf_counter()
    try:
        trained = list_model(options.folder, options.name)
    except WeightsError as error:
        sys.exit(f"pretrained: {error}")
    print(description(trained, time.perf_counter() - begun))


def list_model(folder: Path, name: str = "", where: Path = weights.FOLDER) -> Trained:
    """Open the model and list it: your own card, `my_NAME.json`, stores the path of its folder. Nothing is copied; if
    the folder is invalid, nothing is listed. Raises `WeightsError`, also where the card cannot be written."""
    if problem := writable.problem(where):
        raise WeightsError(problem)
    folder = folder_of(folder)
    trained = open_folder(folder, listed_as(name or name_of(folder)))
    weights.save_card(trained.name, trained.card, where)
    return trained


def opened(folder: str) -> tuple[str, dict, str]:
    """Open and list the model in a typed folder, for a page. Return its name, its card and a remark, since a page does
    not hold the model itself. Raises `WeightsError`."""
    if not folder.strip(QUOTES):
        raise WeightsError("no folder was given. Specify the folder that contains config.json.")
    trained = list_model(path_of(folder))
    return trained.name, trained.card, trained.remark


def path_of(text: str) -> Path:
    """Return a typed path, without the quotes of “Copy as path”."""
    return Path(text.strip(QUOTES)).expanduser()


def listed_as(name: str) -> str:
    """ "opus-mt-en-fr" → "my_opus_mt_en_fr": lower-case letters and digits, with _ for everything else."""
    plain = re.sub(r"[^a-z0-9]+", "_", name.lower().removeprefix("my_")).strip("_")
    if not plain:
        raise WeightsError(
            f"“{name}” contains no letter from a to z and no digit. Choose a different name with --name."
        )
    return f"my_{plain[:40]}"


def description(trained: Trained, seconds: float) -> str:
    """Return a description of a model, in lines for a terminal."""
    config, card = trained.card["config"], trained.card
    layers = [f"{config[n]} {n.replace('_', ' ')}" for n in sorted(config) if n.endswith("_layers")]
    words = ", ".join(f"{len(side):,}" for side in trained.vocabularies if len(side) > 6)
    lines = [
        f"{trained.name}: {card['kind']}, {card['parameters']:,} parameters in our own layers, {seconds:.1f} s",
        f"{', '.join(layers)}, d_model {config['d_model']}, {config['self_heads']} heads, {words} pieces",
        *([trained.remark] if trained.remark else []),
        f"The model is listed in the app. To remove it, delete {trained.name}.json in transformer/weights.",
    ]
    return "\n  ".join(lines)
