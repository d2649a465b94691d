"""Whatever changes the files, an open page follows: an editor, `git checkout`, `switch`, `stash`, several at once."""

import os
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from lessons.host import live, patches, source
from tests.kit.chosen import few
from tests.kit.paths import ROOT

TIMES = int(os.environ.get("TIMES", "6"))  # each; how long a hundred take: TIMES=100 pytest …
ONE, OTHER = "transformer/attention.py", "transformer/masks.py"


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A small project under git, followed as the app does; `begun` grows with each run of its page."""
    folder = tmp_path / "project"
    for file in (ONE, OTHER, "lessons/x/page.css", "app.py"):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text("0\n")
    git(folder, "init", "-q", "-b", "main"), commit(folder, "first")
    git(folder, "switch", "-q", "-c", "other")
    (folder / ONE).write_text("1\n")
    commit(folder, "second"), git(folder, "switch", "-q", "main")
    monkeypatch.setattr(source, "ROOT", folder)
    for module in (live, patches):
        monkeypatch.setattr(module, "ROOT", folder)
    for name, value in {
        "_stamps": {},
        "_hashes": {},
        "_generation": 0,
        "_reports_come": False,
    }.items():
        monkeypatch.setattr(live, name, value)
    monkeypatch.setattr(source, "_changed", ())
    monkeypatch.setattr(live, "_drop_modules", lambda: None)
    begun, over = [], threading.Event()
    page = SimpleNamespace(
        page_script_hash="its page",
        _pages_manager=SimpleNamespace(main_script_hash="app.py"),
        _on_source_file_changed=lambda: begun.append(live.generation()),
        _call_soon_on_event_loop=lambda callback: callback(),
    )
    opened = [page]

    def sessions():
        if over.is_set():
            raise SystemExit  # ends the thread that follows
        return list(opened)

    monkeypatch.setattr(patches, "_sessions", sessions)
    monkeypatch.setattr(patches, "_follow", quietly)
    patches.follow_saves(patches.watch_files())
    yield SimpleNamespace(folder=folder, begun=begun, opened=opened, page=page)
    over.set()
    (thread,) = (one for one in threading.enumerate() if one.name == "follow saves")
    thread.join()


follow = patches._follow


def quietly(happened: threading.Event) -> None:
    with suppress(SystemExit):
        follow(happened)


def git(folder: Path, *command: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=x", "-c", "user.email=x@y", *command], cwd=folder, check=True
    )


def commit(folder: Path, message: str) -> None:
    git(folder, "add", "-A"), git(folder, "commit", "-qm", message)


def replaced(file: Path, text: str) -> None:
    new = file.with_suffix(".new")
    new.write_text(text)
    new.replace(file)


WAYS = {  # two changes, after which all is as it was
    "written": (lambda f: (f / ONE).write_text("2\n"), lambda f: (f / ONE).write_text("0\n")),
    "replaced": (lambda f: replaced(f / ONE, "2\n"), lambda f: replaced(f / ONE, "0\n")),
    "checkout": (lambda f: (f / ONE).write_text("2\n"), lambda f: git(f, "checkout", "-q", "--", ONE)),
    "switch": (lambda f: git(f, "switch", "-q", "other"), lambda f: git(f, "switch", "-q", "main")),
    "stash": (lambda f: (f / ONE).write_text("2\n"), lambda f: git(f, "stash", "-q")),
    "several": (
        lambda f: [(f / file).write_text("3\n") for file in (ONE, OTHER)],
        lambda f: git(f, "checkout", "-q", "."),
    ),
    "gone": (lambda f: (f / OTHER).unlink(), lambda f: git(f, "checkout", "-q", ".")),
    "new": (lambda f: (f / "transformer/my_x.py").write_text("4\n"), lambda f: git(f, "clean", "-qfd")),
}  # fmt: skip


@pytest.mark.parametrize("way", few(("written",), WAYS))
def test_no_change_is_lost(project, way):
    until(lambda: live.generation() == 1)
    time.sleep(2 * patches.LOOKS)  # it has looked for the first time
    for number in range(TIMES):
        for change in WAYS[way]:
            begins = len(project.begun)
            change(project.folder)
            asked = time.monotonic()
            until(lambda begins=begins: len(project.begun) > begins and up_to_date(project))
            if "TIMES" in os.environ:
                print(f"{way} {number} {time.monotonic() - asked:.2f} s")


def up_to_date(project) -> bool:
    """Whether the last run of the page has seen every file as it is."""
    files = [file for file in project.folder.rglob("*.py") if file.name != "app.py"]
    seen = all(live._hashes.get(str(file)) == source.content(str(file)) for file in files)
    return seen and project.begun[-1] == live.generation()


def test_what_is_no_edit_begins_nothing_and_a_style_does(project):
    until(lambda: live.generation() == 1)
    time.sleep(2 * patches.LOOKS)
    os.utime(project.folder / ONE)  # saved without a change
    cache = project.folder / "transformer" / "__pycache__"
    cache.mkdir()
    (cache / "attention.py").write_text("5\n")  # Python compiles
    time.sleep(3 * patches.LOOKS)
    assert project.begun == []
    (project.folder / "lessons/x/page.css").write_text("6\n")
    # Twice, if a busy machine has seen the file before its text.
    until(lambda: {*project.begun} == {1})


def test_who_comes_after_an_edit_has_seen_it(project):
    """To begin a page anew that has just begun loses its name: it became the course."""
    until(lambda: live.generation() == 1)
    time.sleep(2 * patches.LOOKS)
    project.opened.clear()
    time.sleep(2 * patches.LOOKS)  # nobody is there
    (project.folder / ONE).write_text("8\n")
    until(lambda: live.poll_for_edits() == 2)  # as the first run of a page does
    project.opened.append(project.page)
    time.sleep(3 * patches.LOOKS)
    assert project.begun == []
    (project.folder / ONE).write_text("9\n")
    until(lambda: project.begun == [3])


@pytest.mark.parametrize("known", ["", "app.py"], ids=["not begun", "begun"])
def test_a_page_whose_first_run_is_not_over_is_told_afterwards(project, known):
    """Until then Streamlit takes it for the page that opens first."""
    until(lambda: live.generation() == 1)
    time.sleep(2 * patches.LOOKS)
    project.page.page_script_hash = known
    (project.folder / ONE).write_text("8\n")
    time.sleep(3 * patches.LOOKS)
    assert live.generation() == 2 and project.begun == []
    project.page.page_script_hash = "its page"
    until(lambda: project.begun == [2])


def test_odd_files_are_only_odd(project):
    """A pipe, a link to itself, a folder of that name, a file that nobody may read: none is waited for."""
    until(lambda: live.generation() == 1)
    time.sleep(2 * patches.LOOKS)
    folder = project.folder / "transformer"
    os.mkfifo(folder / "my_pipe.py"), os.symlink("my_loop.py", folder / "my_loop.py")
    (folder / "my_folder.py").mkdir()
    (folder / "my_secret.py").write_text("7\n")
    (folder / "my_secret.py").chmod(0)
    until(lambda: live.generation() > 1)
    found = {Path(file).name for file, _ in source.files()}
    assert {"my_pipe.py", "my_loop.py", "my_secret.py"} <= found
    assert source.content(str(folder / "my_pipe.py")) == "no file"
    assert source.content(str(folder / "my_loop.py")).startswith("unreadable")
    assert source.content(str(folder / "my_gone.py")) == "gone"


def until(seen) -> None:
    end = time.monotonic() + 60  # a busy machine passes
    while not seen():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_the_folders_that_are_followed_are_there():
    assert all((ROOT / folder).is_dir() for folder in source.FOLDERS)


def test_a_layer_that_the_page_writes_or_deletes_changes_nothing_for_others(project):
    until(lambda: live.generation() == 1)
    file, text = project.folder / "transformer/my_x.py", "a template\n"
    with live.expected(file, text):
        file.write_text("")
        assert live.poll_for_edits() == 1, "seen before it is complete"
        file.write_text(text)
    assert live.poll_for_edits() == 1
    with live.expected(file, None):
        file.unlink()
    assert live.poll_for_edits() == 1
    for change in (lambda: file.write_text(text), lambda: file.write_text(""), file.unlink):
        before = live.poll_for_edits()
        change()  # by hand: the system reports it after a moment
        until(lambda: live.poll_for_edits() == before + 1)  # noqa: B023
    assert not live._expected


def test_a_class_that_opens_pages_together_reads_the_disk_once(project, monkeypatch):
    until(lambda: live.generation() == 1)
    read, all_here = [], threading.Barrier(20)

    def slowly():
        read.append(1)
        time.sleep(0.2)
        return files()

    files = live.files
    monkeypatch.setattr(live, "files", slowly)
    live.report_change()

    def visit(_):
        all_here.wait()
        return live.poll_for_edits()

    with ThreadPoolExecutor(20) as class_:
        assert {*class_.map(visit, range(20))} == {1}
    assert len(read) <= 2  # and perhaps once more for the thread that follows saves


def test_a_page_that_starts_while_a_change_is_read_waits_for_it(project, monkeypatch):
    until(lambda: live.generation() == 1)
    begun, go_on, files = threading.Event(), threading.Event(), live.files

    def slowly():
        begun.set()
        go_on.wait(10)
        return files()

    monkeypatch.setattr(live, "files", slowly)
    (project.folder / ONE).write_text("10\n")
    begun.wait(10)
    with ThreadPoolExecutor(1) as other:
        page = other.submit(live.poll_for_edits)
        time.sleep(0.2)
        assert not page.done()
        go_on.set()
        assert page.result() == 2


def test_a_listing_is_never_old(tmp_path):
    """A folder gets the same time twice if it changes twice within one tick of the clock."""
    for number in range(200):
        (tmp_path / f"my_{number}.py").write_text("")
        assert len(source.listing(tmp_path, "my_*.py")) == number + 1
    os.utime(tmp_path, ns=(0, 0))
    assert len(source.listing(tmp_path, "my_*")) == 200 and not source.listing(tmp_path, "*.json")
