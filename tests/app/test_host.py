"""One process, the app and a browser's tab offer pages the same: `lessons.host.host`; visitors with the same
question ask once."""

import inspect
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from lessons.host import remote
from lessons.host.host import Host
from lessons.host.remote import App
from web.tab.host import Tab


@pytest.mark.parametrize("kind", [App, Tab])
def test_every_host_has_what_a_page_needs_and_nothing_else(kind):
    own = {name: value for name, value in vars(kind).items() if not name.startswith("_")}
    assert own and own.keys() <= vars(Host).keys()
    for name, value in own.items():
        if inspect.isfunction(value):
            assert inspect.signature(value) == inspect.signature(vars(Host)[name]), name


@pytest.mark.parametrize("stays", [True, False])
def test_visitors_with_the_same_question_wait_for_the_first(stays):
    asked, all_here = [], threading.Barrier(5)

    def ask():
        asked.append(1)
        time.sleep(0.2)
        return len(asked), stays

    def visit(_):
        all_here.wait()
        return remote._remembered(("a question", stays), ask)

    with ThreadPoolExecutor(5) as visitors:
        answers = [*visitors.map(visit, range(5))]
    assert len(asked) == (1 if stays else 5) and answers.count(1) == (5 if stays else 1)


def test_an_interrupted_question_holds_up_nobody():
    class Rerun(BaseException):  # as Streamlit's
        pass

    def interrupted():
        raise Rerun

    with pytest.raises(Rerun):
        remote._remembered(("interrupted",), interrupted)
    assert remote._remembered(("interrupted",), lambda: ("an answer", True)) == "an answer"
