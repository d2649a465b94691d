"""What several tests share: one browser and one running app for the whole session."""

import gc
import os
import sys
import tempfile
from functools import partialmethod
from pathlib import Path

import hypothesis
import pytest
import torch

from tests.kit.app import shared_app
from tests.kit.at_once import AtOnce
from tests.kit.browser import PATIENCE, launched
from tests.kit.packages import packages_are_asked_once  # noqa: F401  a fixture
from tests.kit.project import copied
from tests.kit.saved_figure import show, shown  # noqa: F401  fixtures
from tests.kit.seconds import Seconds

pytest_plugins = ["tests.kit.lesson_fixtures"]  # for lessons/*/tests

# What collecting compiles is kept also where the environment says otherwise: to prepare the assertions of
# all tests takes 7 s, in each process. Tests that edit code find the environment as it is.
_compiles_in_vain, sys.dont_write_bytecode = sys.dont_write_bytecode, False

torch.set_num_threads(1)

# While modules are imported there is hardly any garbage, and looking for it costs two seconds in each process.
gc.disable()

# A notebook's format is checked without it: the grammar of web addresses takes 3 s to build, in each process.
sys.modules["rfc3987_syntax"] = None

# A busy machine makes any example slow; what must be fast counts processor time.
hypothesis.settings.register_profile("any machine", deadline=None)
hypothesis.settings.load_profile("any machine")

# Before anything of the project is imported: each process of `pytest -n` has its own runs, and
# nobody's trainings are touched.
_runs = tempfile.TemporaryDirectory(prefix="glassbox-runs-")
os.environ["GLASSBOX_RUNS"] = _runs.name

from tests.contract.families import facts, gru, labels, two_rows  # noqa: E402  they import the project
from transformer.families import FAMILIES  # noqa: E402
from transformer.tasks import TASKS  # noqa: E402
from transformer.weights import load  # noqa: E402

FOREIGN = (
    (FAMILIES, "gru", gru.FAMILY),
    (FAMILIES, "labeller", labels.FAMILY),
    (FAMILIES, "facts", facts.FAMILY),
    (FAMILIES, "two_rows", two_rows.FAMILY),
    (TASKS, "repeats", labels.task),
    (TASKS, "whereabouts", facts.task),
    (TASKS, "two_rows", two_rows.task),
)
for _known, _name, _ in FOREIGN:
    del _known[_name]  # known to those tests alone that ask for `foreign_families`


# What takes longest begins first, so that two processes end together.
LONG = (
    *("test_cells", "torch_exercises"),
    *("browser", "live_edit", "workers", "own_texts", "retrain", "notebook", "test_training"),
    *("ablations", "travel", "page", "runs", "device", "run_archive"),
)


def pytest_configure(config):
    config.pluginmanager.register(Seconds())
    config.pluginmanager.register(AtOnce())


# The app in a browser, a notebook in a kernel: to start one costs as much as a hundred tests.
DEAR = {"app", "notebook"}


@pytest.hookimpl(tryfirst=True)  # before `-m "not slow"` chooses
def pytest_collection_modifyitems(items):
    sys.dont_write_bytecode = _compiles_in_vain
    for item in items:
        if DEAR & set(item.fixturenames) and not item.get_closest_marker("always"):
            item.add_marker("slow")

    def rank(item) -> int:
        return next((n for n, word in enumerate(LONG) if word in item.path.stem), len(LONG))

    items.sort(key=rank)  # stable: the files of a rank stay together


def pytest_collection_finish():
    gc.freeze()  # what was imported stays until the end, so no later search for garbage visits it
    gc.enable()


# Files that compute the same: one process of `pytest -n` takes both.
TOGETHER = {
    "tests/contract/test_figures_browser.py": "tests/contract/test_figures.py",
    "tests/contract/test_charts.py": "tests/contract/test_figures.py",
    "tests/app/test_predict_browser.py": "tests/contract/test_predictions.py",
}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    from xdist.scheduler import LoadFileScheduling

    class ByFile(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = super()._split_scope(nodeid)
            return TOGETHER.get(file, file)

    return ByFile(config, log)


# To draw what moves costs a fifth of a visit; a test of what moves asks for it.
CALM = {"reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium. Its absence is a failure, never a skip: `make test` installs it."""
    from playwright.sync_api import Page, expect, sync_playwright

    # Asked in each frame, as Playwright does it, a page lays itself out and draws for the question alone.
    Page.wait_for_function = partialmethod(Page.wait_for_function, polling=50)
    with sync_playwright() as playwright:
        running = launched(playwright, **CALM)
        expect.set_options(timeout=PATIENCE)
        yield running
        running.close()


@pytest.fixture(scope="session")
def one_tab(browser):
    """One for all tests: a new one reads all of Streamlit anew, half the price of a visit."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def page(one_tab):
    """A tab at the size of a projector, which remembers nothing of the test before. (What a test listens
    to with `on` goes on being heard by it alone.)"""
    one_tab.set_viewport_size({"width": 1440, "height": 960})
    one_tab.emulate_media(color_scheme="light", **CALM)
    yield one_tab
    for other in one_tab.context.pages:
        if other is not one_tab:
            other.close()
    if one_tab.url.startswith("http"):
        one_tab.evaluate("localStorage.clear(), sessionStorage.clear()")
    one_tab.goto("about:blank")
    one_tab.context.clear_cookies()


@pytest.fixture(scope="session")
def app(tmp_path_factory, worker_id, request):
    """The running app, shared by all browser tests that do not change the code, in whichever process
    of `pytest -n`: it takes ten seconds of processor to start, and as many to be warm."""
    folder = tmp_path_factory.getbasetemp()
    warm = any(item.get_closest_marker("slow") for item in request.session.items)
    with shared_app(folder if worker_id == "master" else folder.parent, warm) as running:
        yield running


@pytest.fixture(scope="module")
def trained():
    """The translator that ships, for tests that look into a model."""
    return load("english_french")


@pytest.fixture
def checkout(tmp_path):
    """A copy of the project that a test may edit, as a student does."""
    copy = copied(tmp_path / "project")
    not_warm(copy)
    return copy


def not_warm(copy: Path) -> None:
    """An app that a test starts for one page: the first pictures of all others cost more than the page."""
    file = copy / "lessons/host/asgi.py"
    text, warms = file.read_text(encoding="utf-8"), "    threading.Thread(target=warm,"
    assert text.count(warms) == 1
    file.write_text(text.replace(warms, "    threading.Thread(target=settle,"), encoding="utf-8")


@pytest.fixture
def foreign_families(monkeypatch):
    """Families that the project knows nothing of, and the tasks of some; known to one test alone."""
    for known, name, made in FOREIGN:
        monkeypatch.setitem(known, name, made)
