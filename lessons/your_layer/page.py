"""The page on a layer of one's own: write it, compare it, follow it to its lines."""

from contextlib import suppress

import streamlit as st

from lessons.host import live
from lessons.kit import terms, ui
from lessons.kit.choosing import choose, chosen
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue
from lessons.your_layer import LAST, OPENS, PARTS, RUNS, VIEWS, trainings, two_runs, usual

PAGE = LessonPage(
    "your_layer",
    "One file, one class, one step that is yours. Then every picture, check and training follows it.",
    PARTS,
)
KIND, NAME, AGAINST = "your_layer-kind", "your_layer-name", "your_layer-against"  # in the address
VIEW = "your_layer-view"
NEW, SAID, SEEN = "your_layer-new", "your_layer-said", "your_layer-seen"
WANTED = "your_layer-wanted"  # the layer that was just written
SOURCES = Sources.of(
    "The code",
    "What trains the models is what is looked into above; there is no second copy.",
    write={
        "transformer.attention": ("ScaledDotProduct",),
        "transformer.variants.without": ("Unscaled",),
    },
    compare={"transformer.measure.training.fair_trainings": ("taken_over", "measured", "verdict")},
    source={"transformer.measure.stream.two_layers": ("compared", "first_apart")},
)


def view() -> str:
    """What is shown of the open part."""
    return chosen(VIEWS.get(PAGE.opened(), {}), f"{VIEW}-{PAGE.opened()}")


# ---- which layer --------------------------------------------------------------------------------
def pick(label: str, key: str, options: list[str], opens: str, width: int = 190) -> str:
    """One of the options; from the address, if it is named there."""
    if st.session_state.get(key, st.query_params.get(key)) not in options:
        st.session_state[key] = opens if opens in options else options[0]
    return st.selectbox(
        label, options, key=key, bind="query-params", label_visibility="collapsed", width=width,
        on_change=st.rerun,
    )  # fmt: skip


def layer() -> tuple[str, str]:
    """Kind and name of the layer that is looked at; no name where two runs are compared."""
    known = PAGE.results.known()
    parts = live.load("transformer.measure.stream.two_layers").PARTS
    kinds = [kind for kind in known if PAGE.opened() == "write" or kind in parts]
    kinds += [RUNS] if PAGE.opened() == "compare" else []
    kind = pick("Kind", KIND, kinds, "attention", width=150)
    if kind == RUNS:
        return kind, ""
    names = dict.fromkeys((*(one.name for one in known[kind]), usual(kind)))
    if st.session_state.get(WANTED) in names:  # it was just written, and is read now
        st.session_state[NAME] = st.session_state.pop(WANTED)
    return kind, pick("Layer", NAME, list(names), OPENS[PAGE.opened()])


def others(kind: str, name: str) -> list[str]:
    """What a layer can be compared with: the usual one first."""
    known = (one.name for one in PAGE.results.known()[kind] if one.name != name)
    return list(dict.fromkeys((usual(kind), *known)))


def read() -> tuple:
    """The model, and what it can read of the sentence."""
    return asking.asked(PAGE, catalogue.offered(lambda card: True))


def views() -> None:
    """What to see of the open part."""
    part = PAGE.opened()
    choose("View", VIEWS[part], f"{VIEW}-{part}", on_change=st.rerun)


# ---- write --------------------------------------------------------------------------------------
def new() -> None:
    """Copy the template; a callback. Nothing that is typed here is ever run."""
    kind, name = st.session_state.get(KIND, "attention"), st.session_state.get(NEW, "").strip()
    try:
        file = live.load("transformer.variants").write(kind, name)
    except (ValueError, OSError) as error:
        st.session_state[SAID] = str(error)
        return
    shown = file.relative_to(live.ROOT).as_posix() if file.is_relative_to(live.ROOT) else file.name
    st.session_state[SAID] = PAGE.words.WROTE.format(file=shown)
    st.session_state[WANTED] = name


