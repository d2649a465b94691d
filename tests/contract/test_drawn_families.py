"""Whatever its family, a model is drawn by every figure that takes one, with what stands at its maps: a memory
network (`families/facts.py`) and an encoder with [CLS] and two segments (`families/two_rows.py`).

The figures are found by themselves. One that cannot draw a family says in a sentence what is missing.
"""

import inspect
import re
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import pytest
import torch

from lessons.block.measure.hidden_units import all_units
from lessons.figures.attention_map import attention_map
from lessons.figures.kit.bundle import module_of
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import labels
from lessons.figures.live_curve import live_curve
from lessons.figures.training_film import training_film
from lessons.figures.training_pair import training_pair
from lessons.host import RUN_MODEL, storage
from lessons.kit.encoded_text import EncodedText
from lessons.machine.figures.architecture import architecture
from lessons.models import catalogue, listing
from lessons.scores.measure.query_plane import plane
from tests.contract.families import facts, gru, two_rows
from tests.contract.test_families import QUICK, RECIPES
from tests.contract.test_figures import NAMES
from tests.kit.chosen import few
from transformer import weights
from transformer.families import Map
from transformer.measure.attention.head_roles import head_roles
from transformer.measure.attention.touch import Row, effects_of_row
from transformer.measure.training.checkpoints import load_checkpoint, moment
from transformer.probe import record
from transformer.runs import Run, RunConfig
from transformer.tasks import TASKS
from transformer.training import build, vocabularies
from transformer.training.command import make

pytestmark = pytest.mark.usefixtures("foreign_families")
TEXT = {"facts": "mary in kitchen. john in garden. where is mary", "two_rows": "a b / a c"}
# What stands on each side of their maps, and what else they are given.
SIDES = {
    "facts": {
        "facts": ["mary in kitchen", "john in garden"],
        "question": ["where is mary"],
        "asked": ["where", "is", "mary"],
    },
    "two_rows": {
        "tokens": ["[CLS]", "a", "b", "[SEP]", "a", "c", "[SEP]"],
        "segments": ["A", "A", "A", "A", "B", "B", "B"],
    },
}
# Of all figures these draw them: the others look at words that are written, or at probes that are not there.
DRAWN = {
    "facts": {"architecture", "attention_map", "head_grid"},
    "two_rows": {"architecture", "attention_map", "embedding_map", "head_grid", "head_sum", "hidden_units", "mask_painter",
             "residual_stream", "two_layers"},
}  # fmt: skip
MISSING = (
    r"cannot be decoded|writes nothing|no probe|no hook|has no |has learned no|"
    r"neither an encoder nor|has not learned|a text"
)
TAKES = {"trained", "models", "honest"}  # as figures call a model that they are given


@cache
def model(name: str):
    """One of each family, trained for a moment."""
    folder = Path(mkdtemp())
    make(name, replace(RECIPES[name], settings=replace(QUICK, steps=5)), folder, [])
    return weights.load(name, folder)


def figures() -> dict[str, list]:
    """Every figure that takes a model: the functions of its module that do, and return a figure."""
    found = {}
    for name in NAMES:
        module = import_module(module_of(name))
        made = [
            function
            for function in vars(module).values()
            if inspect.isfunction(function) and function.__module__ == module.__name__
            and TAKES & {*inspect.signature(function).parameters}
            and function.__annotations__.get("return") is Figure and not function.__name__.startswith("_")
        ]  # fmt: skip
        if made:
            found[name] = made
    return found


