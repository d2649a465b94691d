"""A program that has imported the machine, a notebook's kernel, goes on with that code after an edit: it
says so, and its fingerprints are those of the code that runs."""

import inspect
import json
import subprocess
import sys

import pytest

from transformer.attention import ScaledDotProduct

pytestmark = pytest.mark.slow

PROGRAM = """
import json, warnings
from importlib import reload
from pathlib import Path
from transformer import attention, weights
from transformer.contracts import layer_checks
from transformer.weights.source import edited

def said(act):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        act()
    return [str(one.message) for one in found if "Restart" in str(one.message)]

def load():
    fingerprints.append(weights.fingerprint(weights.load("copy").model))

from lessons.attention.checks import check
from lessons.tokens.figures.bpe_player import bpe_player
from transformer.tokens.bpe import learn

fingerprints, file, text = [], Path("transformer/attention.py"), "low lower lowest"
figure = bpe_player(learn(text, 3), text)
acts = {"load": load, "check": check, "figure": figure._repr_html_}
acts["checks"] = lambda: layer_checks("feed_forward", "standard")
told = {"before": {name: said(act) for name, act in acts.items()}}
text = file.read_text(encoding="utf-8")
file.write_text(text.replace("math.sqrt(d_k)", "(2 * d_k)"), encoding="utf-8")
told["after"] = {name: said(act) for name, act in acts.items()}
reload(attention)
told["reloaded"] = edited()
file.write_text(text, encoding="utf-8")
reload(attention)
told["back"] = edited()
fresh = Path("transformer/variants/my_new.py")
fresh.write_text("NUMBER = 3", encoding="utf-8")
import transformer.variants.my_new
told["a new file"] = edited()
print("ANSWERS" + json.dumps([told, fingerprints]))
"""


def test_a_kernel_says_that_its_code_is_older(checkout):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=checkout, capture_output=True, text=True, timeout=300
    )
    assert "ANSWERS" in done.stdout, done.stderr[-3000:]
    told, fingerprints = json.loads(done.stdout.split("ANSWERS")[1])
    assert told["before"] == dict.fromkeys(told["after"], [])
    for name, (sentence, *more) in told["after"].items():
        assert sentence.startswith("transformer/attention.py was edited after this program"), name
        assert "Kernel, Restart" in sentence and not more
    assert fingerprints[0] == fingerprints[1], "that of the code which runs"
    assert told["reloaded"] == told["back"] == told["a new file"] == []


MOVED = """
import inspect, traceback
from pathlib import Path
from transformer import attention, weights
file = Path("transformer/attention.py")
text = file.read_text(encoding="utf-8")
file.write_text("# a new line\\n" * 5 + text, encoding="utf-8")
try:
    attention.softmax("no scores", None)
except Exception as error:
    line = traceback.extract_tb(error.__traceback__)[-1].line
print(line in text and bool(line))
print(inspect.getsource(attention.ScaledDotProduct.scale), end="")
"""


def test_the_source_that_a_notebook_prints_is_the_source_that_runs(checkout):
    done = subprocess.run(
        [sys.executable, "-c", MOVED], cwd=checkout, capture_output=True, text=True, timeout=300
    )
    first, printed = done.stdout.split("\n", 1)
    assert first == "True" and printed == inspect.getsource(ScaledDotProduct.scale), done.stderr
