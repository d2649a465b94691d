"""The same Python with PyTorch and with the tab's, and how far the two answers are apart: sentences to the letter but
for the last digit of a decimal, which rounding may move; numbers by how much."""

import atexit
import base64
import os
import re
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from tests.kit.paths import ROOT
from web.tab import pack

# On Intel's processors PyTorch draws dropout with another generator.
INTEL = "GenuineIntel" in (p.read_text() if (p := Path("/proc/cpuinfo")).exists() else "")


def with_pytorch(*command):
    """Run Python on one thread, as in a tab; what it printed."""
    return _run(command, str(ROOT))


def in_the_tab(*command):
    """The same with the libraries that a tab has in place of PyTorch, Streamlit and others."""
    return _run(command, path_in_the_tab())


def path_in_the_tab(project=ROOT):
    """PYTHONPATH as in a tab: the stand-ins come first."""
    return os.pathsep.join(map(str, (_stand_ins(), project)))


@cache
def _stand_ins():
    folder = Path(tempfile.mkdtemp(prefix="stand-ins-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name, path in pack.stand_ins():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(path)
    return folder


def _run(command, path):
    place = {"PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, *map(str, command)], env={**os.environ, **place}, capture_output=True, text=True, cwd=ROOT
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def floats_of(figure):
    return np.frombuffer(base64.b64decode(figure["floats"]), "<f4")


def furthest(one, other):
    """The largest difference of two rows of numbers, of the larger of 1 and the number."""
    one, other = np.asarray(one, np.float64), np.asarray(other, np.float64)
    if one.shape != other.shape:
        return np.inf
    with np.errstate(all="ignore"):
        same = (one == other) | (np.isnan(one) & np.isnan(other))
        gap = np.where(same, 0, np.abs(one - other) / np.maximum(1, np.abs(one)))
    return float(np.nan_to_num(gap, nan=np.inf).max(initial=0))


NUMBER = re.compile(r"\d*\.?\d+")
# Which a sentence measures: each adds up in its own order.
ROUNDING = re.compile(r"\d\.\d+ · 10⁻[⁶⁷⁸⁹]")


def same_words(one, other):
    """Two texts whose decimals differ by one of their last digit, at most; what is rounding itself differs."""
    one, other = (ROUNDING.sub("rounding", text) for text in (one, other))
    if NUMBER.sub("#", one) != NUMBER.sub("#", other):
        return False
    pairs = zip(NUMBER.findall(one), NUMBER.findall(other), strict=True)
    return all(a == b or near(a, b) for a, b in pairs)


def near(one, other):
    _, point, digits = one.partition(".")
    return bool(point) and abs(float(one) - float(other)) < 1.5 * 0.1 ** len(digits)


def told_apart(one, other, bound, path=""):
    """Where two headers differ: a line for each place, real numbers only beyond the bound."""
    numbers = isinstance(one, int | float) and isinstance(other, int | float)
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(one.keys() | other.keys()):
            if key != "id":  # made of all the numbers
                yield from told_apart(one.get(key), other.get(key), bound, f"{path}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, pair in enumerate(zip(one, other, strict=True)):
            yield from told_apart(*pair, bound, f"{path}[{number}]")
    elif numbers and float in (type(one), type(other)):
        if not np.isclose(one, other, rtol=bound, atol=bound, equal_nan=True):
            yield f"{path}: {one!r}, in the tab {other!r}"
    elif isinstance(one, str) and isinstance(other, str) and same_words(one, other):
        return
    elif one != other:
        yield f"{path}: {str(one)[:100]!r}, in the tab {str(other)[:100]!r}"