def write() -> None:
    """Which layers there are, one of one's own, and what is to be said of the chosen one."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="which"):
        kind, name = layer()
        st.text_input(
            "Name", key=NEW, placeholder="a name, such as mine", max_chars=30, width=190,
            label_visibility="collapsed",
        )  # fmt: skip
        st.button(f"Write my own {kind.replace('_', '-')}", key="your_layer-write", on_click=new)
    if said := st.session_state.get(SAID):
        ui.note("your_layer-write", said)
    for number, (file, problem) in enumerate(PAGE.results.broken().items()):
        ui.note(f"your_layer-broken-{number}", problem)
        if (live.ROOT / file).is_file():  # of a pipe one would wait for ever
            with st.expander(file), suppress(OSError, ValueError):  # no text
                ui.code((live.ROOT / file).read_text(encoding="utf-8"), "python", file)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="about"):
        views()
        about(kind, name)
        st.text(says(kind, name))
    if view() == "code":
        with st.container(key="your_layer-code"):
            ui.code(*code(kind, name))
    elif view() == "lights":
        show(PAGE.results.lamps(kind, name), "lights", tells=True)
    else:
        model, reading = read()
        figure = PAGE.results.attention(model, kind, name, reading)
        remark = getattr(PAGE.results.put_in(model, kind, name), "remark", "")
        terms.markdown(PAGE.words.about_model(figure, remark))
        show(figure, "model", panel=True)


def code(kind: str, name: str) -> tuple[str, str, str]:
    """The source of a layer; of one's own the whole file, which is there to be changed."""
    found = entry(kind, name)
    if not (found and found.yours):
        return PAGE.results.source(kind, name), "python", ""
    return (live.ROOT / found.file).read_text(encoding="utf-8"), "python", found.file


def about(kind: str, name: str) -> None:
    """Where a layer stands, and which paper it is from."""
    if found := entry(kind, name):
        yours = ("yours",) if found.yours else ()
        ui.chips(*yours, f"{found.file}:{found.line}", *([found.source] if found.source else []))


def says(kind: str, name: str) -> str:
    """What a layer says of itself."""
    return found.says if (found := entry(kind, name)) else PAGE.words.USUAL


def entry(kind: str, name: str):
    """What is known of a layer; None of the standard one."""
    return next((one for one in PAGE.results.known()[kind] if one.name == name), None)


def show(figure, name: str, tells: bool = False, panel: bool = False) -> None:
    PAGE.show(figure, f"your_layer-figure-{name}", tells, panel=panel)


# ---- compare ------------------------------------------------------------------------------------
def compare() -> None:
    """Two layers on one sentence, in two trainings, on every task, by their lights and cost, as a diff; or
    two stored runs. The question is about all of it."""
    PAGE.predict()
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="which"):
        kind, name = layer()
        if kind == RUNS:
            runs = two_runs.pick()
        else:
            st.markdown("and", width="content")
            other = pick("Compared with", AGAINST, others(kind, name), usual(kind))
        views()
    if kind == RUNS:
        two_runs.compare(PAGE, view(), runs)
        return
    both = (other, name)
    if view() == "maps":
        model, reading = read()
        figure = PAGE.results.pair(model, kind, *both, reading, "weights")
        show(figure, "maps", panel=True)
        st.caption(PAGE.words.PUT_IN)
    elif view() == "trained":
        figure = trainings.two(kind, both)
        if figure is not None:
            PAGE.put(figure)
    elif view() == "tasks":
        trainings.every(kind, name)
    elif view() == "cost":
        found = [PAGE.results.contract(kind, one) for one in both]
        st.html(PAGE.words.cost_table(both, PAGE.results.cost(kind, *both)))
        st.html(PAGE.words.lights_table(both, found))
    else:
        difference = PAGE.results.diff(kind, *both)
        ui.code(difference or "No method differs.", "diff")


# ---- picture and source -------------------------------------------------------------------------
def source() -> None:
    """Every step of a layer with its line, beside the standard layer or its own last version."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="which"):
        kind, name = layer()
        st.markdown("beside", width="content")
        beside = st.container(width="content")
    model, reading = read()
    now = PAGE.results.seen(model, kind, name, reading)
    before = last(model, kind, name, reading.text, now)
    with beside:
        names = [*([LAST] if before else []), *others(kind, name)]
        against = pick("Compared with", AGAINST, names, usual(kind), width=230)
    if against == LAST:
        figure = PAGE.results.with_last(model, reading, (LAST, name), before, now)
    else:
        figure = PAGE.results.pair(model, kind, against, name, reading, "")
    show(figure, "source", tells=True, panel=True)


def last(model: str, kind: str, name: str, text: str, now: dict) -> dict | None:
    """What was seen of this layer before it was saved last; what is seen now is remembered."""
    seen = st.session_state.setdefault(SEEN, {})
    place, version = (model, kind, name, text), PAGE.results.version(kind, name)
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
    words = PAGE.words
    told = {"write": words.LIGHTS, "compare": words.COMPARE, "source": words.SOURCE}
    return told[PAGE.opened()]


PAGE.draw(
    {"write": write, "compare": compare, "source": source},
    notice=notice,
    sources=SOURCES,
    write=("scale",),
)
