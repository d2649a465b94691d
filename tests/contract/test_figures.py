"""What holds for every figure: its header, its arrays, its three homes, its places, its drawing."""

import inspect
import json
import re
from dataclasses import replace
from functools import cache
from importlib import import_module
from xml.etree import ElementTree

import numpy as np
import pytest

from lessons.figures.kit import chart_page
from lessons.figures.kit.bundle import bundle, drawn_by, folders, module_of
from lessons.figures.kit.choices import names, places
from lessons.figures.kit.examples import TYPED
from lessons.figures.kit.figure import Figure
from tests.kit.chosen import few

SHARED = {"kit", "panels"}  # folders of figures that are none themselves
NAMES = sorted(folders().keys() - SHARED)
SAID = [name for name in NAMES if drawn_by(name) == "panels"]


NEEDED = """{name} has no example: write {folder}/example.py with

from lessons.figures.kit.examples import TYPED, Figure, load
from {module} import {name}


def example() -> Figure:
    return {name}(…)  # small, fast, real numbers; where people type something, TYPED
"""


def shown_by(name: str):
    """The module in which a figure shows itself."""
    try:
        return import_module(f"{module_of(name)}.example")
    except ModuleNotFoundError as missing:
        if missing.name != f"{module_of(name)}.example":
            raise
        folder = module_of(name).replace(".", "/")
        pytest.fail(NEEDED.format(name=name, folder=folder, module=module_of(name)))


@cache
def made(name: str) -> Figure:
    return shown_by(name).example()


def draws_charts(name: str) -> bool:
    """Whether a figure is made of charts, known without making it: what makes them is imported."""
    texts = (file.read_text(encoding="utf-8") for file in folders()[name].glob("*.py"))
    return any("from lessons.figures.kit.chart import" in text for text in texts)


def test_a_figure_without_an_example_is_told_what_to_write():
    with pytest.raises(pytest.fail.Exception, match=r"write lessons/figures/kit/example\.py with"):
        made("kit")


@pytest.mark.parametrize("name", NAMES)
def test_a_figure_is_plain_json_and_float32_with_an_origin(name):
    figure = made(name)
    assert figure.kind == name
    assert ("chart" in figure.header) == draws_charts(name)  # test_charts rests on it
    text = json.dumps(figure.header, allow_nan=False)
    assert json.dumps(json.loads(text)) == text
    for key, array in figure.arrays.items():
        assert array.values.dtype == np.float32 and array.probe, key
        assert len(array.axes.split()) == array.values.ndim, f"{key}: one axis a name"
        if array.derived.startswith(("transformer.", "lessons.")):  # a function, by its name
            module, _, function = re.match(r"[\w.]+", array.derived)[0].rpartition(".")
            assert hasattr(import_module(module), function), f"{key}: {array.derived}"
    counted = figure.complete_header["arrays"]
    floats = np.frombuffer(figure.floats, "<f4")
    assert len(floats) == sum(array.values.size for array in figure.arrays.values())
    for one in counted:
        size = int(np.prod(one["shape"]))
        held = floats[one["offset"] : one["offset"] + size].reshape(one["shape"])
        np.testing.assert_array_equal(held, figure.arrays[one["name"]].values)
    assert (
        replace(figure, header={**figure.header, "title": "x"}).complete_header["id"]
        != (figure.complete_header["id"])
    )


def label_lists(value):
    """The lists of labels in a header, as `labels` makes them."""
    if (
        isinstance(value, list)
        and value
        and all(isinstance(v, dict) and {"label", "full", "unknown"} <= v.keys() for v in value)
    ):
        yield [one["full"] for one in value]
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from label_lists(part)


@pytest.mark.parametrize("name", NAMES)
def test_labels_stand_along_an_array_which_has_checked_them(name):
    """`Array` refuses labels that do not fit; a figure that does not hand them over is not checked."""
    figure = made(name)
    stand = [
        [one["full"] if isinstance(one, dict) else one for one in labels]
        for array in figure.arrays.values()
        for _, labels in array.label_lists()
    ]
    for found in label_lists(figure.header):
        assert found in stand, f"{found}: give them to the array along which they stand"


@pytest.mark.parametrize("name", NAMES)
def test_what_people_typed_is_never_markup(name, tmp_path):
    """One element and one script, which nothing ends but its end; and a title that stays a title. Plotly's own
    script stands before them, once and as it ships."""
    figure = made(name)
    figure = replace(figure, header={**figure.header, "title": TYPED})
    page = figure.save(tmp_path / "x.html").read_text(encoding="utf-8")
    if "chart" in figure.header:
        assert page.count(chart_page.script("page")) == 1
        page = page.replace(chart_page.script("page"), "")
    assert page.count("<script") == page.count("</script") == 1
    script, rest = page.partition("<script>")[2].split("</script>")
    assert "<img" not in script.partition("const header = ")[2] and "<img" not in rest
    assert re.search(r"<title>([^<]*)</title>", page)[1].startswith("&lt;/script&gt;&lt;img")


DATES = rb"CreationDate|ModDate|dc:date|tIME"
# One of those that share a sheet, and those that write a file themselves: of all three kinds.
ALL_KINDS = ("lights", "attention_map", "live_curve")


