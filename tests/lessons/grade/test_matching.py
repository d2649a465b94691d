"""Which exercise a file belongs to, and the code in a notebook."""

import json

import pytest

from lessons.grade import notebooks
from lessons.grade.matching import check_lesson, definitions, match, match_given, stubs


@pytest.mark.parametrize("lesson", stubs())
def test_each_stub_belongs_to_its_exercise(lesson):
    stub = stubs()[lesson]
    assert match("exercise.py", stub.docstring, {*stub.names}).lesson == lesson
    assert match("exercise.py", "", {*stub.names}).lesson == lesson


@pytest.mark.parametrize(
    ("name", "defined", "lesson"),
    [
        ("exercise.py", {"causal", "helper"}, "masks"),
        ("masks.py", {"MyAttention"}, "attention"),  # what it defines counts more
        ("heads_final.py", {"score"}, "heads"),
        ("decoding/exercise.py", {"score"}, "decoding"),
        ("01-your_layer-v2.ipynb", set(), "your_layer"),
        ("exercise.py", {"score"}, ""),
        ("exercise.py", {"helper"}, ""),
    ],
)
def test_name_and_functions_decide_together(name, defined, lesson):
    result = match(name, "", defined)
    assert result.lesson == lesson and bool(result.problem) == (not lesson)


def test_another_lesson_is_told():
    problem = match_given("masks", "exercise.py", "", {"MyAttention"}).problem
    assert "defines MyAttention, as attention asks, but masks asks for causal" in problem
    assert match_given("masks", "exercise.py", "", {"helper"}).lesson == "masks"
    with pytest.raises(ValueError, match="no exercise maks. Use one of sequences"):
        check_lesson("maks")


def test_a_file_that_python_cannot_read_still_has_definitions():
    assert definitions("def causal(:\nclass A:\n") == ["causal", "A"]


CELLS = [
    "%matplotlib inline\nimport math\nimport torch",
    "from lessons.masks.checks import check\nfrom transformer.masks import causal",
    "LOW = -math.inf\n\ndef helper(x):\n    return x + LOW",
    "def causal(n):\n    return torch.ones(n)",
    "check(causal)\nraise ValueError('not run')",
    "@torch.no_grad()\ndef causal(n):\n    return helper(n)\nprint(causal(3))",
    "%%bash\nrm -rf /",
    "both = (\n7\n% 4)",
]


def test_the_code_of_a_notebook_is_what_the_exercise_asks_for_and_what_that_uses():
    data = json.dumps({"cells": [{"cell_type": "code", "source": cell} for cell in CELLS]})
    cells = notebooks.code_cells(data.encode())
    code = notebooks.extract(cells, ("causal", "both"))
    kept = [line for line in code.text.splitlines() if line]
    assert kept == [
        "import math", "import torch", "LOW = -math.inf", "def helper(x):", "    return x + LOW",
        "def causal(n):", "    return torch.ones(n)",
        "@torch.no_grad()", "def causal(n):", "    return helper(n)", "both = (", "7", "% 4)",
    ]  # fmt: skip
    assert code.place(code.text.splitlines().index("    return helper(n)") + 1) == (
        "code cell 6, line 3"
    )
    assert code.place(0) == code.place(999) == ""


@pytest.mark.parametrize("data", [b"{}", b"[1]", b"\xff", b"{" * 9, b'{"cells": [{"a": 1}]}'])
def test_what_is_not_a_notebook_is_told(data):
    with pytest.raises(ValueError, match="not a notebook"):
        notebooks.code_cells(data)


def test_a_cell_that_python_cannot_read_is_kept_for_the_checks():
    cells = ["def causal(:\n    return 1", "def both(:\n"]
    assert notebooks.extract(cells, ("causal",)).text.startswith("def causal(:\n")
