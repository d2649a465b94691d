"""Start and end trainings from any page; a session may have two at once."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from lessons.host import faults, live, server
from lessons.kit import ui
from lessons.models import ACTIVE, LAYERS, SETTINGS, SIZES

RUN = "training-run"  # the run whose film the training page shows: in its address
SHOWN = "training-shown"  # the run that this session started last
MINE = "training-mine"  # the runs that this session started
NOT_ENDED = "training-not-ended"  # why the last press of Cancel ended nothing
AT_ONCE = 2  # trainings of one session that may wait or run


def make_room() -> None:
    """Before one more training: old runs go where room is short. Raises `ValueError` where this
    session trains enough already."""
    busy = [name for name in st.session_state.setdefault(MINE, []) if active(name)]
    if len(busy) >= AT_ONCE:
        raise ValueError(
            f"your trainings {' and '.join(busy)} are not done yet, and others wait too: "
            "cancel one, or wait for it"
        )
    live.load("transformer.runs").prune(server.RUNS)


def launch(run) -> None:
    """Hand a run to the workers, and look at it."""
    try:
        server.train(run.name)
    except OSError as error:
        failure = no_process(error)
        run.write_card({**run.card, "state": "failed", "error": str(failure)})
        raise failure from error
    mine = st.session_state.setdefault(MINE, [])
    mine.extend({run.name} - set(mine))
    st.session_state[SHOWN] = st.session_state[RUN] = run.name


def no_process(error: OSError) -> ValueError:
    """What to say where the machine starts no further process."""
    return ValueError(
        f"no process can be started to train in ({error.strerror or error}): close other programs, "
        "or train in a terminal: python -m transformer.training reverse"
    )


def active(name: str) -> bool:
    """Whether a run waits or trains."""
    try:
        return server.progress(name)["state"] in ACTIVE
    except OSError:  # removed
        return False


def cancel_button(key: str, *names: str) -> None:
    """End these trainings; what they have learned stays. Where one does not end, why."""
    st.button("Cancel", key=key, on_click=cancel, args=names)
    if problem := st.session_state.pop(NOT_ENDED, ""):
        ui.note(key, problem)


def cancel(*names: str) -> None:
    """End trainings; a callback."""
    with explained(lambda said: st.session_state.update({NOT_ENDED: said})):
        for name in names:
            server.cancel(name)


def warm_up() -> None:
    """Start the process that starts the trainings, beside the page: it needs seconds."""
    if server.serving:
        threading.Thread(target=lambda: server.workers().warm_up(), daemon=True).start()


@contextmanager
def explained(say: Callable[[str], None]) -> Iterator[None]:
    """Around what a button does: whatever goes wrong is said beside it, in a sentence."""
    try:
        yield
    except (Exception, SystemExit, KeyboardInterrupt) as error:  # Streamlit's own pass
        say(sentence(error))


def sentence(error: BaseException) -> str:
    """A reason as a sentence; the name of a setting stays as it is written."""
    text = (str(error) if faults.refuses(error) else faults.explain(error).sentence).strip()
    start = text[:1] if text.split(" ")[0] in (*SETTINGS, *SIZES, *LAYERS) else text[:1].upper()
    return f"{start}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"
