"""The training page: train, look at the film, compare, one step of Adam. Only the open part computes."""

from contextlib import suppress

import streamlit as st

from lessons.host import live, server
from lessons.kit import page, saving, terms, ui
from lessons.models import ACTIVE, STATES, asking, start
from lessons.training import PARTS, actions, automatic, controls, custom_text, run_list, travelled


def opened() -> str:
    """The part of the page that is open."""
    return page.opened("training", PARTS)


@ui.fragment("training-picture")
def picture() -> None:
    """The open part."""
    {"train": train, "film": film, "compare": compare, "adam": adam}[opened()]()


def placed(figure, part: str):
    """The figure at the place where the answer to a question is seen, if that was asked for."""
    with suppress(ValueError):  # another run has no such place
        return figure.at(**st.session_state.get(f"{actions.PLACE}-{part}", {}))
    return figure


def results():
    return live.load("lessons.training.results")


def listing():
    return live.load("lessons.models.listing")


def films():
    return live.load("lessons.models.films")


def finished():
    return live.load("lessons.training.finished")


# ---- train --------------------------------------------------------------------------------------
def train() -> None:
    """Choices, the curves of the run that was started, and its film so far."""
    start.warm_up()
    controls.choose(actions.train)
    actions.say_problem(controls.problem())
    run = listing().run_of(st.session_state.get(start.SHOWN))
    if run is None:
        st.caption("Press Train. The curves appear here; *copy* is solved in a few seconds.")
        meanwhile()
        return
    state = about(run, after=True)
    figure = listing().curve(run)
    with covered(figure, wholly=False):
        figure.show(key="training-curve", on_choose=news)
    saving.to_save(figure)
    if run.frames():
        with st.container(key="training-so-far"):
            st.subheader(
                "The pinned sentence" + (" so far" if state in ACTIVE else ""), anchor=False
            )
            results().film(run, charts=False).show(key="training-live-film")


def meanwhile() -> None:
    """Before somebody presses Train: what the newest training makes of its pinned sentence. Its curves
    would give away the answer to the question, so they only listen for news."""
    problem, runs = automatic.start(), listing().listed()
    active = next((run for run in runs if listing().state(run) in ACTIVE), None)
    if problem:
        ui.note("training-first", problem)
    if active is not None:
        words = live.load("lessons.training.words")
        st.caption(words.BY_ITSELF if automatic.by_itself(active.name) else words.MEANWHILE)
        with st.container(key="training-listens"):
            listing().curve(active).show(key="training-listening", on_choose=news)
    with suppress(Exception):  # the run of a layer that was changed since: its film says so
        if (shown := listing().newest()) is None:
            return
        figure = results().glance(shown)
        so_far = " so far" if active is not None and shown.name == active.name else ""
        with st.container(key="training-meanwhile"):
            st.subheader(f"Meanwhile: what {shown.name} has learned{so_far}", anchor=False)
            figure.show(key="training-meanwhile-film")
        saving.to_save(figure)


def about(run, after: bool = False) -> str:
    """Name, buttons and, where it failed, why; returns the run's state. `after`: of a run that has
    ended also what came out, and what can be done with it now."""
    told = server.progress(run.name)
    state, facts = told["state"], live.load("lessons.training.facts")
    after = after and state not in ACTIVE and len(run.frames()) > 1
    with st.container(horizontal=True, vertical_alignment="center", key="training-about"):
        shown = custom_text.PREPARES if told.get("preparing") else STATES[state]
        ui.chips(
            listing().name_of(run), shown,
            *(facts.done(run, listing().score(run), listing().bleu(run)) if after else []),
        )  # fmt: skip
        if state in ACTIVE:
            start.cancel_button("training-cancel", run.name)
        elif run_list.can_go_on(run, state):
            st.button("Go on", key="training-go-on", on_click=actions.go_on, args=(run.name,))
        if automatic.by_itself(run.name) and state in ACTIVE:
            st.caption(live.load("lessons.training.words").BY_ITSELF)
        if after:
            run_list.look_inside(run, results().typed(run, 0))
            st.button("Film", key="training-to-film", on_click=to_film, args=(run.name,))
            run_list.save(run, 0)
    if state == "failed":
        ui.note("training-failed", start.sentence(ValueError(told["error"])))
    custom_text.report(results().report(run))
    return state


def to_film(name: str) -> None:
    """Open the film of a run; a callback."""
    st.session_state["training-part"], st.session_state[start.RUN] = "film", name
    st.rerun()  # the parts belong to the whole page


def news(value) -> None:
    """The browser has heard of new frames: this part runs again. At the end the whole page does."""
    if isinstance(value, dict) and "ended" in value:
        st.rerun()


# ---- film ---------------------------------------------------------------------------------------
def film() -> None:
    """One run, frame by frame."""
    ships = finished().run()  # first: this one is open until somebody chooses another
    with st.container(horizontal=True, vertical_alignment="bottom", key="training-film-top"):
        run = asking.pick_run("Run", start.RUN, [ships, *run_list.with_frames()])
        sentences = results().pinned(run)
        number = st.selectbox(
            "Pinned sentence, never read in training",
            range(len(sentences)),
            format_func=lambda n: sentences[n],
            key=f"training-pinned-{run.name}",
            width="stretch",
        )
        run_list.look_inside(run, results().typed(run, number))
        if run.name != ships.name:
            run_list.save(run, number)
    if said := films().not_in_place(run) or results().other_code(run):
        ui.note("other-code", said)
    if run.name != ships.name and listing().state(run) in ACTIVE:
        watched(run, number)
    else:
        figure = placed(results().film(run, number), "film")
        # Loss and score may be seen at once: they do not tell when a head finds its words.
        with covered(figure, wholly=bool(figure.header["yardsticks"]), place="film"):
            figure.show(key="training-film")
        saving.to_save(figure)
        travelled.sources(run)
    run_list.manage()