def given(trained, text: str) -> dict:
    """What figures ask for beside the model, by the names of their parameters."""
    reading = EncodedText.encode(trained, text, 64)
    at = Row(trained.family.maps[0].path.format(0), 0, 0)
    return {
        **{"trained": lambda: trained, "honest": lambda: trained, "cheat": lambda: trained},
        **{"models": lambda: [trained], "trained_to": lambda: 3, "units_of": lambda: all_units(trained)},
        **{"text": lambda: text, "texts": lambda: [text], "base": lambda: text, "donor": lambda: text},
        **{"roles": lambda: head_roles(trained), "attention": lambda: trained.family.maps[0].name},
        **{"kind": lambda: "attention", "names": lambda: ("standard", "unscaled"), "removal": lambda: "mask"},
        **{"ids": lambda: reading.ids, "at": lambda: at, "labels": lambda: labels(list(reading.words))},
        **{"who": lambda: "who", "before": lambda: effects_of_row(trained, reading.ids, at)},
        **{"seen": lambda: plane(trained, reading.ids, at), "back": lambda: trained, "typed": lambda: text},
        **{"sentence": lambda: text, "changed": lambda: text},
    }  # fmt: skip


def drawn(function, trained, text: str) -> Figure | None:
    """What a figure makes of a model; None where it takes what was measured of one, as the film of a training."""
    ways, asked = given(trained, text), {}
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.default is inspect.Parameter.empty or name in ("trained", "attention"):
            if name not in ways:
                return None
            asked[name] = ways[name]()
    return function(**asked)


def said(names) -> list[str]:
    return [one["full"] if isinstance(one, dict) else one for one in names]


@pytest.mark.parametrize("name", SIDES)
def test_every_figure_draws_it_or_says_what_is_missing(name, tmp_path):
    trained, kinds = model(name), set()
    sides = [*SIDES[name].values(), list(trained.source_vocabulary.words)]  # a table has all words
    asked = figures()
    assert len(asked) > 20, "the figures that take a model"
    for kind, functions in asked.items():
        tried = 0
        for function in functions:
            try:
                figure = drawn(function, trained, TEXT[name])
            except (ValueError, TypeError) as error:
                assert re.search(MISSING, str(error)), f"{kind}: {error}"
                tried += 1
                continue
            if figure is None:
                continue
            tried += 1
            kinds.add(kind)
            assert figure.save(tmp_path / "x.svg").stat().st_size > 1000
            for array in figure.arrays.values():
                for axis, names in array.label_lists():
                    if axis != "part" and not axis.startswith("d_"):  # sub-layers; numbers
                        assert said(names) in sides, f"{kind}: {array.probe}, {axis}"
        assert tried, f"nothing here knows what {kind} takes: say it in `given`"
    assert kinds == DRAWN[name]


def test_the_first_column_is_cls_and_each_weight_stands_at_its_words():
    trained = model("two_rows")
    figure = attention_map(trained, TEXT["two_rows"])
    (found,) = figure.header["maps"]
    assert said(found["columns"])[0] == said(found["rows"])[0] == "[CLS]"
    assert [row["label"] for row in found["rows"]] == [
        "[CLS]",
        "a₁",
        "b",
        "[SEP]₁",
        "a₂",
        "c",
        "[SEP]₂",
    ]
    words = trained.source_vocabulary
    tokens = torch.tensor([words.encode(["[CLS]", "a", "b", "[SEP]", "a", "c", "[SEP]"])])
    with torch.no_grad(), record(trained.model) as trace:
        trained.model(tokens, torch.tensor([[1, 1, 1, 1, 2, 2, 2]]))
    probe = "encoder.layers.1.self_attention.weights"
    np.testing.assert_array_equal(figure.arrays[probe].values, trace.one(probe)[0].numpy())
    assert figure.header["run"]["output"] == "" and "accuracy" in figure.header["run"]["score"]


def test_a_row_is_a_question_and_a_column_a_fact():
    (found,) = attention_map(model("facts"), TEXT["facts"]).header["maps"]
    assert (said(found["rows"]), said(found["columns"])) == (
        SIDES["facts"]["question"], SIDES["facts"]["facts"]
    )  # fmt: skip
    lanes = architecture(model("facts"), TEXT["facts"]).header["lanes"]
    found = {lane["title"]: said(lane["labels"]) for lane in lanes}
    assert found == {side: SIDES["facts"][side] for side in ("facts", "asked")}


