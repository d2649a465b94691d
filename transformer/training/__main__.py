"""`python -m transformer.training NAME`, or `pairs FILE` and `text FILE` for a text of your own."""

import sys

from transformer.runs import own_file
from transformer.training import command


def main(words: list[str]) -> None:
    """A recipe is trained by `command`, a file by `own_file`."""
    train = own_file.main if words and words[0] in own_file.FILES else command.main
    train(words)


if __name__ == "__main__":
    main(sys.argv[1:])
