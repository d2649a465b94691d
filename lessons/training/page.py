"""The training page: train, watch a recording, compare, one step of Adam."""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import streamlit as st

from lessons.kit import ui
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import ACTIVE, asking, finished, listing, recordings, start
from lessons.models.run_box import rerun_at_end
from lessons.training import (
    PARTS,
    actions,
    automatic,
    controls,
    custom_text,
    results,
    run_list,
    words,
)
from lessons.training.actions import BOX

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from lessons.figures.kit.figure import Figure
    from lessons.kit.prediction import Prediction
    from transformer.runs import Run

ASKED = "training-asked"  # the question about the open recording or pair
SOURCES = Sources(
    "One training step and one AdamW step",
    "The models above were trained with this code.",
    {
        "transformer.training.loop": ("Training.step",),
        "transformer.training.optimizers": ("Adam.move", "Adam.direction", "AdamW.move"),
    },
)


def question_key() -> str:
    """Return the key of the question, which depends on the runs."""
    part, figure = PAGE.opened(), PAGE.shown()
    if part in ("train", "adam") or figure is None:
        return f"training-{part}-"
    return f"training-{part}-{figure.header.get('run' if part == 'film' else 'title', '')}"


PAGE = LessonPage(
    "training",
    (
        "Predict the next word, measure the loss, and change every parameter a little. Repeat these steps a few "
        "hundred times."
    ),
    PARTS,
    question=question_key,
)


def question() -> "Prediction | None":
    """Return the question of the open part, about the recording or pair that is open."""
    part, figure = PAGE.opened(), PAGE.shown()
    if part in ("train", "adam"):
        return results.predict(part)
    kind = {"film": "training_film", "compare": "training_pair"}[part]
    asked = st.session_state.get(f"{ASKED}-{part}")
    return asked if figure is not None and figure.kind == kind else None


def show(figure: "Figure", key: str, asked: "Prediction | None", **how: Any) -> None:
    """Show a figure and remember its question, `asked`."""
    st.session_state[f"{ASKED}-{PAGE.opened()}"] = asked
    PAGE.put(figure)
    PAGE.show(figure, key, reveals_answer=question() is not None, **how)


def hidden(part: str = "") -> tuple[str, ...]:
    """Name what charts must hide: one part asks how low a loss can get, and all parts draw it."""
    asked = ui.is_open("training-train-")
    return ("floor", "telling") if asked and part == "train" else ("floor",) if asked else ()


def picture() -> None:
    """Draw the open part."""
    if ui.is_open("training-train-"):
        with st.container(key="training-floor-asked"):
            st.text("")  # Streamlit drops an empty container
    {"train": train, "film": film, "compare": compare, "adam": adam}[PAGE.opened()]()


def placed(figure: "Figure", part: str) -> "Figure":
    """Return the figure at the point that shows the answer, if the user asked for it."""
    with suppress(ValueError):  # another run may lack this point
        return figure.at(**st.session_state.get(f"{actions.PLACE}-{part}", {}))
    return figure


# ---- train --------------------------------------------------------------------------------------
def train() -> None:
    """Show the settings, the curves of the started run, and its recording so far."""
    start.warm_up()
    controls.choose(actions.train)
    BOX.say_problem(controls.problem())
    run = listing.run_of(st.session_state.get(start.SHOWN))
    if run is None:
        st.caption("Press Train. The curves appear here while the model learns.")
        meanwhile()
        return
    state = about(run, after=True)
    figure = listing.curve(run)
    hides = hidden("train")
    PAGE.show(figure, "training-curve", on_choose=rerun_at_end, place="charts", hidden=hides)
    if run.frames():
        so_far = " so far" if state in ACTIVE else ""
        with (
            st.container(key="training-so-far"),
            PAGE.section(f"The pinned sentence{so_far}"),
        ):
            recordings.recording(run, charts=False).show(key="training-live-film")


def meanwhile() -> None:
    """Before the first press of Train, show the newest run on its pinned sentence. Its curves would give away the
    answer to the question, so they only listen for news."""
    problem, runs = automatic.start(), listing.listed()
    active = next((run for run in runs if listing.state(run) in ACTIVE), None)
    if problem:
        ui.note("training-first", problem)
    if active is not None:
        st.caption(words.BY_ITSELF if automatic.by_itself(active.name) else words.MEANWHILE)
        with st.container(key="training-listens"):
            listing.curve(active).show(
                key="training-listening", on_choose=rerun_at_end, hidden=("charts",)
            )
    with suppress(Exception):  # the layer of this run has changed: its recording says so
        if (shown := listing.newest()) is None:
            return
        figure = results.glance(shown)
        so_far = " so far" if active is not None and shown.name == active.name else ""
        with (
            st.container(key="training-meanwhile"),
            PAGE.section(f"Meanwhile: what {shown.name} has learned{so_far}"),
        ):
            figure.show(key="training-meanwhile-film")
        PAGE.put(figure)