@pytest.mark.parametrize("name", few((*ALL_KINDS, "architecture", "depth_gradients"), NAMES))
def test_a_figure_on_paper(name, tmp_path):
    """The same figure gives the same file: drawn alike twice, and no file says when it was made."""
    figure = made(name)
    for kind, begins in {".png": b"\x89PNG", ".pdf": b"%PDF"}.items() if name in ALL_KINDS else ():
        written = figure.save(tmp_path / f"x{kind}").read_bytes()
        assert written.startswith(begins) and not re.search(DATES, written), kind
    text = figure.save(tmp_path / "x.svg").read_bytes()
    assert text.startswith(b"<?xml") and not re.search(DATES, text)
    assert text == figure.save(tmp_path / "again.svg").read_bytes()
    tags = {element.tag.split("}")[1] for element in ElementTree.fromstring(text).iter()}
    assert not tags & {"img", "script"}


def test_each_figure_that_writes_its_file_itself_writes_all_kinds():
    themselves = {
        path.name
        for path in folders().values()
        for file in path.glob("paper.py")
        if ".savefig(" in file.read_text()
    }
    assert themselves - {"kit"} == set(ALL_KINDS) - {"lights", "live_curve"}


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_there_is_refused_and_its_opening_is_a_right_place(name):
    figure = made(name)
    start = figure.header["start"]
    assert figure.at(**start).header["start"] == start
    with pytest.raises(ValueError, match=r"at\(\) does not accept nowhere; it accepts"):
        figure.at(nowhere=1)
    for key in start:
        with pytest.raises(ValueError):
            figure.at(**{key: -7})


@pytest.mark.parametrize("name", NAMES)
def test_each_choice_is_taken_up_to_its_last_and_says_what_there_is(name):
    header = made(name).header
    choices, here = header.get("choices", ()), places(header) if "choices" in header else {}
    leading = set(re.findall(r'"by": "(\w+)"', json.dumps([one["labels"] for one in choices])))
    for one in choices:
        count, first = len(names(one["labels"], here)), one["first"]
        last = one["values"][-1] if one["values"] else first + count - 1
        if one["name"] not in leading:  # elsewhere what depends on it may have no such place
            made(name).at(**{one["name"]: last})
        there = "one of" if one["values"] else f"a whole number from {first} to {last}"
        nothing = "None or " if one["optional"] else ""
        for wrong in (10**6, "nowhere", [], *(() if nothing else (None,))):
            said = f"{one['name']} must be {nothing}{there}"
            with pytest.raises(ValueError, match=f"^{said}.*, got {re.escape(repr(wrong))}$"):
                made(name).at(**{one["name"]: wrong})


@pytest.mark.parametrize("name", NAMES)
def test_a_number_is_computed_again(name):
    """Of each figure that can; its example names one in `CELL`."""
    offers = hasattr(import_module(module_of(name)), "recompute")
    figure, cell = made(name), getattr(shown_by(name), "CELL", None)
    assert offers == (cell is not None), f"{folders()[name]}/example.py: CELL = {{…}}"
    if not offers:
        return
    answer = figure.recompute(**cell)
    assert "value" in answer
    if "recompute" in figure.header["words"]:  # with a button in the drawing
        assert answer["same"] is True and answer["cell"] == cell
        assert {"difference", "shown_value", "shown_difference"} <= answer.keys()
    for wrong in (dict.fromkeys(cell, -7), {"nowhere": 1}):
        with pytest.raises((ValueError, TypeError)):
            figure.recompute(**wrong)


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_is_one_script_in_which_no_name_stands_twice(name):
    script = bundle(name)
    assert not re.search(r"^\s*(import|export)\b", script, flags=re.MULTILINE)
    found = re.findall(r"^(?:async )?(?:function|const|let) (\w+)", script, flags=re.MULTILINE)
    assert len(found) == len(set(found)), sorted(n for n in found if found.count(n) > 1)
    assert {"draw", "mount"} <= set(found)


def test_no_drawing_says_a_sentence_of_its_own():
    """All words come from words.py, so that a figure can be translated."""
    for file in (file for folder in folders().values() for file in folder.glob("*.js")):
        code = re.sub(r"^\s*//.*|// .*$", "", file.read_text(), flags=re.MULTILINE)
        assert re.findall(r"[\"`][A-Z][a-z]+ [a-z]+[^\"`]*[\"`]", code) == [], file.name


def test_each_folder_has_what_a_figure_needs():
    for name in NAMES:
        said = "panels" in made(name).header
        for file in ("words.py",) if said else ("words.py", "paper.py"):
            assert (folders()[name] / file).is_file(), f"{name}/{file}"
        assert said or name not in SAID, f"{name} needs a draw.js, or `picture(…)`"
        code = (folders()[drawn_by(name)] / "draw.js").read_text()
        assert re.search(r"export const draw = (drawing|saidFigure)\(", code), (
            f"{name}: what drawings share, it has twice"
        )
        if "choices" not in made(name).header:
            module = import_module(module_of(name))
            taken = list(inspect.signature(module.validate_choice).parameters)
            assert taken == ["figure", "start"], name
