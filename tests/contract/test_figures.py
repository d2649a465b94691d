"""What holds for every figure: its header, its arrays, its three homes, its places, its drawing."""

import inspect
import json
import math
import re
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from xml.etree import ElementTree

import numpy as np
import pytest

from lessons.decoding.published import PAIRS, SYSTEMS, TABLE, verdicts
from lessons.figures.ablation import ablation
from lessons.figures.adam_lab import adam_lab
from lessons.figures.architecture import architecture
from lessons.figures.attention_map import attention_map
from lessons.figures.beam_tree import beam_tree
from lessons.figures.bleu_parts import bleu_parts
from lessons.figures.bpe_player import bpe_player
from lessons.figures.depth_gradients import depth_gradients
from lessons.figures.drafting import drafting
from lessons.figures.embedding_map import embedding_map
from lessons.figures.four_numbers import four_numbers
from lessons.figures.head_grid import head_grid
from lessons.figures.head_sum import head_sum
from lessons.figures.hidden_units import hidden_units
from lessons.figures.kit.bundle import FIGURES, bundle, drawn_by
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.labels import labels
from lessons.figures.length_curve import length_curve
from lessons.figures.lights import lights
from lessons.figures.live_curve import live_curve
from lessons.figures.mask_painter import mask_painter
from lessons.figures.patch_map import patch_map
from lessons.figures.position_lab import position_lab
from lessons.figures.position_lab.tables import Setting
from lessons.figures.published_scores import published_scores
from lessons.figures.query_plane import query_plane
from lessons.figures.residual_stream import residual_stream
from lessons.figures.root_d import root_d
from lessons.figures.sampling_lab import sampling_lab
from lessons.figures.score_parts import score_parts_map
from lessons.figures.score_table import dictionary
from lessons.figures.slide_check import slide_check
from lessons.figures.three_inputs import three_inputs
from lessons.figures.touched_row import touched_row
from lessons.figures.training_film import training_film
from lessons.figures.training_pair import training_pair
from lessons.figures.two_layers import two_layers
from lessons.figures.walk_bits import walk_bits
from lessons.figures.word_order import word_order
from lessons.figures.writing import writing
from lessons.positions.slides import explained, slides
from transformer.contracts import Cell, Light
from transformer.measure.attention import query_plane as plane
from transformer.measure.attention.head_roles import head_roles
from transformer.measure.attention.touch import Row, seen
from transformer.measure.stream.depth import all_passes
from transformer.measure.stream.hidden_units import all_units
from transformer.measure.training.frames import checkpoint, moment
from transformer.runs import Plan, Run
from transformer.tokens.bpe import learn
from transformer.training import build, vocabularies
from transformer.training.settings import Settings
from transformer.weights import load

HOSTILE = "</script><img src=x onerror=alert(1)> $x$ & <b>"
TINY = {"d_model": 16, "d_ff": 16, "encoder_layers": 1, "decoder_layers": 1, "self_heads": 2}
SHARED = {"kit", "panels"}  # folders of figures that are none themselves
NAMES = sorted({p.parent.name for p in FIGURES.glob("*/__init__.py")} - SHARED)
SAID = [name for name in NAMES if drawn_by(name) == "panels"]


@cache
def trained_run() -> tuple:
    """A training of eight steps and what it does at each of its frames."""
    run = Run.create(Plan("copy", Settings(steps=8), TINY), Path(mkdtemp()))
    list(run.train())
    task = run.task()
    model, words, line = build(task, 1, **TINY), vocabularies(task), task.held_out[0]
    seen = [moment(checkpoint(run, model, s), task, words, s, line) for s in run.frames()]
    return run, task, seen, line


def head(draw, look) -> Figure:
    """The last row of a head, with what somebody typed."""
    trained, words = load("english_french"), ["cat", *HOSTILE.split()]
    at, ids = (
        Row("encoder.layers.0.self_attention", 0, 1),
        load("english_french").source_vocabulary.encode(words),
    )
    return draw(trained, ids, at, look(trained, ids, at), labels(words), HOSTILE)


def film() -> Figure:
    run, task, seen, line = trained_run()
    return training_film(run, task, seen, line)


def pair() -> Figure:
    run, task, seen, line = trained_run()
    return training_pair(run, run, (task, task), (seen, seen), line)


def curve() -> Figure:
    run, task, *_ = trained_run()
    return live_curve(run, task, "done")


def heads(text: str) -> Figure:
    trained = load("reverse")
    return head_grid(trained, head_roles(trained, trained.task.held_out[:30]), text)


