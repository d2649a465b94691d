"""A training runs, and its card names, exactly the code that was on the disk when it was started."""

import json
import subprocess
import sys

import pytest

from transformer.runs import processes

pytestmark = pytest.mark.slow

WAYS = [True, False] if processes.CAN_FORK else [False]  # fork, or start afresh

# One process in a copy of the project, as the app is one; `edit` changes a file of the machine.
DRIVER = """
import json, time
from dataclasses import asdict
from pathlib import Path
from transformer.runs import RunConfig, Run
from transformer.runs.workers import TrainingFailed, Workers
from transformer.training.settings import Settings

SIZES = {"d_model": 16, "d_ff": 16, "encoder_layers": 1, "decoder_layers": 1, "self_heads": 2}
SCALE, OTHER = "/ math.sqrt(d_k)", "/ (2 * d_k)"
said = {}

def edit(old, new, file="attention"):
    path = Path(f"transformer/{file}.py")
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), encoding="utf-8")

def submit(name, steps=3):
    run = Run(Path(f"runs/{name}"))  # not Run.create, which would build the model here
    (run.folder / "frames").mkdir(parents=True)
    config = asdict(RunConfig("copy", Settings(steps=steps, batch=4), SIZES))
    run.write_card({**config, "state": "waiting", "created": time.time(), "pinned": False})
    return run, workers.submit(run)

def end(run, future):
    try:
        future.result(150)
        said[run.name] = run.events()[-1]["loss"], run.card["code"]["transformer/attention.py"]
    except TrainingFailed as error:
        said[run.name] = run.card["error"]

workers = Workers(most=1, fork=FORK)
workers.warm_up()
"""
END = "\nworkers.shutdown(); print('ANSWERS' + json.dumps(said))"


def said(checkout, program: str, fork: bool = WAYS[0]) -> dict:
    whole = DRIVER.replace("FORK", str(fork)) + program + END
    done = subprocess.run(
        [sys.executable, "-c", whole], cwd=checkout, capture_output=True, text=True, timeout=600
    )
    assert "ANSWERS" in done.stdout, done.stderr[-3000:]
    return json.loads(done.stdout.split("ANSWERS")[1])


@pytest.mark.parametrize("fork", WAYS)
def test_each_run_trains_and_names_the_code_of_its_start(checkout, fork):
    """Edited, mended, edited so that it cannot run, mended again; always the same app."""
    program = """
end(*submit("first"))
edit(SCALE, OTHER)
end(*submit("edited"))
edit(OTHER, SCALE)
end(*submit("mended"))
built = "        self.heads = heads\\n"
edit(built, "        raise RuntimeError('no')\\n")
end(*submit("broken"))
edit("        raise RuntimeError('no')\\n", built)
end(*submit("whole"))
edit("class MultiHeadAttention(", "class MultiHeadAttention((")
end(*submit("unreadable"))
"""
    found = said(checkout, program, fork)
    assert found["first"] == found["mended"] == found["whole"]
    assert all(a != b for a, b in zip(found["first"], found["edited"], strict=True))
    assert found["broken"].startswith("The code stopped at transformer/attention.py:")
    assert found["broken"].endswith("with RuntimeError: no")
    assert found["unreadable"].startswith("Python cannot read attention.py:")


def test_a_run_that_waits_keeps_the_code_with_which_it_was_started(checkout):
    """There is room for one; the others wait, and meanwhile the file is edited twice."""
    program = """
running = submit("running", steps=100_000)
plain = submit("plain")
edit(SCALE, OTHER)
other = submit("other")
edit(OTHER, "/ (((")
while not running[0].events(): time.sleep(0.02)
workers.cancel(running[0])
end(*plain)
end(*other)
edit("/ (((", SCALE)
end(*submit("again"))
"""
    found = said(checkout, program)
    assert found["plain"] == found["again"]
    assert all(a != b for a, b in zip(found["plain"], found["other"], strict=True))


def test_an_edit_while_a_process_imports_its_code_is_not_in_the_run(checkout):
    """The attention is imported after the masks, which take their time here."""
    program = """
QUICK, SLOW = "import torch\\n", "import torch, time; time.sleep(4)\\n"
edit(QUICK, SLOW, "masks")
begun = submit("begun")
while workers._active[str(begun[0].folder)].job.pid is None: time.sleep(0.01)
edit(SCALE, OTHER)
end(*begun)
edit(SLOW, QUICK, "masks")
end(*submit("edited"))
edit(OTHER, SCALE)
end(*submit("plain"))
"""
    found = said(checkout, program)
    assert found["begun"] == found["plain"]
    assert all(a != b for a, b in zip(found["begun"], found["edited"], strict=True))


def test_code_that_was_imported_before_is_refused():
    """The warm process must not have it."""
    program = """
import transformer.masks
from transformer.runs import snapshot
snapshot.use(snapshot.taken())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "RuntimeError: transformer was imported before the code" in done.stderr
