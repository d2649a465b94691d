"""The command-line options of the benchmarks."""

import argparse


def parser(about: str) -> argparse.ArgumentParser:
    """Make the parser. `about`: the docstring of the module, which `--help` shows without starting anything."""
    made = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument(
        "--quick",
        action="store_true",
        help="the shortest real run, which only tests that everything still works",
    )
    return made


def parser_for_app(about: str) -> argparse.ArgumentParser:
    """Make the parser of a benchmark of the app, which can already be running."""
    made = parser(about)
    made.add_argument("--app", metavar="URL", help="a running app; by default, one is started")
    return made
