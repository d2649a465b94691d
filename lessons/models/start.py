"""Start and cancel training runs from any page; a session can have two at once."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from lessons.host import faults
from lessons.host.host import current
from lessons.kit import ui
from lessons.models import ACTIVE, LAYERS, SETTINGS, SIZES

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from transformer.runs import Run

RUN = "training-run"  # the run whose recording the training page shows, in its address
SHOWN = "training-shown"  # the run that this session started last
MINE = "training-mine"  # the runs that this session started
NOT_ENDED = "training-not-ended"  # why the last click on Cancel failed
AT_ONCE = 2  # active runs per session


def make_room() -> None:
    """Raise `ValueError` if this session has enough active runs."""
    busy = [name for name in st.session_state.setdefault(MINE, []) if active(name)]
    if len(busy) >= AT_ONCE:
        raise ValueError(
            f"your training runs {' and '.join(busy)} have not finished yet, and other visitors are waiting. "
            "Cancel a run, or wait until one has finished"
        )


def launch(run: "Run") -> None:
    """Send a run to the workers, and show it."""
    try:
        current().train(run.name, visitor())
    except OSError as error:
        failure = no_process(error)
        run.write_card({**run.card, "state": "failed", "error": str(failure)})
        raise failure from error
    mine = st.session_state.setdefault(MINE, [])
    mine.extend({run.name} - set(mine))
    st.session_state[SHOWN] = st.session_state[RUN] = run.name


def visitor() -> str:
    """Return who presses the button: the address of another computer, or else the session."""
    session = get_script_run_ctx(suppress_warning=True)
    return st.context.ip_address or (session.session_id if session else "")


def no_process(error: OSError) -> ValueError:
    """Explain that the computer cannot start another process."""
    return ValueError(
        f"no training process can be started ({error.strerror or error}). Close other programs, "
        "or train in a terminal: python -m transformer.training reverse"
    )


def active(name: str) -> bool:
    """Say whether a run is waiting or training."""
    try:
        return current().progress(name)["state"] in ACTIVE
    except OSError:  # removed
        return False


def cancel_button(key: str, *names: str) -> None:
    """Draw a button that ends these runs; their checkpoints stay. If one does not end, say why."""
    st.button("Cancel", key=key, on_click=cancel, args=names)
    if problem := st.session_state.pop(NOT_ENDED, ""):
        ui.note(key, problem)


def cancel(*names: str) -> None:
    """Callback: end runs."""
    with explained(lambda message: st.session_state.update({NOT_ENDED: message})):
        for name in names:
            current().cancel(name)


def warm_up() -> None:
    """Start the process that starts the training runs, in the background, because it needs seconds."""
    if current().serving:
        threading.Thread(target=current().warm_up, daemon=True).start()


@contextmanager
def explained(say: Callable[[str], None]) -> Iterator[None]:
    """Wrap a button's action: any error is shown beside it, as a sentence."""
    try:
        yield
    except (Exception, SystemExit, KeyboardInterrupt) as error:  # Streamlit's own pass
        say(sentence(error))


def sentence(error: BaseException) -> str:
    """Return a reason as a sentence; the name of a setting or a file keeps its spelling."""
    text = (str(error) if faults.refuses(error) else faults.explain(error).sentence).strip()
    first = text.split(" ")[0].rstrip(".,:")
    is_name = first in (*SETTINGS, *SIZES, *LAYERS) or {*"._/\\"} & {
        *first
    }  # config.json, lm_head, runs/a
    start = text[:1] if is_name else text[:1].upper()
    return f"{start}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"
