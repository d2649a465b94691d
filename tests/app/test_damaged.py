"""A run whose files are damaged harms only itself, on every page; a mended one is shown again."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kit.paths import ROOT


def card(**changes) -> Callable[[Path], None]:
    def damage(run: Path) -> None:
        file = run / "card.json"
        file.write_text(json.dumps(json.loads(file.read_text()) | changes))

    return damage


def event(**changes) -> Callable[[Path], None]:
    def damage(run: Path) -> None:
        file = run / "events.jsonl"
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        lines[1] |= changes
        file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))

    return damage


def instead(name: str, make: Callable[[Path], object]) -> Callable[[Path], None]:
    """Something else in the place of a file or folder."""

    def damage(run: Path) -> None:
        file = run / name
        shutil.rmtree(file) if file.is_dir() else file.unlink(missing_ok=True)
        file.parent.mkdir(exist_ok=True)
        make(file)

    return damage


def text(content: str) -> Callable[[Path], None]:
    return instead("card.json", lambda file: file.write_text(content))


def link_to_itself(run: Path) -> None:
    shutil.rmtree(run)
    os.symlink(run.name, run)


def of_another_model(run: Path) -> None:
    shutil.copy(run.parent / "pairs-1/frames/000003.safetensors", run / "frames")


def gone(file: Path) -> None:
    """Nothing in its place."""


DAMAGE = {
    "created is a text": card(created="5"),
    "created is infinite": card(created=float("inf")),
    "task is a list": card(task=[]),
    "task is unknown": card(task="nosuch"),
    "family is a number": card(family=5),
    "state is a list": card(state=["x"]),
    "settings are missing": card(settings=None),
    "sizes are a list": card(sizes=[1]),
    "config is a number": card(config=5),
    "card is very deep": text("[" * 100_000),
    "card is a list": text("[]"),
    "card is null": text("null"),
    "card is a folder": instead("card.json", Path.mkdir),
    "card is a pipe": instead("card.json", os.mkfifo),
    "events are a folder": instead("events.jsonl", Path.mkdir),
    "events are a pipe": instead("events.jsonl", os.mkfifo),
    "a loss is a text": event(loss="x"),
    "an accuracy is null": event(exact_match=None),
    "frames are a file": instead("frames", Path.touch),
    "a frame is of another model": of_another_model,
    "a layer is not UTF-8": instead("layers/my_x.py", lambda file: file.write_bytes(b"\xff")),
    "a link to itself": link_to_itself,
    "a text is not prepared": instead("task.json", gone),
}
PAGES = {  # the usual model, and three places that show the damaged run
    "attention": ("attention", {}),
    "its model": ("attention", {"model": "run-bad"}),
    "its recording": ("training", {"training-part": "film", "training-run": "bad"}),
    "its curves": ("training", {"training-part": "compare", "training-first": "bad"}),
}
TRAIN = """
from transformer.runs import RunConfig, Run
from transformer.training.settings import Settings
sizes = {"d_model": 8, "d_ff": 8, "encoder_layers": 1, "decoder_layers": 1}
text = "\\n".join(f"say {n} now\\tdis {n} ici" for n in range(60))
for task, name in (("copy", "copy-1"), ("copy", "copy-2"), ("pairs", "pairs-1")):
    assert [*Run.create(RunConfig(task, Settings(steps=3), sizes), name=name, text=text).train()]
"""


def main(runs: Path) -> None:
    """In a process of its own, as the app: print what each page says of each damaged run, and of the mended one."""
    from lessons.host import live, remote

    subprocess.run([sys.executable, "-c", TRAIN], check=True)
    remote.serve()
    live.poll_for_edits()
    run, answers = runs / "bad", {}
    for name, damage in DAMAGE.items():
        whole = runs / ("pairs-1" if damage is DAMAGE["a text is not prepared"] else "copy-1")
        shutil.copytree(whole, run)
        damage(run)
        answers[name] = {page: opened(*place) for page, place in PAGES.items()}
        run.unlink() if run.is_symlink() else shutil.rmtree(run)
        shutil.copytree(whole, run)
        answers[name]["mended"] = opened(*PAGES["its model"])
        shutil.rmtree(run)
    shutil.copytree(runs / "copy-1", os.fsdecode(os.fsencode(runs) + b"/\xff"))
    answers["a name that is not UTF-8"] = {page: opened(*place) for page, place in PAGES.items()}
    print("ANSWERS" + json.dumps(answers))


def opened(lesson: str, address: dict[str, str]) -> dict:
    """The mistakes that the page shows, each as its sentence."""
    from tests.kit.visit import begun

    page = begun(lesson)
    for name, value in address.items():
        page.query_params[name] = value
    page.session_state[f"{lesson}-part"] = address.get("training-part", "model")
    page.run()
    boxes = [box for box in page.expander if box.label.startswith("Traceback")]
    said = [element.value for element in page.text]
    return {"mistakes": len(boxes) + len(page.exception), "said": "\n".join(said)}


@pytest.fixture(scope="module")
def answers(tmp_path_factory) -> dict:
    runs = tmp_path_factory.mktemp("runs")
    done = subprocess.run(
        [sys.executable, "-m", "tests.app.test_damaged", str(runs)],
        cwd=ROOT, env=os.environ | {"GLASSBOX_RUNS": str(runs)}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert "ANSWERS" in done.stdout, done.stderr[-3000:]
    return json.loads(done.stdout.split("ANSWERS")[1])


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Windows has no such files")
@pytest.mark.parametrize("name", [*DAMAGE, "a name that is not UTF-8"])
def test_a_damaged_run_harms_only_itself_and_can_be_mended(answers, name):
    pages = answers[name]
    assert not pages["attention"]["mistakes"], "another model"
    for place, page in pages.items():
        assert "The code stopped at" not in page["said"], (place, page["said"])
    if "mended" in pages:
        assert not pages["mended"]["mistakes"], pages["mended"]["said"]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
