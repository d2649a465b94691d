"""The page on your own layer: write it, compare it, and trace it to its lines of code."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from lessons.host import live
from lessons.host.source import read_source
from lessons.kit import controls as experiments
from lessons.kit import terms, ui
from lessons.kit.choosing import choose, chosen
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue, open_model
from lessons.your_layer import (
    LAST,
    OPENS,
    PARTS,
    RUNS,
    VIEWS,
    results,
    trainings,
    two_runs,
    usual,
    words,
)
from lessons.your_layer.measure import two_layers
from transformer import variants

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from lessons.figures.kit.figure import Figure
    from lessons.kit.encoded_text import EncodedText
    from transformer.variants import VariantInfo

PAGE = LessonPage(
    "your_layer",
    "Write one class with one new step, and every figure, check and training run can use the class.",
    PARTS,
)
KIND, NAME, AGAINST = "your_layer-kind", "your_layer-name", "your_layer-against"  # in the address
VIEW = "your_layer-view"
NEW, SAID, SEEN = "your_layer-new", "your_layer-said", "your_layer-seen"
WRITTEN, MOST_WRITTEN = "your_layer-written", 3  # names of the layers that this session has written
WANTED = "your_layer-wanted"  # the layer that was just written
SOURCES = Sources.for_parts(
    "The code",
    "The models above were trained with exactly this code.",
    write={
        "transformer.attention": ("ScaledDotProduct",),
        "transformer.variants.without": ("Unscaled",),
    },
    compare={
        "lessons.your_layer.measure.fair_trainings": (
            "count_equal_parameters",
            "measure_score",
            "verdict",
        )
    },
    source={"lessons.your_layer.measure.two_layers": ("compare_steps", "first_difference")},
)


def view() -> str:
    """Return the chosen view of the open part."""
    return chosen(VIEWS.get(PAGE.opened(), {}), f"{VIEW}-{PAGE.opened()}")


# ---- which layer --------------------------------------------------------------------------------
def pick(label: str, key: str, options: list[str], opens: str, width: int = 190) -> str:
    """Return the option that the user picks; start with the one in the address."""
    if st.session_state.get(key, st.query_params.get(key)) not in options:
        st.session_state[key] = opens if opens in options else options[0]
    return st.selectbox(
        label, options, key=key, bind="query-params", label_visibility="collapsed", width=width,
        on_change=st.rerun,
    )  # fmt: skip


def layers() -> "dict[str, list[VariantInfo]]":
    """Return the available layers by kind."""
    return results.layers_by_kind(catalogue.own_layers())


def layer() -> tuple[str, str]:
    """Return the kind and name of the chosen layer; no name if two runs are compared."""
    available = layers()
    parts = two_layers.PARTS
    kinds = [kind for kind in available if PAGE.opened() == "write" or kind in parts]
    kinds += [RUNS] if PAGE.opened() == "compare" else []
    kind = pick("Kind", KIND, kinds, "attention", width=150)
    if kind == RUNS:
        return kind, ""
    names = dict.fromkeys((*(each.name for each in available[kind]), usual(kind)))
    if st.session_state.get(WANTED) in names:  # it was just written
        st.session_state[NAME] = st.session_state.pop(WANTED)
    return kind, pick("Layer", NAME, list(names), OPENS[PAGE.opened()])


def others(kind: str, name: str) -> list[str]:
    """Return the layers to compare with, the standard one first."""
    names = (each.name for each in layers()[kind] if each.name != name)
    return list(dict.fromkeys((usual(kind), *names)))


def read() -> "tuple[str, EncodedText]":
    """Return the model and its reading of the sentence."""
    return asking.model_and_text(PAGE, catalogue.offered(lambda card: True), results.encode)


def choose_view() -> None:
    """Let the user choose a view of the open part."""
    part = PAGE.opened()
    choose("View", VIEWS[part], f"{VIEW}-{part}", on_change=st.rerun)


# ---- write --------------------------------------------------------------------------------------
def own_file(name: str) -> Path:
    return catalogue.VARIANTS / f"my_{name}.py"


def write_template() -> None:
    """Copy the template (a callback). Typed text is never run."""
    kind, name = st.session_state.get(KIND, "attention"), st.session_state.get(NEW, "").strip()
    written = st.session_state.setdefault(WRITTEN, [])
    try:
        if len(written) >= MOST_WRITTEN:
            raise ValueError(words.ENOUGH.format(most=MOST_WRITTEN, names=", ".join(written)))
        text = variants.template(kind, name)
        with live.expected(own_file(name), text):
            file = variants.write(kind, name)
    except (ValueError, OSError) as error:
        st.session_state[SAID] = str(error)
        return
    shown = file.relative_to(live.ROOT).as_posix() if file.is_relative_to(live.ROOT) else file.name
    st.session_state[SAID] = words.WROTE.format(file=shown)
    st.session_state[WANTED] = name
    written.append(name)


def undo(name: str) -> None:
    """Delete a layer that this session has written, if nobody has edited it since (a callback)."""
    try:
        with live.expected(own_file(name), None):
            variants.take_back(name)
    except (ValueError, OSError) as error:
        st.session_state[SAID] = str(error)
        return
    st.session_state[WRITTEN].remove(name)
    st.session_state[SAID] = words.TAKEN_BACK.format(name=name)


def write() -> None:
    """List the layers, let the user write one, and describe the chosen one."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="which"):
        kind, name = layer()
        st.text_input(
            "Name", key=NEW, placeholder="a name, such as mine", max_chars=30, width=190,
            label_visibility="collapsed",
        )  # fmt: skip
        st.button(
            f"Write my own {kind.replace('_', '-')}",
            key="your_layer-write",
            on_click=write_template,
        )
        if written := st.session_state.get(WRITTEN):
            last = written[-1]
            st.button(f"Delete my_{last}.py", key="your_layer-undo", on_click=undo, args=(last,))
    if message := st.session_state.get(SAID):
        ui.note("your_layer-write", message)
    for number, (file, problem) in enumerate(results.broken().items()):
        ui.note(f"your_layer-broken-{number}", problem)
        with suppress(OSError):  # not a file, as the problem says
            text = read_source(live.ROOT / file)
            with st.expander(file):
                ui.code(text, "python", file)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="about"):
        choose_view()
        draw_file(kind, name)
        st.text(description(kind, name))
    if view() == "code":
        with st.container(key="your_layer-code"):
            ui.code(*code(kind, name))
    elif view() == "lights":
        show(results.contract_figure(kind, name), "lights", reveals_answer=True)
    else:
        model, reading = read()
        figure = results.attention(model, kind, name, reading)
        remark = getattr(results.with_layer(model, kind, name), "remark", "")
        terms.markdown(words.about_model(figure, remark))
        show(figure, "model", panel=True)


