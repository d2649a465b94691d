"""List the variants with `python -m transformer.variants`; add one with `… new attention mine`."""

import argparse
import sys

from transformer import variants
from transformer.diagnosis import writable
from transformer.registry import LAYERS
from transformer.runs.commands import command


def main(arguments: list[str] | None = None) -> None:
    """List all variants, or write your own layer."""
    parser = argparse.ArgumentParser(prog="python -m transformer.variants", description=__doc__)
    new = parser.add_subparsers(dest="command").add_parser("new", help="write my_NAME.py")
    new.add_argument("kind", choices=tuple(LAYERS))
    new.add_argument("name", help="its name in --set and in the menus")
    options = parser.parse_args(arguments)
    if options.command == "new":
        write_template(options.kind, options.name)
    else:
        print("\n".join(listed()))


def write_template(kind: str, name: str) -> None:
    """Write the template of a layer and print where it is."""
    try:
        writable.require(variants.FOLDER)
        file = variants.write(kind, name)
    except ValueError as error:
        sys.exit(f"variants: {error}")
    print(
        f"{file}\nEdit and save this file. Then train with it: "
        f"python -m transformer.training reverse --set {kind}={name}"
    )


def listed() -> list[str]:
    """Return one line for each variant, and one for each file that cannot be read."""
    lines = [
        f"{str(info):32} {'(yours) ' if info.yours else ''}{info.says}  {info.file}:{info.line}"
        for info in variants.all_variants()
    ]
    return lines + [
        f"{file} cannot be read: {error!r}" for file, error in variants.broken().items()
    ]


if __name__ == "__main__":
    with command("variants"):
        main()
