"""`python -m transformer.training NAME`, or `pairs FILE` and `text FILE` for a text of your own."""

import sys
from functools import partial

from transformer.runs import own_file, together
from transformer.training import command


def main(words: list[str]) -> None:
    """A recipe is trained by `command`, a file by `own_file`; in several processes, both `together`."""
    file, several = bool(words) and words[0] in own_file.FILES, together.asked()
    recipe = partial(command.main, steps=together.steps) if several else command.main
    train = own_file.main if file else recipe
    if several:
        together.main(train, words)
    else:
        train(words)


if __name__ == "__main__":
    main(sys.argv[1:])
