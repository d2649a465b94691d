"""Start the first training run of an app automatically, so that the page is never empty."""

import shutil
import threading
from typing import TYPE_CHECKING

from lessons.host import storage
from lessons.host.host import current
from lessons.models import LAYERS, SETTINGS, SIZES, listing
from lessons.models import plan as plans
from lessons.models.start import no_process, sentence
from lessons.training.controls import DEFAULTS
from transformer import runs

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from transformer.runs import RunConfig

_one = threading.Lock()
_begun: list[str] = []  # the name of the run that started automatically


def start() -> str:
    """Train the shortest task once if there is no run, however many people open the page.

    Return the reason as a sentence if it fails. Page tests skip this, because they count the runs.
    """
    if not current().serving:
        return ""
    with _one:
        if _begun or listing.listed():
            return ""
        run = None
        try:
            run = runs.Run.create(_run_config(), storage.RUNS)
            current().train(run.name)
        except OSError as error:
            if run is not None:
                shutil.rmtree(run.folder, ignore_errors=True)
            return sentence(no_process(error))
        _begun.append(run.name)
        return ""


def is_automatic(name: str) -> bool:
    """Return whether this module started the run."""
    return name in _begun


def _run_config() -> "RunConfig":
    sizes = {name: DEFAULTS[name] for name in SIZES} | dict.fromkeys(LAYERS, DEFAULTS["layers"])
    settings = {name: DEFAULTS[name] for name in SETTINGS}
    return plans.run_config(DEFAULTS["task"], settings, sizes)
