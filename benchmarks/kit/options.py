"""What every benchmark can be asked on its command line."""

import argparse


def parser(about: str) -> argparse.ArgumentParser:
    """`about`: the docstring of the module. `--help` shows it, and starts nothing."""
    made = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument(
        "--quick",
        action="store_true",
        help="the shortest real run, so that a test can see that all of it still works; its numbers say little",
    )
    return made


def parser_for_app(about: str) -> argparse.ArgumentParser:
    """The same for what is measured at an app, which may be one that runs already."""
    made = parser(about)
    made.add_argument("--app", metavar="URL", help="an app that runs; without it one is started")
    return made
