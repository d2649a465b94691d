"""A student edits a layer while the app is open: the page follows, explains, and recovers."""

import time
from pathlib import Path

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.kit import project
from tests.kit.app import App, still

pytestmark = pytest.mark.slow

ATTENTION = "transformer/attention.py"
WEIGHTS_LINE = "        return self.weights(softmax(masked, mask))\n"
HALVED = WEIGHTS_LINE.replace("softmax(masked, mask)", "softmax(masked, mask) / 2")

# What is changed: (file, old, new) → what the page must say, and where. `edits.py` has a hundred more, without the page.
BREAKS = {
    "syntax error": (
        (ATTENTION, "def softmax(", "def softmax((("),
        ["Python cannot read transformer/attention.py:"],
    ),
    "NaN": (
        (
            ATTENTION,
            "self.scaled(scores / math.sqrt(d_k))",
            "self.scaled(scores * math.nan)",
        ),
        [
            "NaN first appeared in encoder.layers.0.self_attention.scaled",
            "transformer/attention.py:",
        ],
    ),
    "a layer that exits": (
        (ATTENTION, WEIGHTS_LINE, "        raise SystemExit(3)\n"),
        ["transformer/attention.py:", "ends the whole program"],
    ),
    "a probe that nothing passes through": (
        (
            ATTENTION,
            "return self.weights(softmax(masked, mask))",
            "return softmax(masked, mask)",
        ),
        ["The probe 'weights' of MultiHeadAttention receives no values", ATTENTION + ":"],
    ),
    "a parameter of another shape": (
        (
            ATTENTION,
            "self.W_O = nn.Linear(d_model, d_model)",
            "self.W_O = nn.Linear(d_model, 2 * d_model)",
        ),
        ["attention.W_O", "in the weights file of 'english_french'"],
    ),
    "a layer that never ends": (
        (ATTENTION, WEIGHTS_LINE, "        while True:\n            weights = masked\n"),
        ["Stopped after", "seconds at transformer/attention.py:", "run forever"],
    ),
    "damaged weights": (
        ("transformer/weights/english_french.safetensors", None, b"not a tensor"),
        ["english_french.safetensors is damaged", "python -m transformer.training english_french"],
    ),
    "missing weights": (
        ("transformer/weights/english_french.safetensors", None, None),
        ["english_french.safetensors is missing"],
    ),
    "weights of another model": (
        ("transformer/weights/english_french.safetensors", None, "reverse.safetensors"),
        ["the weights file of 'english_french'", "python -m transformer.training english_french"],
    ),
}

# One process opens the page, breaks a file, looks, mends it, looks again; torch is imported once.
DRIVER = """
import json, sys
from pathlib import Path
from lessons.host import live, remote
from tests.kit import visit
live.SECONDS = 1.5
remote.serve()

def look(page):
    return {
        "said": [e.value for e in page.text],
        "code": [e.value for e in page.code],
        "figure": [e.key for e in page.get("bidi_component")].count("figure"),
        "crashed": [str(e.value) for e in page.exception],
        "title": [e.value for e in page.title],
        "boxes": sum(e.label.startswith("Traceback") for e in page.expander),
        "open": [e.label for e in page.expander if e.label.startswith("Traceback") and e.proto.expanded],
        "box": [e.value for e in page.text_input],
    }

page = visit.opened("attention", part="model")
answers = {"whole": look(page)}
for name, (file, old, new) in json.loads(sys.stdin.read()).items():
    file = Path(file)
    whole = file.read_bytes()
    if old is not None:
        text = whole.decode()
        assert old in text, f"{name}: {old!r} is not in {file} any more"
        file.write_text(text.replace(old, new, 1))
    elif new is None:
        file.unlink()
    elif new.endswith(".safetensors"):
        file.write_bytes((file.parent / new).read_bytes())
    else:
        file.write_bytes(new.encode())
    page.run()
    broken = look(page)
    file.write_bytes(whole)
    page.run()
    answers[name] = {"broken": broken, "mended": look(page), "changed": live.last_changed()}
print("ANSWERS" + json.dumps(answers))
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What the page of a copy of the project said to every break, and after each was mended."""
    edits = {
        name: (file, old, new.decode() if isinstance(new, bytes) else new)
        for name, ((file, old, new), _) in BREAKS.items()
    }
    return project.answers(DRIVER, edits, tmp_path_factory.mktemp("broken") / "project")


