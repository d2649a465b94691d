"""`python -m transformer.pretrained FOLDER`: says what a model from outside is, and lists it among your own."""

import argparse
import re
import sys
import time
from pathlib import Path

from transformer import weights
from transformer.decoding import writes
from transformer.weights.outside.reading import open_folder
from transformer.weights.trained import Trained, WeightsError


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m transformer.pretrained", description=__doc__)
    parser.add_argument(
        "folder", type=Path, help="with config.json, model.safetensors, a tokenizer"
    )
    parser.add_argument("--name", default="", help="how it is listed; without it the folder's name")
    options = parser.parse_args(arguments)
    begun = time.perf_counter()
    try:
        trained = keep(options.folder, options.name)
    except WeightsError as error:
        sys.exit(f"pretrained: {error}")
    print(told(trained, time.perf_counter() - begun))


def keep(folder: Path, name: str = "", where: Path = weights.FOLDER) -> Trained:
    """Open the model and list it: a card of your own, `my_NAME.json`, that says where its folder lies. Nothing is
    copied, and where the folder does not fit, nothing is listed. Raises `WeightsError`."""
    trained = open_folder(folder, listed_as(name or folder.resolve().name))
    weights.save_card(trained.name, trained.card, where)
    return trained


def opened(folder: str) -> str:
    """The same for a page: where the model is found now. Raises `WeightsError`."""
    if not folder.strip():
        raise WeightsError("no folder is named. Give the one in which config.json lies")
    trained = keep(Path(folder.strip()).expanduser())
    pages = "attention, heads, a layer, the machine, embeddings, masks" + (
        " and decoding" if writes(trained.model) else ""
    )
    said = f"{trained.name} is in the lists of models now: {pages}."
    return " ".join([said, trained.remark]).strip()


def listed_as(name: str) -> str:
    """ "opus-mt-en-fr" → "my_opus_mt_en_fr": small letters, digits, and what stands between them as _."""
    plain = re.sub(r"[^a-z0-9]+", "_", name.lower().removeprefix("my_")).strip("_")
    if not plain:
        raise WeightsError(f"“{name}” has no letter a to z and no digit: give another with --name")
    return f"my_{plain[:40]}"


def told(trained: Trained, seconds: float) -> str:
    """What it is, in lines for a terminal."""
    config, card = trained.card["config"], trained.card
    layers = [f"{config[n]} {n.replace('_', ' ')}" for n in sorted(config) if n.endswith("_layers")]
    words = ", ".join(f"{len(side):,}" for side in trained.vocabularies if len(side) > 6)
    lines = [
        f"{trained.name}: {card['kind']}, {card['parameters']:,} numbers in our own layers, {seconds:.1f} s",
        f"{', '.join(layers)}, d_model {config['d_model']}, {config['self_heads']} heads, {words} pieces",
        *([trained.remark] if trained.remark else []),
        f"It is listed in the app. Remove {trained.name}.json in transformer/weights to forget it.",
    ]
    return "\n  ".join(lines)
