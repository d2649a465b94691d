"""The runs that there are: one is picked, looked into, saved, loaded, pinned, deleted, rewound."""

from pathlib import Path
from tempfile import TemporaryDirectory

import streamlit as st

from lessons.host import live, server
from lessons.kit import sentence as sentence_box
from lessons.kit import ui
from lessons.models import ACTIVE, CHANGES, asking, brought, catalogue, shipped, start
from lessons.training import actions

results, words = live.module("lessons.training.results"), live.module("lessons.training.words")
listing, layers = live.module("lessons.models.listing"), live.module("transformer.runs.layers")
runs_of, archive = live.module("transformer.runs"), live.module("transformer.runs.archive")
outside = live.module("transformer.pretrained.command")
MOST_MB = 200  # of a run that is loaded; the server takes no more (.streamlit/config.toml)


def with_frames() -> list:
    return [run for run in listing.listed() if len(run.frames()) > 1]


def look_inside(run, sentence: str = "") -> None:
    """A button that opens the attention page with this run's model, and the pinned sentence. A
    language model has no encoder to look into."""
    if not catalogue.looks_back(run.card):
        return
    if st.button(
        "Look inside", key="training-look", help="your own sentences, every head, Recompute"
    ):
        if sentence:  # an earlier visit may have left another one
            sentence_box.show("text", sentence)
        # The address names a model as the attention page calls it.
        name, _ = shipped.MODELS.get(run.name, (f"{catalogue.PREFIX}{run.name}", ""))
        asked = {"model": name} | ({"text": sentence} if sentence else {})
        st.switch_page("lessons/attention/page.py", query_params=asked)


def save(run, number: int) -> None:
    """Film, model, card, and all of it to be loaded elsewhere; made when somebody asks for it."""
    size = words.bytes_of(run) / 2**20
    files = (
        ("Film, HTML, offline", f"{run.name}.html", lambda: results.film_file(run, number)),
        ("Model, safetensors", f"{run.name}.safetensors", lambda: results.model_file(run)),
        ("Card, JSON", f"{run.name}.json", lambda: results.card_file(run)),
        (
            f"Run, to load elsewhere (ZIP, {size:.0f} MB)",
            f"{run.name}.zip",
            lambda: results.run_file(run),
        ),
    )
    with st.popover("Save", key="training-save"):
        for label, name, data in files:
            st.download_button(
                label, data=data, file_name=name, key=f"training-save-{name}", on_click="ignore",
                width="stretch",
            )  # fmt: skip
        if size > MOST_MB:
            st.caption(f"A page loads at most {MOST_MB} MB; a terminal loads it all the same:")
            st.code(f"python -m transformer.runs.archive {run.name}.zip", language="bash")


LOAD, LOADED = "training-load", "training-loaded"  # how many were loaded; what became of the last


def load() -> None:
    """A run of another machine, from the file that Save gives there."""
    state = st.session_state
    st.file_uploader(
        "Load a run: the ZIP file that Save gives on another machine",
        type="zip",
        key=f"{LOAD}-{state.setdefault(LOAD, 0)}",
        max_upload_size=MOST_MB,
        on_change=take,
    )
    name, problem = state.get(LOADED, ("", ""))
    if problem:
        ui.note("training-loaded", problem)
    elif name:
        st.caption(f"Loaded as {name}: it is the run above.")


def take() -> None:
    """A file was uploaded; a callback."""
    state = st.session_state
    file = state.get(f"{LOAD}-{state[LOAD]}")
    if file is None:
        return
    with start.explained(lambda said: state.update({LOADED: ("", said)})):
        brought.room_for(file.getbuffer().nbytes)
        with TemporaryDirectory(prefix="glassbox-") as folder:
            (packed := Path(folder) / "run.zip").write_bytes(file.getbuffer())
            run = archive.unpack(packed, server.RUNS)
        brought.note(run)
        state[start.RUN], state[LOADED] = run.name, (run.name, "")
        state[LOAD] += 1  # an empty box again


OPENED = "training-opened"  # what became of the folder that was named last
ALONE = ("127.0.0.1", "localhost")  # where the app is for this computer alone