@pytest.mark.parametrize("name", BREAKS)
def test_a_break_gets_a_sentence_and_the_page_recovers(answers, name):
    broken, mended = answers[name]["broken"], answers[name]["mended"]
    said = " ".join(broken["said"])
    for words in BREAKS[name][1]:
        assert words in said, broken["said"]
    assert not broken["crashed"] and not broken["open"], "no traceback is shown first"
    assert broken["title"] == ["Which words does “it” attend to?"] and broken["box"], (
        "the rest goes on"
    )
    assert broken["figure"] == 0, "no picture with numbers of another layer"
    assert broken["boxes"] == 1, "said once, not beside everything that needs the layer"
    assert mended["figure"] == answers["whole"]["figure"] == 1
    assert mended["said"] == answers["whole"]["said"]
    assert answers[name]["changed"] == [BREAKS[name][0][0]]


@pytest.mark.parametrize("name", [n for n, ((_, old, _), _) in BREAKS.items() if old])
def test_the_line_to_blame_is_shown(answers, name):
    """Unless the code never got that far: then the file that was edited last is named."""
    broken = answers[name]["broken"]
    shown = [c for c in broken["code"] if f"# {ATTENTION}:" in c.splitlines()[-1]]
    named = any(f"Changed last: {ATTENTION}" in s for s in broken["said"])
    assert named
    if "transformer/attention.py:" in " ".join(BREAKS[name][1]):
        assert shown, broken["code"]


# --- a real server, two browsers -----------------------------------------------------------------


def shown_sum(page) -> str:
    """The figure's own words about the locked cell, out of its shadow tree; "" where there is none."""
    return "".join(page.locator(".st-key-figure .reading").all_inner_texts())


def runs_of(page) -> list[str]:
    """Grows by one with each run of the page's code."""
    begun: list[str] = []

    def heard(message) -> None:
        if isinstance(message, bytes):
            kind = ForwardMsg.FromString(message).WhichOneof("type")
            begun.extend([kind] if kind == "new_session" else [])

    page.on("websocket", lambda socket: socket.on("framereceived", heard))
    return begun


@pytest.mark.parametrize(("at_once", "open_pages"), [(True, 2), (False, 1)])
def test_an_edit_reaches_every_open_page(checkout, browser, at_once, open_pages):
    """At once, or with the next click (`make class`)."""
    app = App(
        checkout, f"--server.runOnSave={at_once}".lower().replace("runonsave", "runOnSave")
    ).wait()
    try:
        size = {"width": 1440, "height": 960}
        pages = [browser.new_page(viewport=size) for _ in range(open_pages)]
        runs = [runs_of(page) for page in pages]
        for page in pages:
            page.goto(f"{app.url}/attention?attention-part=In+a+model")
            page.locator(".st-key-figure .reading").wait_for()
            still(page)
        before, opened = [shown_sum(page) for page in pages], [len(begun) for begun in runs]
        file = Path(checkout, ATTENTION)
        whole = file.read_text()
        assert WEIGHTS_LINE in whole
        new = file.with_suffix(".new")  # as some editors save: nobody ever reads half of it
        new.write_text(whole.replace(WEIGHTS_LINE, HALVED))
        new.replace(file)
        for page in pages:
            follow(page, at_once, lambda p: shown_sum(p) not in ("", before[0]))
        changed = [shown_sum(page) for page in pages]
        if at_once:
            for page in pages:
                still(page)
            edits = [len(begun) - n for begun, n in zip(runs, opened, strict=True)]
            assert edits == [1, 1], "a save begins each page anew once"
        assert len(set(changed)) == len(set(before)) == 1 and changed[0] != before[0]
        assert weight_in(changed[0]) <= 0.5 < weight_in(before[0])
        file.write_text(whole.replace("def softmax(", "def softmax((("))
        for page in pages:
            follow(page, at_once, lambda p: p.get_by_text("Python cannot read").count() == 1)
            assert page.locator(".stException").count() == 0
            assert not page.get_by_text("SyntaxError").first.is_visible()
        file.write_text(whole)
        for page in pages:
            follow(page, at_once, lambda p: p.get_by_text("Python cannot read").count() == 0)
            follow(page, at_once, lambda p: shown_sum(p) == before[0])
    finally:
        for page in pages:
            page.close()
        app.stop()


def weight_in(words: str) -> float:
    """“it” attends to “animal” with weight 0.9312 → 0.9312"""
    return float(words.split("weight")[1].split()[0].rstrip("."))


def follow(page, at_once: bool, seen) -> None:
    """Wait until the page shows the edit; in a class, any click brings it."""
    end, next_click = time.monotonic() + 120, 0.0
    while time.monotonic() < end:
        if not at_once and time.monotonic() > next_click:
            page.get_by_role("button", name="Check my code").click()
            next_click = time.monotonic() + 8
        if seen(page):
            return
        page.wait_for_timeout(50)
    shown = page.locator(".st-key-main").inner_text()
    raise AssertionError(f"the page did not follow the edit within two minutes; it shows: {shown}")
