"""Install only the packages that the notebooks need and the computer lacks. Colab's torch stays, because it is built
for its GPUs and takes minutes to download. The first cell of a notebook in Colab runs this file."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

REQUIREMENTS = Path(__file__).parent.parent / "requirements.txt"
# Packages that the app and the site need, but not a notebook in Colab.
APP = ("streamlit", "jupyterlab", "jupytext", "watchdog", "markdown-it-py")


def lacking(requirements: str) -> list[str]:
    """Return the requirement lines of missing packages, without comments. (Packages are imported by their own names.)"""
    lines = [line.split("#")[0].strip() for line in requirements.splitlines()]
    named = [(line.split(">=")[0], line) for line in lines if line]
    return [line for name, line in named if name not in APP and not find_spec(name)]


def main() -> None:
    if lines := lacking(REQUIREMENTS.read_text(encoding="utf-8")):
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", *lines], check=True)


if __name__ == "__main__":
    main()
