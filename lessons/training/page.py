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
    prediction = st.session_state.get(f"{ASKED}-{part}")
    return prediction if figure is not None and figure.kind == kind else None


def show(figure: "Figure", key: str, prediction: "Prediction | None", **how: Any) -> None:
    """Draw a figure and store its question."""
    st.session_state[f"{ASKED}-{PAGE.opened()}"] = prediction
    PAGE.put(figure)
    PAGE.show(figure, key, reveals_answer=question() is not None, **how)


def hidden_parts(part: str = "") -> tuple[str, ...]:
    """Return what charts must hide: one part asks how low a loss can get, and all parts draw it."""
    is_asked = ui.is_open("training-train-")
    return ("floor", "telling") if is_asked and part == "train" else ("floor",) if is_asked else ()


def picture() -> None:
    """Draw the open part."""
    if ui.is_open("training-train-"):
        with st.container(key="training-floor-asked"):
            st.text("")  # Streamlit drops an empty container
    {"train": train, "film": film, "compare": compare, "adam": adam}[PAGE.opened()]()


def at_answer(figure: "Figure", part: str) -> "Figure":
    """Return the figure at the point that shows the answer, if the user asked for it."""
    with suppress(ValueError):  # another run may lack this point
        return figure.at(**st.session_state.get(f"{actions.PLACE}-{part}", {}))
    return figure


# ---- train --------------------------------------------------------------------------------------
def train() -> None:
    """Draw the settings, the curves of the started run, and its recording so far."""
    start.warm_up()
    controls.choose(actions.train)
    BOX.say_problem(controls.problem())
    run = listing.run_of(st.session_state.get(start.SHOWN))
    if run is None:
        st.caption("Press Train. The curves appear here while the model learns.")
        draw_newest()
        return
    state = draw_status(run, after=True)
    figure = listing.curve(run)
    hides = hidden_parts("train")
    PAGE.show(figure, "training-curve", on_choose=rerun_at_end, place="charts", hidden=hides)
    if run.checkpoints():
        so_far = " so far" if state in ACTIVE else ""
        with (
            st.container(key="training-so-far"),
            PAGE.section(f"The pinned sentence{so_far}"),
        ):
            recordings.recording(run, charts=False).show(key="training-live-film")


def draw_newest() -> None:
    """Before the first press of Train, draw the newest run on its pinned sentence. Its curves would give away the
    answer to the question, so they only listen for news."""
    problem, runs = automatic.start(), listing.listed()
    active = next((run for run in runs if listing.state(run) in ACTIVE), None)
    if problem:
        ui.note("training-first", problem)
    if active is not None:
        st.caption(words.BY_ITSELF if automatic.is_automatic(active.name) else words.MEANWHILE)
        with st.container(key="training-listens"):
            listing.curve(active).show(
                key="training-listening", on_choose=rerun_at_end, hidden=("charts",)
            )
    with suppress(Exception):  # the layer of this run has changed: its recording says so
        if (shown := listing.newest()) is None:
            return
        figure = results.short_film(shown)
        so_far = " so far" if active is not None and shown.name == active.name else ""
        with (
            st.container(key="training-meanwhile"),
            PAGE.section(f"Meanwhile: what {shown.name} has learned{so_far}"),
        ):
            figure.show(key="training-meanwhile-film")
        PAGE.put(figure)


def draw_status(run: "Run", after: bool = False) -> str:
    """Draw name, buttons and any failure; return the run's state. `after`: if the run has ended, also show its result
    and what to do with it."""
    after = after and listing.state(run) not in ACTIVE and len(run.checkpoints()) > 1
    facts = words.final_facts(run, listing.score(run), listing.bleu(run)) if after else ()
    with BOX.status(run, *facts) as state:
        if run_list.can_go_on(run, state):
            st.button("Continue", key="training-go-on", on_click=actions.go_on, args=(run.name,))
        if automatic.is_automatic(run.name) and state in ACTIVE:
            st.caption(words.BY_ITSELF)
        if after:
            run_list.look_inside(run, results.typed_sentence(run, 0))
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
    """Draw one run, frame by frame."""
    ships = finished.run()  # first: open by default
    with st.container(horizontal=True, vertical_alignment="bottom", key="training-film-top"):
        run = asking.pick_run("Run", start.RUN, [ships, *run_list.with_frames()])
        sentences = results.pinned_sentences(run)
        number = st.selectbox(
            "Pinned sentence, never seen in training",
            range(len(sentences)),
            format_func=lambda n: sentences[n],
            key=f"training-pinned-{run.name}",
            width="stretch",
        )
        run_list.look_inside(run, results.typed_sentence(run, number))
        if run.name != ships.name:
            run_list.save(run, number)
    if difference := recordings.not_in_place(run) or recordings.other_code(run):
        ui.note("other-code", difference)
    if run.name != ships.name and listing.state(run) in ACTIVE:
        draw_unfinished(run, number)
    else:
        figure = at_answer(recordings.recording(run, number), "film")
        # Loss and accuracy can be shown at once: they do not reveal when a head finds its words.
        whole = bool(figure.header["yardsticks"])
        prediction = results.about_film(run, number)
        show(figure, "training-film", prediction, wholly=whole, place="film")
        run_list.sources(run)
    run_list.manage()


def draw_unfinished(run: "Run", number: int = 0) -> None:
    """Draw an unfinished recording."""
    draw_status(run)
    figure = listing.curve(run)
    PAGE.show(
        figure,
        "training-film-curve",
        reveals_answer=False,
        on_choose=rerun_at_end,
        hidden=hidden_parts(),
    )
    if len(run.checkpoints()) > 1:
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
        draw_status(active)
        listing.curve(active).show(
            key="training-compare-curve", on_choose=rerun_at_end, hidden=hidden_parts()
        )
    elif listing.state(second) == "failed":
        draw_status(second)
    figure = at_answer(recordings.run_pair(first, second), "compare")
    show(figure, "training-pair", results.about_pair(first, second))
    BOX.say_problem()
    if runs := run_list.with_frames():
        with st.container(key="training-rewind"):
            run_list.rewind(runs)
    else:
        st.caption(words.NONE_OF_ONES_OWN)


# ---- adam ---------------------------------------------------------------------------------------
def adam() -> None:
    """Draw how a gradient becomes a step."""
    figure = at_answer(results.adam(), "adam")
    PAGE.show(figure, "training-adam", panel=True, is_unanswered=PAGE.is_unanswered())
    with PAGE.covered(place="decks"):
        for title, text in words.DECKS.items():
            with PAGE.section(title):
                st.markdown(text + results.computed_text(title))


PAGE.draw(
    picture,
    notice=lambda: words.NOTICE[PAGE.opened()],
    sources=SOURCES,
    write=("adam_step",),
    ask=lambda: question() or "The question appears once the first training run ends.",
    answer=actions.show_answer,
)
