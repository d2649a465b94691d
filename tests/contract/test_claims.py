"""What a lesson concludes rests on control experiments that could have refuted it.

`lessons/NAME/claims.py` lists the conclusions. A sentence that says that something is needed, or cannot be
learned without something, is one of them, or stands in `BY_OTHER_MEANS` with its reason.
"""

import re
from importlib import import_module
from importlib.util import find_spec

import pytest

from lessons import LESSONS
from lessons.kit.claims import Claim
from tests.kit.lesson_texts import all_texts, files, plain, texts
from transformer.measure.controls import FOLDER, read
from transformer.measure.controls.__main__ import jobs
from transformer.measure.controls.plan import CONTROLS

NAMES = [lesson.name for lesson in LESSONS]
# Controls with one length of training, and why that is enough.
ONE_LENGTH = {
    "copy_capacity": "it compares sizes after the same steps; copy_length has the lengths",
    "french_length": "it asks whether two seeds differ less than the two ways to read",
    "hard_attention": "it measures every 50 steps of one training",
    "unguided": "it asks which heads five seeds build by themselves",
    "parts_french": "it repeats one length of parts_reverse on a second task",
    "warmup": "it compares two orders of a layer at the length of the shipped models",
    "residual_french": "one success would refute “cannot”; nothing else rests on it",
}
ONE_SEED = {"residual_french": "one success would refute “cannot”; nothing else rests on it"}
PART = (
    r"(?:attention|self-attention|the (?:mask|division|gate|state)|masks?|scaling|positions?|positional encodings?|residuals?"
    r"|residual connections?|layer ?norm(?:alization)?|warm-up|feed-forward(?: networks?)?|heads?|hops?|dropout|part)"
)
# What says in a sentence that something is needed, or that it cannot be learned otherwise.
CONCLUDES = re.compile(
    r"\b(?:cannot|can never|can't|could not|could never) (?:be )?learn(?:ed|t)?\b|\bnever learns\b|\bdoes not learn\b"
    rf"|\bneeds? (?:the |a |an )?(?:second )?{PART}\b"
    rf"|\b{PART} (?:is|are) (?:needed|necessary|required|indispensable)\b"
    r"|\bimpossible without\b|\b(?:cannot|fails?) (?:[\w ]{1,40} )?without\b"
    r"|\bwithout (?:it|attention|one|them)\b[^.?!;]{0,60}\b(?:cannot|fails?|impossible)\b",
    re.IGNORECASE,
)
SENTENCE = re.compile(r"[^.?!]+(?:[.?!](?!\s|$)[^.?!]*)*[.?!]?")
SAY_SO = ("lesson.py", "words.py", "prediction.py", "scenes.py", "__init__.py", "claims.py")
# Lesson → a piece of such a sentence → what it rests on, where that is no training.
BY_OTHER_MEANS: dict[str, dict[str, str]] = {
    "ablations": {
        "models trained without them are worse or fail": "it reports the runs of the page's table",
        "does not prove that a part is needed": "it says that nothing follows from one run",
        "a part that one model cannot do without": "parts are switched off in a trained model",
    },
}


def claims(lesson: str) -> tuple[Claim, ...]:
    """The conclusions that a lesson lists."""
    name = f"lessons.{lesson}.claims"
    return import_module(name).CLAIMS if find_spec(name) else ()


ALL = [
    pytest.param(lesson, claim, id=f"{lesson}-{number}")
    for lesson in NAMES
    for number, claim in enumerate(claims(lesson))
]


@pytest.mark.parametrize(("lesson", "claim"), ALL)
def test_a_claim_is_said_and_its_control_bears_it_out(lesson, claim):
    fragment = plain(claim.text)
    assert len(fragment) > 15, f"{claim.text!r} is too short to find one sentence"
    assert says(lesson, fragment), f"lessons/{lesson} does not say {claim.text!r} any more"
    assert claim.control in CONTROLS, f"{claim.control} is no control of {sorted(CONTROLS)}"
    assert claim.holds(read(claim.control)), f"{claim.control} refutes {claim.text!r}"


