"""Train a model without the part, and choose which training run the third column shows."""

from typing import TYPE_CHECKING

import streamlit as st

from lessons.ablations import results, words
from lessons.host import storage
from lessons.host.host import current
from lessons.models import ACTIVE, listing
from lessons.models import plan as plans
from lessons.models import start as trainings
from lessons.models.run_box import RunBox, rerun_at_end
from transformer import runs

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from transformer.runs import Run

SHOWN = "ablations-training"  # which training run the third column shows: a run, or the shipped one
STARTED = "ablations-started"  # the runs that this session started, by model and part


def box(model: str, part: str) -> RunBox:
    """Return the box of the training runs without this part."""
    return RunBox("ablations", f"{model}-{part}")


def shown_run(model: str, part: str) -> str:
    """Return the training run that the third column shows: the chosen run if it exists, else the shipped one."""
    chosen = st.session_state.get(SHOWN)
    if chosen and results.is_training_of(runs.Run(storage.RUNS / chosen), model, part):
        return chosen
    done = results.retrainings(model, part) if "=" in part else []  # no such model is shipped
    return done[0].name if done else results.SHIPPED


def controls(model: str, part: str, covered: bool) -> None:
    """Show which training run is shown, a button for another one, and its progress."""
    if not covered:  # a training run may start soon
        trainings.warm_up()
    adopt(model, part)
    done = results.retrainings(model, part)
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key="ablations-retrain-top"
    ):
        if done:
            choose(model, part, done)
        key = f"ablations-seed-{model}-{part}"
        if key not in st.session_state:
            st.session_state[key] = str(results.free_seed(model, part))
        st.markdown("Another seed", width="content")
        st.text_input(
            "Seed", key=key, width=70, max_chars=12, persist_state="session",
            label_visibility="collapsed",
        )  # fmt: skip
        st.button(
            "Train it here", key="ablations-train", on_click=start, args=(model, part),
            disabled=covered or is_busy(model, part),
        )  # fmt: skip
        ships, steps = (
            results.without(model, part),
            results.run_config(model, part, 0).settings.steps,
        )
        st.caption(
            words.PREDICT_FIRST if covered else words.duration(steps, ships.card if ships else None)
        )
    box(model, part).say_problem()
    progress(model, part)
    if done and not covered:
        both = results.trainings(model, part, shown_run(model, part))
        st.markdown(words.compare_trainings(*both))


def choose(model: str, part: str, done: "list[Run]") -> None:
    """Let the user choose a training run without the part."""
    ships = results.without(model, part)
    names = [results.SHIPPED] * (ships is not None) + [run.name for run in done]
    if st.session_state.get(SHOWN) not in names:
        st.session_state[SHOWN] = names[0]
    labels = {results.SHIPPED: words.describe_training(ships.card)} if ships else {}
    for run in reversed(done):  # names distinguish two runs of the same seed and age
        label = words.describe_training(run.card)
        labels[run.name] = f"{label}, {run.name}" if label in labels.values() else label
    st.selectbox(
        "Trained without it", names, format_func=labels.__getitem__, key=SHOWN, width=340,
        label_visibility="collapsed", persist_state="session",
        on_change=st.rerun,  # figure and question depend on it
    )  # fmt: skip


def start(model: str, part: str) -> None:
    """Start a training run; the callback of “Train it here”."""
    state, key = st.session_state, f"ablations-seed-{model}-{part}"
    with box(model, part).press():
        seed = int(plans.number("seed", state[key]))
        config = results.run_config(model, part, seed)
        trainings.make_room()
        name = runs.free_name(storage.RUNS, results.recipe_name(model, part))
        trainings.launch(run := runs.Run.create(config, storage.RUNS, name))
        state.setdefault(STARTED, {})[model, part] = run.name
        state[key] = str(seed + 1)


def active(model: str, part: str) -> "Run | None":
    """Return the unfinished run of this model and part that this session started, or None."""
    name = st.session_state.get(STARTED, {}).get((model, part))
    return listing.run_of(name) if name else None


def is_busy(model: str, part: str) -> bool:
    """Return whether a training run of this session is in progress."""
    run = active(model, part)
    return run is not None and current().progress(run.name)["state"] in ACTIVE


def adopt(model: str, part: str) -> None:
    """Show a finished training run of this session, with its figure and question."""
    if (run := active(model, part)) and current().progress(run.name)["state"] == "done":
        st.session_state[SHOWN] = st.session_state[STARTED].pop((model, part))
        st.rerun()


def progress(model: str, part: str) -> None:
    """Show the curves of a training run, and why it ended early."""
    run = active(model, part)
    if run is None:
        return
    with box(model, part).status(run) as state:
        if state not in ACTIVE:
            st.button("Close", key="ablations-close", on_click=close, args=(model, part))
    listing.curve(run).show(key="ablations-curve", on_choose=rerun_at_end)


def close(model: str, part: str) -> None:
    """Close a cancelled or failed run (a callback). It stays on the training page."""
    st.session_state[STARTED].pop((model, part), None)
