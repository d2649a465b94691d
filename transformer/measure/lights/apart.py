"""The lights of code that may do anything: in a process of its own, with limits of time and memory."""

import json
import subprocess
import sys

from transformer.measure.lights import LIGHTS
from transformer.measure.lights.light import GREY, RED, Light
from transformer.measure.lights.place import ROOT
from transformer.runs.processes import APART, end, what_ended_it

STOPPED = 3  # it never ended, and its last light says so
SECONDS = 20.0  # of the processor; all lights take less than one
START = 60.0  # by the clock, to import torch on a busy machine
CLOCK = 8  # so many times longer by the clock before the process is ended from outside


def apart(kind: str, name: str, *, seed: int = 0, seconds: float = SECONDS) -> tuple[Light, ...]:
    """As `lights(kind, name)`, whatever the layer does: loops, takes all memory, ends the process.

    `ValueError` for a layer that nobody has. It takes some seconds longer, since torch is imported.
    """
    program = [sys.executable, "-m", "transformer.measure.lights", "--json"]
    asked = ["--seed", str(seed), "--seconds", str(seconds), "--", kind, name]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
    process = subprocess.Popen([*program, *asked], cwd=ROOT, text=True, **pipes, **APART)
    try:
        out, said = process.communicate(timeout=START + CLOCK * seconds)
    except subprocess.TimeoutExpired:
        end(process.pid)
        out, said = process.communicate()
    if process.returncode == 2:
        raise ValueError(said.strip().splitlines()[-1])
    found = [Light.read(json.loads(line)) for line in out.splitlines() if line.endswith("}")]
    if len(found) < len(LIGHTS) and process.returncode != STOPPED:
        why = what_ended_it(process.returncode)
        says = f"the process in which it was measured ended ({why}); does the layer end it?"
        found.append(Light(LIGHTS[len(found)], RED, says))
    missing = LIGHTS[len(found) :]
    return (*found, *(Light(name, GREY, "not measured: the layer was stopped") for name in missing))