def says(lesson: str, fragment: str) -> bool:
    return any(fragment in text for text in all_texts(lesson))


@pytest.mark.parametrize("name", CONTROLS)
def test_a_control_could_refute_what_rests_on_it(name):
    """Three seeds, two lengths of training, and every planned run with its score."""
    control = CONTROLS[name]
    assert not (missing := jobs(control, FOLDER)), (
        f"{len(missing)} runs are missing: python -m transformer.measure.controls {name}"
    )
    table = read(name)
    planned = {
        (arm.label, steps, seed)
        for arm in control.arms
        for steps in arm.steps
        for seed in arm.seeds
    }
    assert {(run.arm, run.steps, run.seed) for run in table.runs} == planned
    assert table.score == control.score
    scores = [
        table.scores_of(arm, steps) for arm, lengths in table.arms().items() for steps in lengths
    ]
    assert all(0 <= score <= 1 for seeds in scores for score in seeds)
    three = any(len(seeds) >= 3 for seeds in scores)
    assert three != (name in ONE_SEED), f"{name}: ONE_SEED says otherwise"
    several = any(len(lengths) > 1 for lengths in table.arms().values())
    assert several != (name in ONE_LENGTH), f"{name}: ONE_LENGTH says otherwise"


def test_every_control_is_used_by_a_lesson():
    """In a claim, or shown on its page by name."""
    used = {claim.control for lesson in NAMES for claim in claims(lesson)}
    named = {text for lesson in NAMES for text in all_texts(lesson)}
    unused = [name for name in CONTROLS if name not in used | named]
    assert not unused, f"no lesson shows these controls, or concludes anything from them: {unused}"


# ---- no conclusion without a control ------------------------------------------------------------
def conclusions(all_texts: list[str]) -> list[str]:
    """The sentences that say that something is needed, or cannot be learned otherwise."""
    sentences = [match[0].strip() for text in all_texts for match in SENTENCE.finditer(text)]
    concluding = (s for s in sentences if CONCLUDES.search(s) and not s.endswith("?"))
    return list(dict.fromkeys(concluding))


def without_reason(sentences: list[str], reasons: list[str]) -> list[str]:
    """Those that contain none of the pieces, and are part of none."""
    return [s for s in sentences if not any(piece in s or s in piece for piece in reasons)]


@pytest.mark.parametrize("lesson", NAMES)
def test_no_conclusion_stands_without_a_control(lesson):
    told = [text for file in files(lesson) if file.name in SAY_SO for text in texts(file)]
    reasons = [plain(claim.text) for claim in claims(lesson)]
    others = [plain(piece) for piece in BY_OTHER_MEANS.get(lesson, {})]
    found = conclusions(told)
    bare = without_reason(found, reasons + others)
    assert not bare, (
        f"lessons/{lesson} concludes this without a control; list it in claims.py, or in BY_OTHER_MEANS "
        "with what it rests on:\n" + "\n".join(bare)
    )
    stale = [piece for piece in others if without_reason(found, [piece]) == found]
    assert not stale, f"BY_OTHER_MEANS of {lesson} has what is not said any more: {stale}"


def test_what_is_looked_for_would_be_found():
    concluding = [
        "From one state it cannot be learned at all.",
        "Without attention the model cannot copy a row of eight letters.",
        "This is why scaling is needed.",
        "The task needs attention.",
        "With one state it never learns the order.",
    ]
    for sentence in concluding:
        assert conclusions([f"Something else. {sentence} And more."]) == [sentence]
    others = ["With attention it is learned sooner.", "Is scaling needed?", "Two facts are needed."]
    assert not conclusions([" ".join(others)])
    assert without_reason(concluding, ["why scaling is needed"]) == [
        sentence for sentence in concluding if "scaling" not in sentence
    ]
    assert not says("sequences", "no lesson says this sentence about copying")
