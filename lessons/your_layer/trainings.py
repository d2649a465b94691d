"""The training runs of this page: two that differ only in the layer, and one layer on every task.

They use the same queue of workers and the same folder as the runs of the training page. A run continues when
the page is closed, and is found again.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from lessons.host import live
from lessons.host.host import current
from lessons.kit import ui
from lessons.models import ACTIVE, STATES, listing, plan, recordings, start
from lessons.models.run_box import RunBox, rerun_at_end
from lessons.your_layer import results, words
from lessons.your_layer.measure import fair_trainings as fair

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from lessons.figures.kit.figure import Figure
    from transformer.runs import Run

BOX = RunBox("your_layer")
SEED = "your_layer-seed"


def seed() -> int:
    return int(plan.number("seed", st.session_state.get(SEED, "0")))


def train(wanted: list[tuple[str, str, str]], fixed: int | None = None) -> None:
    """Start training runs (task, kind, name); a callback, before the page is drawn."""
    with BOX.press():  # the seed is not a number, no process is free, or the layer cannot be built
        number = seed() if fixed is None else fixed
        start.make_room()
        for run_key in wanted:
            start.launch(
                current().run_with_timeout(live.SECONDS, results.create_run, *run_key, number)
            )


def state(run: "Run") -> str:
    return current().progress(run.name)["state"]


def draw_progress(runs: "Sequence[Run]") -> None:
    """Show the curves of a running or queued training run, and why a run failed."""
    for run in runs:
        BOX.say_failure(run)
    active = [run for run in runs if state(run) in ACTIVE]
    if not active:
        return
    run = next((run for run in active if state(run) == "running"), active[0])
    mine = [r.name for r in active if r.name in st.session_state.get(start.MINE, [])]
    with BOX.status(run, f"{len(active)} to go", cancels=mine):
        pass
    listing.curve(run).show(key="your_layer-curve", on_choose=rerun_at_end)


# ---- two trainings ------------------------------------------------------------------------------
def draw_two(kind: str, names: tuple[str, str]) -> "Figure | None":
    """Train both layers with one seed, and show their curves together."""
    start.warm_up()
    with st.container(horizontal=True, vertical_alignment="center", key="your_layer-controls"):
        task = st.selectbox(
            "Task", fair.TASKS_TO_TRY, index=1, key="your_layer-task", bind="query-params",
            label_visibility="collapsed", width=140,
        )  # fmt: skip
        st.markdown("seed", width="content")
        st.text_input(
            "Seed", value="0", key=SEED, width=70, max_chars=12, label_visibility="collapsed"
        )
        try:
            runs_by_layer = [results.runs_of(task, kind, name, seed())[:1] for name in names]
        except ValueError as error:
            ui.note("your_layer-training", start.sentence(error))
            return None
        missing = [
            (task, kind, n) for n, runs in zip(names, runs_by_layer, strict=True) if not runs
        ]
        again = missing or [(task, kind, name) for name in dict.fromkeys(names)]
        waits = any(state(run) in ACTIVE for runs in runs_by_layer for run in runs)
        st.button(
            "Train both" if len(again) > 1 else f"Train {again[0][2]}",
            key="your_layer-train", type="primary", on_click=train, args=(again,), disabled=waits,
        )  # fmt: skip
        st.caption(words.SAME_START)
    BOX.say_problem()
    runs = [run for runs_ in runs_by_layer for run in runs_]
    draw_progress(runs)
    if len(runs) == 2 and all(
        len(run.checkpoints()) > 1 and state(run) not in ACTIVE for run in runs
    ):
        st.html(words.scores_table(names, [results.run_score(run) for run in runs]))
        for run, name in zip(runs, names, strict=True):
            old = words.other_code(run.card, results.code_of(task, kind, name))
            if note := words.about_start(
                name, results.count_equal_parameters(task, kind, name), old
            ):
                st.caption(note)
        figure = recordings.run_pair(*runs)
        figure.show(key="your_layer-pair")
        return figure
    if not runs:
        st.caption(words.NOT_TRAINED)
    return None


# ---- every task ---------------------------------------------------------------------------------
def draw_every_task(kind: str, name: str) -> None:
    """Compare the layer with the shipped standard layer on every task that trains in seconds."""
    start.warm_up()
    tasks, rows, waiting = fair.TASKS_TO_TRY, [], []
    for task in tasks:
        run = next(iter(results.runs_of(task, kind, name, 0)), None)
        now = "" if run is None else state(run)
        done = now == "done"
        row = {
            "task": task,
            "standard": results.shipped_score(task),
            "state": STATES.get(now, ""),
        }
        ships = None if run else results.shipped_model(task, kind, name)
        row["ships"] = bool(ships)
        row["score"] = (
            results.shipped_score(ships) if ships else results.run_score(run) if done else None
        )
        row["old"] = (
            run is not None
            and done
            and words.other_code(run.card, results.code_of(task, kind, name))
        )
        rows.append(row)
        waiting += [run] if now in ACTIVE else []
    missing = [row["task"] for row in rows if row["score"] is None or row["old"]]
    with st.container(horizontal=True, vertical_alignment="center", key="your_layer-controls"):
        wanted = [(task, kind, name) for task in missing]
        st.button(
            "Train on every task" if len(missing) == len(tasks) else "Train the missing runs",
            key="your_layer-everything", type="primary", on_click=train, args=(wanted, 0),
            disabled=bool(waiting) or not missing,
        )  # fmt: skip
        st.caption(words.EVERYTHING)
    BOX.say_problem()
    st.html(words.tasks_table(name, rows))
    draw_progress(waiting)