def lamps():
    """One of each state, with what somebody may have written into a layer's error."""
    cell = Cell(0, 1, 2, None, math.nan, 1.0, ((0.5, math.nan), (1, 2), (3, 4)), (2, None))
    return lights(
        "attention",
        HOSTILE,
        (
            Light("runs", "green", HOSTILE, test="transformer/contracts/running.py:20"),
            Light("rows sum to one", "red", HOSTILE, cell, HOSTILE, HOSTILE),
            Light("shapes", "grey", HOSTILE),
        ),
    )


# Each figure once, small, with what people type where they type something; a cell that it computes again.
MADE = {
    "ablation": (lambda: ablation(load("reverse"), "mask", sentences=10), None),
    "adam_lab": (
        adam_lab,
        {"view": "valley", "case": "0/0/0", "step": 1},
    ),
    "architecture": (lambda: architecture(load("english_french"), f"cat {HOSTILE}"), None),
    "attention_map": (
        lambda: attention_map(load("english_french"), f"cat {HOSTILE}"),
        {"map": "cross", "layer": 1, "head": 1, "step": 4, "row": 1, "column": 1},
    ),
    "beam_tree": (
        lambda: beam_tree(load("english_french"), f"the cat {HOSTILE}", right=("le", "chat")),
        {"beams": 3, "node": 4},
    ),
    "bleu_parts": (lambda: bleu_parts(HOSTILE.split(), [HOSTILE.split()[1:]]), None),
    "bpe_player": (lambda: bpe_player(learn(HOSTILE, 5), HOSTILE, HOSTILE.split()[0]), None),
    "depth_gradients": (lambda: depth_gradients(all_passes()), None),
    "drafting": (lambda: drafting(load("language_model"), HOSTILE), None),
    "embedding_map": (
        lambda: embedding_map(load("english_french"), "source", ["the", HOSTILE]),
        {"word": 5, "other": 9},
    ),
    "head_grid": (lambda: heads(f"cat {HOSTILE}"), None),
    "head_sum": (lambda: head_sum(load("reverse"), HOSTILE), None),
    "four_numbers": (four_numbers, None),
    "hidden_units": (
        lambda: hidden_units(load("reverse"), f"a {HOSTILE}", all_units(load("reverse"))),
        None,
    ),
    "length_curve": (lambda: length_curve([load("reverse")], 3), None),
    "lights": (lamps, None),
    "live_curve": (curve, None),
    "mask_painter": (lambda: mask_painter(load("english_french"), [HOSTILE, "the cat"]), None),
    "patch_map": (
        lambda: patch_map(
            load("english_french"), f"the cat was {HOSTILE}", f"the car was {HOSTILE}"
        ),
        None,
    ),
    "position_lab": (
        lambda: position_lab(Setting("sinusoidal", 5, 4)),
        {"cell": "table", "position": 1, "at": 1},
    ),
    "published_scores": (lambda: published_scores(SYSTEMS, PAIRS, TABLE, verdicts()), None),
    "residual_stream": (
        lambda: residual_stream(load("english_french"), f"the cat {HOSTILE}"),
        None,
    ),
    "query_plane": (lambda: head(query_plane, plane.plane), None),
    "root_d": (root_d, None),
    "sampling_lab": (lambda: sampling_lab(load("language_model"), HOSTILE), None),
    "score_parts": (
        lambda: score_parts_map(load("english_french"), HOSTILE),
        {"head": 1, "row": 1, "column": 1},
    ),
    "score_table": (lambda: dictionary({HOSTILE: 1.0, "b": 2.0}, HOSTILE), None),
    "slide_check": (
        lambda: slide_check(slides(), explained),
        {"slide": slides()[0].name, "row": 0, "column": 0},
    ),
    "three_inputs": (three_inputs, None),
    "touched_row": (lambda: head(touched_row, seen), None),
    "training_film": (film, None),
    "training_pair": (pair, None),
    "two_layers": (
        lambda: two_layers(
            load("english_french"), "attention", ("standard", "unscaled"), f"cat {HOSTILE}"
        ),
        None,
    ),
    "walk_bits": (lambda: walk_bits(load("walk"), load("walk_without_mask")), None),
    "word_order": (lambda: word_order(load("english_french"), f"the cat {HOSTILE}"), None),
    "writing": (
        lambda: writing(load("english_french"), f"the cat {HOSTILE}", ("le", "chat")),
        None,
    ),
}