def open_model() -> None:
    """A model from outside, from a folder of this computer; where others can reach the app, they are not asked
    where folders lie."""
    if st.get_option("server.address") not in ALONE:
        return
    with st.form("training-outside", border=False):
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            st.text_input(
                "Open a model: a folder on this computer with config.json, model.safetensors and a tokenizer "
                "(GPT-2, BERT, Marian)",
                key="training-folder",
                placeholder="/home/me/gpt2",
            )
            st.form_submit_button("Open", on_click=take_model)
    if said := st.session_state.get(OPENED):
        ui.note("training-opened", said)


def take_model() -> None:
    """A folder was named; a callback."""
    state = st.session_state
    with start.explained(lambda said: state.update({OPENED: said})):
        state[OPENED] = outside.opened(state["training-folder"])


def can_go_on(run, state: str) -> bool:
    """Whether it ended before its time, and kept something to go on from."""
    return state in ("stopped", "cancelled") or (state == "failed" and len(run.frames()) > 1)


def manage() -> None:
    """All runs, to pin and to delete, and the box to load one."""
    if wrong := listing.damaged():
        ui.note("training-damaged", *wrong)
    box = st.expander("All runs", key="training-runs", on_change="rerun")
    if not box.open:
        return
    with box:
        st.caption(
            "Everybody who opens this app sees the same runs. Old ones go when room is short."
        )
        load()
        open_model()
        for run in listing.listed():
            pinned, state = run.card["pinned"], listing.state(run)
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                line = words.line(run, state, listing.score(run), listing.bleu(run))
                st.text(f"{run.name}\n{line}", width="stretch")
                if can_go_on(run, state):
                    st.button(
                        "Go on", key=f"training-go-on-{run.name}",
                        on_click=actions.go_on, args=(run.name,),
                    )  # fmt: skip
                st.button(
                    "Unpin" if pinned else "Pin", key=f"training-pin-{run.name}",
                    on_click=actions.pin, args=(run.name,),
                )  # fmt: skip
                st.button(
                    "Delete", key=f"training-delete-{run.name}", disabled=pinned or state in ACTIVE,
                    on_click=actions.remove, args=(run.name,),
                )  # fmt: skip


def rewind(runs: list) -> None:
    """From which frame of which run, and what is to be different."""
    settings = runs_of.Plan
    schedules, optimizers = (
        live.load("transformer.training.schedules").SCHEDULES,
        live.load("transformer.training.optimizers").OPTIMIZERS,
    )
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        run = asking.pick_run("Rewind", start.RUN, runs, 200)
        frames = run.frames()[:-1]
        step = st.selectbox(
            "to",
            frames,
            format_func=lambda step: f"step {step}" if step else "the initial weights",
            key=f"training-frame-{run.name}",
            width=160,
        )
        # The memory of one optimiser means nothing to another, and a seed is used at the start.
        changes = [name for name in CHANGES if not step or name not in ("optimizer", "seed")]
        changes = [name for name in changes if name != "seed"]
        what = st.selectbox(
            "and change", changes, format_func=CHANGES.get, key="training-change", width=210,
            persist_state="session",
        )  # fmt: skip
        now = getattr(settings.read(run.card).settings, what)
        if what in ("schedule", "optimizer"):
            options = [o for o in (schedules if what == "schedule" else optimizers) if o != now]
            value = st.selectbox(f"from {now} to", options, key=f"training-to-{what}", width=150)
        else:
            value = st.text_input(
                f"from {now:g} to", key=f"training-to-{what}", width=120, max_chars=12
            )
        st.button(
            "Train it again", key="training-again", type="primary",
            on_click=actions.branch, args=(run.name, step, what, value),
        )  # fmt: skip


def sources(run) -> None:
    """The files that came with a run: shown as text, with what is needed to put them in place by hand."""
    if not (run.folder / layers.FOLDER).exists():
        return
    for source in layers.sources(run):
        with st.expander(f"{source.file}: a layer that came with this run"):
            st.text(
                f"{source.lines} lines, {len(source.text.encode()):,} bytes. It is shown here and never run. "
                "Ask whoever sent it whether the checksum is theirs, read it, and copy it only if you trust it:"
            )
            ui.code(
                f"sha256sum {run.folder}/{layers.FOLDER}/{source.file}\n{source.checksum}\n"
                f"cp {run.folder}/{layers.FOLDER}/{source.file} {source.destination}",
                "bash",
            )
            ui.code(source.text, "python")
