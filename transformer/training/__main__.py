"""`python -m transformer.training NAME`: see `command`."""

from transformer.training.command import main

main()