@cache
def made(name: str) -> Figure:
    return MADE[name][0]()


def test_every_figure_is_looked_at():
    assert sorted(MADE) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_figure_is_plain_json_and_float32_with_an_origin(name):
    figure = made(name)
    assert figure.kind == name
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
        [one["full"] if isinstance(one, dict) else one for one in names]
        for array in figure.arrays.values()
        for _, names in array.named()
    ]
    for names in label_lists(figure.header):
        assert names in stand, f"{names}: give them to the array along which they stand"


@pytest.mark.parametrize("name", NAMES)
def test_what_people_typed_is_never_markup(name, tmp_path):
    """One element and one script, which nothing ends but its end; and a title that stays a title."""
    figure = made(name)
    figure = replace(figure, header={**figure.header, "title": HOSTILE})
    page = figure.save(tmp_path / "x.html").read_text(encoding="utf-8")
    assert page.count("<script") == page.count("</script") == 1
    script, rest = page.partition("<script>")[2].split("</script>")
    assert "<img" not in script.partition("const header = ")[2] and "<img" not in rest
    assert re.search(r"<title>([^<]*)</title>", page)[1].startswith("&lt;/script&gt;&lt;img")


DATES = rb"CreationDate|ModDate|dc:date|tIME"
# One of those that share a sheet, and those that write a file themselves: of all three kinds.
ALL_KINDS = ("lights", "attention_map", "bpe_player", "embedding_map")


@pytest.mark.parametrize("name", NAMES)
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
    themselves = {p.parent.name for p in FIGURES.glob("*/paper.py") if ".savefig(" in p.read_text()}
    assert themselves - {"kit"} == set(ALL_KINDS) - {"lights"}


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_place_is_refused_and_its_opening_is_a_right_one(name):
    figure = made(name)
    start = figure.header["start"]
    assert figure.at(**start).header["start"] == start
    with pytest.raises(ValueError, match=r"at\(\) does not know nowhere; it takes"):
        figure.at(nowhere=1)
    for key in start:
        with pytest.raises(ValueError):
            figure.at(**{key: -7})


@pytest.mark.parametrize("name", [n for n in NAMES if MADE[n][1]])
def test_a_number_is_computed_again(name):
    figure, cell = made(name), MADE[name][1]
    answer = figure.recompute(**cell)
    assert "value" in answer
    if "recompute" in figure.header["words"]:  # with a button in the drawing
        assert answer["same"] is True and answer["cell"] == cell
        assert {"difference", "shown_value", "shown_difference"} <= answer.keys()
    for wrong in (dict.fromkeys(cell, -7), {"nowhere": 1}):
        with pytest.raises((ValueError, TypeError)):
            figure.recompute(**wrong)


def test_who_can_compute_again_has_a_cell_here():
    offers = {n for n in NAMES if hasattr(import_module(f"lessons.figures.{n}"), "recompute")}
    assert offers == {n for n in NAMES if MADE[n][1]}


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_is_one_script_in_which_no_name_stands_twice(name):
    script = bundle(name)
    assert not re.search(r"^\s*(import|export)\b", script, flags=re.MULTILINE)
    found = re.findall(r"^(?:async )?(?:function|const|let) (\w+)", script, flags=re.MULTILINE)
    assert len(found) == len(set(found)), sorted(n for n in found if found.count(n) > 1)
    assert {"draw", "mount"} <= set(found)


def test_no_drawing_says_a_sentence_of_its_own():
    """All words come from words.py, so that a figure can be translated."""
    for file in FIGURES.rglob("*.js"):
        code = re.sub(r"^\s*//.*|// .*$", "", file.read_text(), flags=re.MULTILINE)
        assert re.findall(r"[\"`][A-Z][a-z]+ [a-z]+[^\"`]*[\"`]", code) == [], file.name


def test_each_folder_has_what_a_figure_needs():
    for name in NAMES:
        said = name in SAID
        for file in ("words.py",) if said else ("words.py", "paper.py"):
            assert (FIGURES / name / file).is_file(), f"{name}/{file}"
        assert said == ("panels" in made(name).header), f"{name} needs a draw.js, or `picture(…)`"
        code = (FIGURES / drawn_by(name) / "draw.js").read_text()
        assert "export const draw = drawing(" in code, f"{name}: what drawings share, it has twice"
        if "choices" not in made(name).header:
            module = import_module(f"lessons.figures.{name}")
            taken = list(inspect.signature(module.validate_choice).parameters)
            assert taken == ["figure", "start"], name
