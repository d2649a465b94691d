"""The list of runs: pick, inspect, save, load, pin, delete and rewind a run."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import streamlit as st

from lessons.host import RUN_MODEL, storage
from lessons.kit import sentence as sentence_box
from lessons.kit import ui
from lessons.models import ACTIVE, CHANGES, asking, brought, catalogue, listing, shipped, start
from lessons.models import plan as plans
from lessons.training import actions, results, words
from transformer import runs as runs_of
from transformer.runs import archive, layers
from transformer.runs import space as sizes

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from transformer.runs import Run

MOST_MB = 200  # of a run that is loaded; the server takes no more (.streamlit/config.toml)


def with_frames() -> "list[Run]":
    return [run for run in listing.listed() if len(run.checkpoints()) > 1]


def look_inside(run: "Run", sentence: str = "") -> None:
    """Show a button that opens the attention page with this run's model and the pinned sentence. A language model has
    no encoder to show."""
    if not catalogue.has_cross_attention(run.card):
        return
    if st.button(
        "Look inside", key="training-look", help="try your own sentences and inspect every head"
    ):
        if sentence:  # replaces the one of an earlier visit
            sentence_box.show("text", sentence)
        # The address names a model as the attention page calls it.
        name, _ = shipped.MODELS.get(run.name, (f"{RUN_MODEL}{run.name}", ""))
        parameters = {"model": name} | ({"text": sentence} if sentence else {})
        st.switch_page("lessons/attention/page.py", query_params=parameters)


def save(run: "Run", number: int) -> None:
    """Offer recording, model, card and the whole run as downloads, each built on demand."""
    size = sizes.taken(run.folder) / 2**20
    files = (
        ("Recording, HTML, offline", f"{run.name}.html", lambda: results.film_file(run, number)),
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
            st.caption(f"This page loads at most {MOST_MB} MB. Load this run in a terminal:")
            st.code(f"python -m transformer.runs.archive {run.name}.zip", language="bash")


LOAD, LOADED = "training-load", "training-loaded"  # how many were loaded; what became of the last


def load() -> None:
    """Load a run of another computer from its saved file."""
    state = st.session_state
    st.file_uploader(
        "Load a run: a ZIP file saved on another computer",
        type="zip",
        key=f"{LOAD}-{state.setdefault(LOAD, 0)}",
        max_upload_size=MOST_MB,
        on_change=load_file,
    )
    name, problem = state.get(LOADED, ("", ""))
    if problem:
        ui.note("training-loaded", problem)
    elif name:
        st.caption(f"Loaded as {name}, the run above.")


def load_file() -> None:
    """Load an uploaded file; a callback."""
    state = st.session_state
    file = state.get(f"{LOAD}-{state[LOAD]}")
    if file is None:
        return
    with start.explained(lambda message: state.update({LOADED: ("", message)})):
        brought.room_for(file.getbuffer().nbytes)
        with TemporaryDirectory(prefix="glassbox-") as folder:
            (packed := Path(folder) / "run.zip").write_bytes(file.getbuffer())
            run = archive.unpack(packed, storage.RUNS)
        brought.note(run)
        state[start.RUN], state[LOADED] = run.name, (run.name, "")
        state[LOAD] += 1  # an empty box again


def can_go_on(run: "Run", state: str) -> bool:
    """Return whether a run ended early and has a frame to continue from."""
    return state in ("stopped", "cancelled") or (state == "failed" and len(run.checkpoints()) > 1)


def manage() -> None:
    """List all runs, to pin and to delete, with the box to load one."""
    if wrong := listing.damaged():
        ui.note("training-damaged", *wrong)
    box = st.expander("All runs", key="training-runs", on_change="rerun")
    if not box.open:
        return
    with box:
        space = listing.space()
        taken = space["taken"]
        st.caption(
            f"All users of this app see the same runs. A run is deleted only when a user deletes it; the {len(taken)} "
            f"runs take up {sizes.size(sum(taken.values()))}, and {sizes.size(space['free'])} of the disk are free."
        )
        offer_room(space)
        load()
        for run in listing.listed():
            pinned, state = run.card["pinned"], listing.state(run)
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                line = words.run_line(run, state, listing.score(run), listing.bleu(run))
                st.text(f"{run.name}\n{line} · {sizes.size(taken[run.name])}", width="stretch")
                if can_go_on(run, state):
                    st.button(
                        "Continue", key=f"training-go-on-{run.name}",
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


def offer_room(space: dict) -> None:
    """Offer to delete the largest run, and the oldest one."""
    with st.container(horizontal=True, gap="small"):
        for which in ("largest", "oldest"):
            name = space.get(which)
            if name and not (which == "oldest" and name == space["largest"]):
                st.button(
                    f"Delete the {which} run, {name} ({sizes.size(space['taken'][name])})",
                    key=f"training-delete-{which}", on_click=actions.remove, args=(name,),
                )  # fmt: skip


def rewind(runs: "list[Run]") -> None:
    """Choose a run, one of its frames, and the setting to change."""
    settings = runs_of.RunConfig
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        run = asking.pick_run("Rewind", start.RUN, runs, 200)
        frames = run.checkpoints()[:-1]
        step = st.selectbox(
            "to",
            frames,
            format_func=lambda step: f"step {step}" if step else "the initialization",
            key=f"training-frame-{run.name}",
            width=160,
        )
        # One optimiser cannot use the state of another, and a seed acts only at the start.
        changes = [name for name in CHANGES if not step or name not in ("optimizer", "seed")]
        changes = [name for name in changes if name != "seed"]
        what = st.selectbox(
            "and change", changes, format_func=CHANGES.__getitem__, key="training-change", width=210,
            persist_state="session",
        )  # fmt: skip
        now = getattr(settings.read(run.card).settings, what)
        if what in ("schedule", "optimizer"):
            options = [name for name in plans.names(what) if name != now]
            value = st.selectbox(f"from {now} to", options, key=f"training-to-{what}", width=150)
        else:
            value = st.text_input(
                f"from {now:g} to", key=f"training-to-{what}", width=120, max_chars=12
            )
        st.button(
            "Train it again", key="training-again", type="primary",
            on_click=actions.branch, args=(run.name, step, what, value),
        )  # fmt: skip


def sources(run: "Run") -> None:
    """Show the source files that came with a run as text, with the commands to install them by hand."""
    if not (run.folder / layers.FOLDER).exists():
        return
    for source in layers.sources(run):
        with st.expander(f"{source.file}: a layer that came with this run"):
            st.text(
                f"{source.lines} lines, {len(source.text.encode()):,} bytes. The app shows this file and never "
                "runs it. Ask the sender to confirm the checksum, read the file, and copy it only if you trust "
                "it:"
            )
            ui.code(
                f"sha256sum {run.folder}/{layers.FOLDER}/{source.file}\n{source.checksum}\n"
                f"cp {run.folder}/{layers.FOLDER}/{source.file} {source.destination}",
                "bash",
            )
            ui.code(source.text, "python")
