"""`python -m transformer.training NAME`, or `pairs FILE` and `text FILE` for your own text."""

import sys
from functools import partial

from transformer.runs import commands, own_file, together
from transformer.training import command


def main(words: list[str]) -> None:
    """Train a recipe with `command` or a file with `own_file`; in several processes, use `together` for both."""
    file, several = bool(words) and words[0] in own_file.FILES, together.is_one_of_several()
    recipe = partial(command.main, steps=together.steps) if several else command.main
    train = own_file.main if file else recipe
    if several:
        together.main(train, words)
    else:
        train(words)


if __name__ == "__main__":
    with commands.command("training"):
        main(sys.argv[1:])