def watched(run, number: int = 0) -> None:
    """A film that is not finished: the curves bring news, and with them the next frames."""
    about(run)
    figure = listing().curve(run)
    figure.show(key="training-film-curve", on_choose=news)
    saving.to_save(figure)
    if len(run.frames()) > 1:
        results().film(run, number, charts=False).show(key="training-film-so-far")


def forming() -> None:
    """There is no film yet: the first training starts by itself, and is watched."""
    problem = automatic.start()
    active = next((run for run in listing().listed() if listing().state(run) in ACTIVE), None)
    if problem:
        ui.note("training-first", problem)
    if active is not None:
        watched(active)
    else:
        st.caption(live.load("lessons.training.words").NO_RUN)
        st.button("Train copy", key="training-shortest", type="primary", on_click=actions.shortest)


# ---- compare ------------------------------------------------------------------------------------
def compare() -> None:
    """Rewind a run and change one thing; two runs, curve over curve."""
    runs = run_list.with_frames()
    if not runs:
        forming()
        return
    with st.container(key="training-rewind"):
        run_list.rewind(runs)
    actions.say_problem()
    everyone = [run for run in listing().listed() if run.events() or listing().state(run) in ACTIVE]
    if len(everyone) < 2:
        second_one(everyone[0])
        return
    with st.container(horizontal=True, vertical_alignment="bottom", key="training-two"):
        first, second = asking.two_runs("training-first", "training-second", everyone)
    asking.say_differences(first, second)
    active = next((run for run in (first, second) if listing().state(run) in ACTIVE), None)
    if active is not None:
        about(active)
        listing().curve(active).show(key="training-compare-curve", on_choose=news)
    elif listing().state(second) == "failed":
        about(second)
    figure = placed(films().pair(first, second), "compare")
    with covered(figure):
        figure.show(key="training-pair")
    saving.to_save(figure)


def second_one(run) -> None:
    """There is only one run: train its twin with a click."""
    if listing().state(run) in ACTIVE:
        watched(run)
        return
    rate = live.load("transformer.runs").Plan.read(run.card).settings.learning_rate
    st.caption(live.load("lessons.training.words").TWO)
    st.button(
        f"Train {run.name} again, with a learning rate of {rate / 10:g} instead of {rate:g}",
        key="training-twin", type="primary",
        on_click=actions.branch, args=(run.name, 0, "learning_rate", str(rate / 10)),
    )  # fmt: skip
    figure = listing().curve(run)
    figure.show(key="training-one")
    saving.to_save(figure)


# ---- adam ---------------------------------------------------------------------------------------
def adam() -> None:
    """A gradient comes in, a step goes out."""
    figure = placed(results().adam(), "adam")
    figure.show(key="training-adam", waits=ui.is_open(question_key("adam", figure)))
    saving.to_save(figure)


# ---- beside and below ---------------------------------------------------------------------------
@ui.fragment("training-predict")
def predict() -> None:
    """A question about the open part, to be answered before its answer is shown."""
    with suppress(Exception):  # a broken layer is explained once, beside the picture
        part, figure = opened(), saving.saved()
        found = question(part, figure)
        if found is None:
            st.caption("The question comes when there is a finished training.")
        else:
            ui.predict(question_key(part, figure), found, on_show=actions.show_answer)


def covered(figure, wholly: bool = True, place: str = "figure"):
    """A place for the figure, seen when the question of the open part has been answered."""
    part = opened()
    asked = question(part, figure) is not None
    key = question_key(part, figure) if asked else ""
    return ui.covered(key, tells=asked, wholly=wholly, place=place)


def question_key(part: str, figure) -> str:
    """A question about other runs is another question."""
    if part in ("train", "adam"):
        return f"training-{part}-"
    return f"training-{part}-{figure.header['run' if part == 'film' else 'title']}"


def question(part: str, figure):
    """The question of a part; those about a film and a pair are about the one that is shown."""
    prediction = live.load("lessons.training.prediction")
    kinds = {"film": ("training_film", prediction.about_order)}
    kinds["compare"] = ("training_pair", prediction.about_difference)
    if part not in kinds:
        return results().predict(part)
    kind, ask = kinds[part]
    return ask(figure) if figure is not None and figure.kind == kind else None


main, aside = page.begin(
    "training",
    "Guess the next word, measure how wrong, move every weight a little. A few hundred times.",
    PARTS,
)
with main:
    if ui.is_open(question_key("train", None)):
        with st.container(key="training-floor-asked"):
            st.text("")  # an empty container would not be there
    picture()
with aside, suppress(Exception):
    with ui.panel("predict", "Predict first"):
        predict()
    if opened() == "adam":
        live.load("lessons.figures.kit.showing").show_panel(key="training-adam")
    with ui.folded("training-notice", "What to notice"):
        terms.markdown(live.load("lessons.training.words").NOTICE[opened()])
page.below(
    "training",
    "One step of training, and one of AdamW",
    "What trained the runs above is this code. There is no second copy.",
    {
        "transformer.training.loop": ("Training.step",),
        "transformer.training.optimizers": ("Adam.move", "Adam.direction", "AdamW.move"),
    },
    ("adam_step",),
)