def test_an_unknown_word_is_shown_as_it_was_typed():
    (found,) = attention_map(model("two_rows"), "a ☃ / a b").header["maps"]
    assert found["columns"][2] == {"label": "☃ ⟨?⟩", "full": "☃", "unknown": True}
    (found,) = attention_map(model("facts"), "mary in attic. where is mary").header["maps"]
    assert said(found["columns"]) == ["mary in attic"] and found["columns"][0]["unknown"]


@pytest.mark.parametrize("name", SIDES)
def test_labels_that_do_not_fit_are_refused_with_both_numbers_in_every_figure(name, monkeypatch):
    """A family that forgets one name of each side, as [CLS]: every column would be named one too late."""
    trained, refused = model(name), set()
    objective = type(trained.family.objective)
    whole = objective.side_labels
    one_less = {"facts": "facts", "two_rows": "tokens"}[name]
    monkeypatch.setattr(
        objective, "side_labels", lambda *of: (s := whole(*of)) | {one_less: s[one_less][1:]}
    )
    many = len(SIDES[name][one_less])
    named = DRAWN[name] - {"embedding_map"}  # a table has the names of its rows
    for kind, functions in figures().items():
        for function in functions if kind in named else ():
            try:
                assert drawn(function, trained, TEXT[name]) is None, f"{kind} shows wrong names"
            except ValueError as error:
                said_both = rf"has {many} values along .* {many - 1} labels .*`side_labels`"
                assert re.search(said_both, str(error)), f"{kind}: {error}"
                refused.add(kind)
    assert refused == named


def test_labels_fit_whatever_the_array():
    names = labels(["the", "cat"])
    Array(np.zeros((2, 3), np.float32), "word d_model", "probe", labels={"word": names})
    with pytest.raises(
        ValueError, match=r"probe has 3 values along its axis key, but 2 labels .*the, cat"
    ):
        Array(np.zeros((2, 3), np.float32), "query key", "probe", labels={"key": names})


def test_a_side_that_the_objective_does_not_name_is_said(monkeypatch):
    trained = model("facts")
    nowhere = replace(
        trained.family, maps=(Map("facts", "hop", rows="question", columns="pictures"),)
    )
    monkeypatch.setattr(type(trained), "family", nowhere)
    with pytest.raises(
        ValueError, match=r"from question to pictures.*names no pictures; it names facts"
    ):
        attention_map(trained, TEXT["facts"])


@cache
def run_of(name: str) -> tuple:
    """A training of some steps, its example, and what its frames do with it."""
    recipe = RECIPES[name]
    config = RunConfig(recipe.task, replace(QUICK, steps=9), recipe.sizes)
    run = Run.create(config, Path(mkdtemp()))
    list(run.train())
    task = run.task()
    fresh, words, line = config.build(task), vocabularies(task), task.held_out[0]
    return (
        run,
        task,
        [moment(load_checkpoint(run, fresh, s), task, words, s, line) for s in run.checkpoints()],
        line,
    )