def code(kind: str, name: str) -> tuple[str, str, str]:
    """Return the source of a layer; for your own layer the whole file, which you can edit."""
    variant = entry(kind, name)
    if not (variant and variant.yours):
        return results.source(kind, name), "python", ""
    return read_source(live.ROOT / variant.file), "python", variant.file


def draw_file(kind: str, name: str) -> None:
    """Draw the file of a layer and its paper."""
    if variant := entry(kind, name):
        yours = ("yours",) if variant.yours else ()
        ui.chips(
            *yours, f"{variant.file}:{variant.line}", *([variant.source] if variant.source else [])
        )


def description(kind: str, name: str) -> str:
    """Return the description of a layer."""
    return variant.says if (variant := entry(kind, name)) else words.USUAL


def entry(kind: str, name: str) -> "VariantInfo | None":
    """Return the entry of a layer; None for the standard one."""
    return next((variant for variant in layers()[kind] if variant.name == name), None)


def show(figure: "Figure", name: str, reveals_answer: bool = False, panel: bool = False) -> None:
    PAGE.show(figure, f"your_layer-figure-{name}", reveals_answer, panel=panel)


# ---- compare ------------------------------------------------------------------------------------
def compare() -> None:
    """Compare two layers: on one sentence, in two training runs, on every task, by checks and cost, or as a
    diff; or compare two stored runs. The question is about all views."""
    PAGE.predict()
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="which"):
        kind, name = layer()
        if kind == RUNS:
            runs = two_runs.pick()
        else:
            st.markdown("and", width="content")
            other = pick("Compared with", AGAINST, others(kind, name), usual(kind))
        choose_view()
    if kind == RUNS:
        two_runs.compare(PAGE, view(), runs)
        return
    both = (other, name)
    if view() == "maps":
        model, reading = read()
        figure = results.compare_layers(model, kind, *both, reading, "weights")
        show(figure, "maps", panel=True)
        st.caption(words.PUT_IN)
    elif view() == "trained":
        if (trained := trainings.draw_two(kind, both)) is not None:
            PAGE.put(trained)
    elif view() == "tasks":
        trainings.draw_every_task(kind, name)
    elif view() == "cost":
        checks = [results.contract(kind, compared_name) for compared_name in both]
        st.html(words.cost_table(both, results.cost(kind, *both)))
        st.html(words.lights_table(both, checks))
    else:
        difference = results.diff(kind, *both)
        ui.code(difference or "No method differs.", "diff")
    if name == OPENS["compare"]:
        with PAGE.section("Control: another learning rate", words.CONTROL):
            st.html(experiments.control_table("scaling", *words.ARMS))


# ---- picture and source -------------------------------------------------------------------------
def source() -> None:
    """Show every step with its line, beside the standard layer or the last version of the same layer."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="which"):
        kind, name = layer()
        st.markdown("compared with", width="content")
        beside = st.container(width="content")
    model, reading = read()
    now = results.recorded_steps(model, kind, name, reading)
    before = last_version(model, kind, name, reading.text, now)
    with beside:
        names = [*([LAST] if before else []), *others(kind, name)]
        against = pick("Compared with", AGAINST, names, usual(kind), width=230)
    if before and against == LAST:
        figure = results.compare_versions(model, reading, (LAST, name), before, now)
    else:
        # The step that differs first is the answer.
        opens = "weights" if PAGE.is_unanswered() else ""
        figure = results.compare_layers(model, kind, against, name, reading, opens)
    show(figure, "source", reveals_answer=True, panel=True)


def last_version(model: str, kind: str, name: str, text: str, now: dict) -> dict | None:
    """Return what the last version of this layer computed, and store the current version."""
    seen = st.session_state.setdefault(SEEN, {})
    place, version = (model, kind, name, text), results.version(kind, name)
    versions = seen.setdefault(place, [])
    if not versions or versions[-1][0] != version:
        if versions:
            st.session_state[AGAINST] = LAST
        seen[place] = versions = [*versions[-1:], (version, now)]
    while len(seen) > 8:
        seen.pop(next(iter(seen)))
    return versions[0][1] if len(versions) > 1 else None


# ---- the page -----------------------------------------------------------------------------------
def notice() -> str:
    texts = {"write": words.LIGHTS, "compare": words.COMPARE, "source": words.SOURCE}
    return texts[PAGE.opened()]


PAGE.draw(
    {"write": write, "compare": compare, "source": source},
    notice=notice,
    sources=SOURCES,
    aside=open_model.link,
    write=("scale",),
)
