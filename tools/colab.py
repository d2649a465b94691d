"""Install what the notebooks need and this machine lacks. What it has stays as it is: the torch of Colab is made for
its graphics cards, and takes minutes to fetch. The first cell of a notebook in Colab runs this file."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

REQUIREMENTS = Path(__file__).parent.parent / "requirements.txt"
# What the app and the site need, and a notebook in Colab does not.
APP = ("streamlit", "jupyterlab", "jupytext", "watchdog", "markdown-it-py")


def lacking(requirements: str) -> list[str]:
    """The lines that name a package which is not there, without the comments. (Each is imported by its own name.)"""
    lines = [line.split("#")[0].strip() for line in requirements.splitlines()]
    named = [(line.split(">=")[0], line) for line in lines if line]
    return [line for name, line in named if name not in APP and not find_spec(name)]


def main() -> None:
    if lines := lacking(REQUIREMENTS.read_text(encoding="utf-8")):
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", *lines], check=True)


if __name__ == "__main__":
    main()