@pytest.mark.parametrize("name", few({"facts"}, SIDES))
def test_its_training_is_a_film(name, tmp_path, page, monkeypatch):
    run, task, frames, line = run_of(name)
    monkeypatch.setattr(storage, "RUNS", run.folder.parent)
    film = training_film(run, task, frames, line)
    family = model(name).family
    objective, words = family.objective, vocabularies(task)
    sides = objective.side_labels(objective.batch([line], words), words)
    (drawn_map,) = family.maps
    of_maps = {side: sides[side] for side in (drawn_map.rows, drawn_map.columns)}
    assert {side: said(names) for side, names in film.header["sides"].items()} == of_maps
    assert {(one["kind"], one["rows"], one["columns"]) for one in film.header["heads"]} == {
        (drawn_map.name, drawn_map.rows, drawn_map.columns)
    }
    maps = film.arrays[drawn_map.name]
    assert maps.values.shape[-2:] == (len(sides[drawn_map.rows]), len(sides[drawn_map.columns]))
    accuracy = [event["accuracy"] for event in run.events() if "accuracy" in event]
    np.testing.assert_array_equal(film.arrays["score"].values, np.array(accuracy, np.float32))
    last = run.model_at(run.checkpoints()[-1])
    with torch.no_grad():
        best = objective.run(last, objective.batch([line], words)).argmax(-1)
    assert film.header["written"][-1] == words[1].decode(best), "its answer"
    pair = training_pair(run, run, (task, task), (frames, frames), line)
    curve = live_curve(run, task, "done")
    assert curve.header["score"] == "accuracy" and listing.score(run) == accuracy[-1]
    for number, figure in enumerate((film, pair, curve)):
        assert "accuracy" in str(figure.header.get("chart") or figure.header["words"]["exact"])
        assert figure.save(tmp_path / f"{number}.svg").stat().st_size > 1000
        mistakes = []
        page.on("pageerror", lambda error, kept=mistakes: kept.append(str(error)))
        page.goto(figure.save(tmp_path / f"{number}.html").as_uri())
        page.wait_for_function(
            "document.querySelector('[data-glassbox]').shadowRoot.textContent.length"
        )
        page.locator(".gb").first.focus()
        page.keyboard.press("h")
        parts = "[...document.querySelectorAll('.charts p'), document.querySelector('[data-glassbox]').shadowRoot]"
        shown = page.evaluate(f"{parts}.map((one) => one.textContent).join()")
        assert not mistakes and "undefined" not in shown and "accuracy" in shown


def test_the_lists_of_models_ask_the_family(tmp_path, monkeypatch):
    """A page offers what its family can show, and knows no family by name."""
    for name, module in (("my_facts", facts), ("my_two_rows", two_rows)):
        recipe = RECIPES[module.FAMILY.name]
        make(name, replace(recipe, settings=replace(QUICK, steps=2)), tmp_path, [])
    monkeypatch.setattr(catalogue, "WEIGHTS", tmp_path)
    assert list(catalogue.offered(lambda card: True)) == [
        *catalogue.MODELS,
        "my_facts",
        "my_two_rows",
    ]
    assert list(catalogue.offered()) == list(catalogue.MODELS), "nothing that it writes looks back"
    assert list(catalogue.offered(catalogue.has_tables)) == list(catalogue.MODELS)


def test_a_run_of_it_says_why_a_page_does_not_show_it(monkeypatch):
    run, *_ = run_of("two_rows")
    monkeypatch.setattr(storage, "RUNS", run.folder.parent)
    monkeypatch.setattr(catalogue, "family_of", lambda card: "two_rows")
    name = RUN_MODEL + run.name
    assert catalogue.offered_runs(lambda card: True) == [name] and catalogue.offered_runs() == []
    assert (
        "is a model of the family two_rows, which has no attention to its input"
        in catalogue.explain_missing(name)
    )


@pytest.mark.parametrize("module", [facts, two_rows])
def test_a_family_with_its_task_is_one_short_file(module):
    assert len(Path(module.__file__).read_text(encoding="utf-8").splitlines()) <= 110


def test_where_heads_look_is_asked_through_the_objective(monkeypatch):
    """A family may call its model otherwise than with source and target."""
    task = TASKS["copy"]()
    net = build(task, 0, "gru", hidden=8).eval()
    monkeypatch.setattr(gru.GRU, "forward", None)  # nobody calls it by itself
    found = {}

    def run(objective, model, batch):
        found["writing"] = writing = model.start_decoding(batch.source)
        return torch.stack([writing.read(token) for token in batch.target[:, :-1].unbind(1)], 1)

    monkeypatch.setattr(type(gru.FAMILY.objective), "run", run)
    seen_then = moment(net, task, vocabularies(task), 0, task.held_out[0])
    assert seen_then.looks.shape == (1, 1) and 0 <= seen_then.looks[0, 0] <= 1 and found