def about(run: "Run", after: bool = False) -> str:
    """Show name, buttons and any failure; return the run's state. `after`: if the run has ended, also show its result
    and what to do with it."""
    after = after and listing.state(run) not in ACTIVE and len(run.frames()) > 1
    facts = words.done(run, listing.score(run), listing.bleu(run)) if after else ()
    with BOX.status(run, *facts) as state:
        if run_list.can_go_on(run, state):
            st.button("Continue", key="training-go-on", on_click=actions.go_on, args=(run.name,))
        if automatic.by_itself(run.name) and state in ACTIVE:
            st.caption(words.BY_ITSELF)
        if after:
            run_list.look_inside(run, results.typed(run, 0))
            st.button("Recording", key="training-to-film", on_click=to_film, args=(run.name,))
            run_list.save(run, 0)
    custom_text.report(results.report(run), run.card.get("remarks", []))
    return state


def to_film(name: str) -> None:
    """Open the recording of a run; a callback."""
    st.session_state["training-part"], st.session_state[start.RUN] = "film", name
    st.rerun()  # the parts belong to the whole page


# ---- film ---------------------------------------------------------------------------------------
def film() -> None:
    """Show one run, frame by frame."""
    ships = finished.run()  # first: open by default
    with st.container(horizontal=True, vertical_alignment="bottom", key="training-film-top"):
        run = asking.pick_run("Run", start.RUN, [ships, *run_list.with_frames()])
        sentences = results.pinned(run)
        number = st.selectbox(
            "Pinned sentence, never seen in training",
            range(len(sentences)),
            format_func=lambda n: sentences[n],
            key=f"training-pinned-{run.name}",
            width="stretch",
        )
        run_list.look_inside(run, results.typed(run, number))
        if run.name != ships.name:
            run_list.save(run, number)
    if said := recordings.not_in_place(run) or recordings.other_code(run):
        ui.note("other-code", said)
    if run.name != ships.name and listing.state(run) in ACTIVE:
        watched(run, number)
    else:
        figure = placed(recordings.recording(run, number), "film")
        # Loss and accuracy can be shown at once: they do not reveal when a head finds its words.
        whole = bool(figure.header["yardsticks"])
        asked = results.about_film(run, number)
        show(figure, "training-film", asked, wholly=whole, place="film")
        run_list.sources(run)
    run_list.manage()


def watched(run: "Run", number: int = 0) -> None:
    """Show an unfinished recording."""
    about(run)
    figure = listing.curve(run)
    PAGE.show(
        figure, "training-film-curve", reveals_answer=False, on_choose=rerun_at_end, hidden=hidden()
    )
    if len(run.frames()) > 1:
        recordings.recording(run, number, charts=False).show(key="training-film-so-far")


# ---- compare ------------------------------------------------------------------------------------
def compare() -> None:
    """Compare the curves of two runs; rewind one of them."""
    own = [run for run in listing.listed() if run.events() or listing.state(run) in ACTIVE]
    ours = finished.runs()  # open by default until the user has two runs
    everyone = [*own, *ours] if len(own) > 1 else [*ours, *own]
    with st.container(horizontal=True, vertical_alignment="bottom", key="training-two"):
        names = ("training-first", "training-second")
        first, second = asking.two_runs(*names, everyone, label_visibility="collapsed")
    asking.say_differences(first, second)
    active = next((run for run in (first, second) if listing.state(run) in ACTIVE), None)
    if active is not None:
        about(active)
        listing.curve(active).show(
            key="training-compare-curve", on_choose=rerun_at_end, hidden=hidden()
        )
    elif listing.state(second) == "failed":
        about(second)
    figure = placed(recordings.run_pair(first, second), "compare")
    show(figure, "training-pair", results.about_pair(first, second))
    BOX.say_problem()
    if runs := run_list.with_frames():
        with st.container(key="training-rewind"):
            run_list.rewind(runs)
    else:
        st.caption(words.NONE_OF_ONES_OWN)


# ---- adam ---------------------------------------------------------------------------------------
def adam() -> None:
    """Show how a gradient becomes a step."""
    figure = placed(results.adam(), "adam")
    PAGE.show(figure, "training-adam", panel=True, is_unanswered=PAGE.is_unanswered())
    with PAGE.covered(place="decks"):
        for title, said in words.DECKS.items():
            with PAGE.section(title):
                st.markdown(said + results.recomputed(title))


PAGE.draw(
    picture,
    notice=lambda: words.NOTICE[PAGE.opened()],
    sources=SOURCES,
    write=("adam_step",),
    ask=lambda: question() or "The question appears once the first training run ends.",
    answer=actions.show_answer,
)
