"""List the files that three journeys pass through, in docs/architecture.md: `python -m tools.journeys`.

A journey is run once, and each file is listed where one of its functions is first called. Files that are only imported
are not listed. A static page takes Streamlit's place in the first journey; its files, in `web/`, are left out.
"""

import argparse
import inspect
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from transformer.runs.commands import command

ROOT = Path(__file__).resolve().parents[1]
DRAWING = ROOT / "docs" / "architecture.md"
SIZES = {"d_model": 16, "d_ff": 16, "encoder_layers": 1, "decoder_layers": 1, "self_heads": 1}
PART = {"attention-part": "In a model"}
SENTENCE = "the old cat did not sleep because it was hungry"


def sentence() -> Callable[[], object]:
    """Open the page of a lesson; the journey begins with a sentence that is typed there."""
    from web import stand_in

    stand_in.use()
    from web.visit import Visit

    visit = Visit("attention", PART)
    visit.run()
    return lambda: visit.run({"query": PART | {"text": SENTENCE}})


def exercise() -> Callable[[], object]:
    """Make a common mistake; the journey is its check."""
    from lessons.heads.checks import check
    from lessons.heads.mistakes import MISTAKES

    wrong = next(iter(MISTAKES.values())).code
    return lambda: check(*wrong)


def training() -> Callable[[], object]:
    """Plan 30 steps; the journey is the training and the drawing of its recording."""
    from lessons.models import films
    from transformer.runs import Run, RunConfig
    from transformer.training.settings import Settings

    def journey() -> None:
        run = Run.create(RunConfig("copy", Settings(steps=30), SIZES))
        try:
            list(run.train())
            films.film(run)
        finally:
            shutil.rmtree(run.folder)

    return journey


JOURNEYS = {journey.__name__: journey for journey in (sentence, exercise, training)}


def traced(journey: Callable[[], object]) -> list[str]:
    """Run a journey, and return the files of the project whose functions it calls, in the order of the first call."""
    seen: dict[str, None] = {}

    def note(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_flags & inspect.CO_OPTIMIZED:  # a function; no import
            seen.setdefault(code.co_filename)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        journey()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    paths = [Path(name) for name in seen]
    files = [p.relative_to(ROOT) for p in paths if p.is_relative_to(ROOT) and p.is_file()]
    return [p.as_posix() for p in files if p.parts[0] in ("app.py", "lessons", "transformer")]


def listed(files: list[str]) -> str:
    """Return a numbered list in Markdown; the number of files is that of the last line."""
    return "\n".join(f"{number}. `{file}`" for number, file in enumerate(files, start=1))


def written(text: str) -> str:
    """Return the page with each journey as it runs now, each in a process of its own."""
    for name in JOURNEYS:
        run = [sys.executable, "-m", "tools.journeys", name]
        files = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        place = re.compile(rf"(?<=<!-- {name} -->\n).*?(?=<!-- /{name} -->)", re.DOTALL)
        text = place.sub(files, text)
    return text


def main() -> None:
    """Print the files of one journey, or write all journeys into the page."""
    parser = argparse.ArgumentParser(prog="python -m tools.journeys", description=__doc__)
    parser.add_argument("journey", nargs="?", choices=[*JOURNEYS], help="only print this one")
    if name := parser.parse_args().journey:
        print(listed(traced(JOURNEYS[name]())))
    else:
        DRAWING.write_text(written(DRAWING.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    with command("journeys"):
        main()
