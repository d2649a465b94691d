"""Whatever is typed after a command gets a sentence, and nothing is created or overwritten."""

import errno
import os
import subprocess
import sys
from textwrap import dedent

import pytest
from safetensors import SafetensorError

from tests.kit.paths import ROOT
from transformer.runs.commands import command

SEED = "99999999999999999999"
MISUSES = {  # what is typed → what is answered
    "transformer.runs": "the following arguments are required: folder",
    "transformer.runs nosuch": "nosuch is not the folder of a run: it contains no card.json",
    "transformer.runs tests": "tests is not the folder of a run",
    "transformer.training copy --steps 1 --save-as copy": "would overwrite the included model copy",
    "transformer.training reverse --save-as copy": "would overwrite the included model copy",
    "transformer.training copy --save-as ../evil": "is not a name: use letters, digits and _",
    "transformer.training copy --save-as a/b": "is not a name",
    "transformer.training copy --out /dev/null": "is not a folder",
    "transformer.training copy --threads 0": "--threads is 0, but it must be between 1 and 1024",
    f"transformer.training copy --seed {SEED}": "it must be between 0 and 2^63 − 1",
    "tools.minutes --run nosuch": "there is no lesson nosuch",
}


def ran(words: str, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, *words.split()], cwd=ROOT, env=os.environ | environment, capture_output=True, timeout=120
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("words", MISUSES)
def test_a_misuse_is_answered_in_a_sentence_and_creates_nothing(words):
    def there() -> set[str]:
        status = ["git", "status", "--porcelain", "--ignored"]
        lines = subprocess.run(status, cwd=ROOT, capture_output=True, text=True).stdout.splitlines()
        return {line for line in lines if "cache" not in line}

    before, done = there(), ran(f"-m {words}")
    said = done.stderr.decode()
    assert done.returncode and MISUSES[words] in said and "Traceback" not in said
    assert there() == before


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
@pytest.mark.parametrize(
    "words", ["lessons.check", "transformer.variants", "transformer.contracts norm standard"]
)
def test_a_command_prints_in_any_encoding(words, encoding):
    done = ran(f"-m {words}", PYTHONIOENCODING=encoding)
    assert done.returncode == 0 and len(done.stdout.splitlines()) > 5, done.stderr


@pytest.mark.slow
def test_a_command_needs_no_docstrings():
    assert ran("-OO -m transformer.contracts norm standard").returncode == 0


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "training: The disk is full."),
        (
            SafetensorError("I/O error: No space left on device (os error 28)"),
            "training: The disk is full.",
        ),
        (
            PermissionError(errno.EACCES, "Permission denied", "a.txt"),
            "training: a.txt cannot be used: Permission",
        ),
        (ValueError("no such model"), "training: no such model"),
        (KeyboardInterrupt(), "training: stopped"),
    ],
)
def test_an_error_of_the_user_or_the_disk_ends_a_command_with_a_sentence(error, said):
    with pytest.raises(SystemExit, match=said), command("training"):
        raise error


@pytest.mark.skipif(os.name == "nt", reason="a Windows pipe breaks with another error")
@pytest.mark.parametrize("end", ["", "sys.exit(3)"])
def test_a_reader_that_has_read_enough_ends_a_command_quietly(end):
    code = f"""
        import sys
        from transformer.runs.commands import command
        with command("table"):
            print("line", flush=True)
            sys.stdin.readline()  # until the reader has closed the pipe
            print("line")
            {end}
    """
    process = subprocess.Popen(
        [sys.executable, "-c", dedent(code)], cwd=ROOT,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout.readline() == b"line\n"
    process.stdout.close()
    process.stdin.write(b"\n")
    process.stdin.close()
    assert process.stderr.read() == b"" and process.wait() == 0
    process.stderr.close()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a Windows pipe breaks with another error")
def test_checks_are_measured_in_a_child_that_also_ends_quietly():
    words = [sys.executable, "-m", "transformer.contracts", "norm", "standard"]
    with subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == b"" and process.wait() == 0


def test_another_broken_pipe_is_no_quiet_end(capsys):
    with pytest.raises(SystemExit, match="training: .*Broken pipe"), command("training"):
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")


def test_an_error_of_the_project_keeps_its_traceback():
    with pytest.raises(TypeError), command("training"):
        raise TypeError("a fault of ours")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["random", "torch", "token", "numpy", "math"])
def test_a_file_that_replaces_a_module_is_named(checkout, name):
    (checkout / f"{name}.py").write_text("x = 1\n", encoding="utf-8")
    words = [sys.executable, "-m", "transformer.training", "copy", "--steps", "1"]
    done = subprocess.run(words, cwd=checkout, capture_output=True, text=True, timeout=120)
    assert f"{name}.py in the folder" in done.stderr and "rename the file" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["check", "recall", "bug"])
def test_a_command_that_is_started_as_a_file_says_how(name):
    done = ran(f"lessons/{name}.py")
    assert done.stderr.decode() == f"Run this from the project folder: python -m lessons.{name}\n"


@pytest.mark.slow
def test_the_app_that_is_started_as_a_file_says_how():
    assert ran("app.py").stderr.decode().endswith("Start the app with: streamlit run app.py\n")
