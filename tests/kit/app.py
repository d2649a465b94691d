"""The app in a process of its own, as somebody starts it."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class App:
    """`streamlit run app.py` of a checkout, on a port and with a folder of runs of its own."""

    def __init__(self, folder: Path, *options: str, runs: Path | None = None):
        port = free_port()
        self.url, self.folder = f"http://127.0.0.1:{port}", folder
        self.runs = runs or folder / "runs"
        command = [sys.executable, "-m", "streamlit", "run", "app.py"]
        settings = ["--server.headless=true", "--server.address=127.0.0.1", f"--server.port={port}"]
        self.log = open(folder / f".app-{port}.log", "w+")  # noqa: SIM115  closed in stop()
        self.process = subprocess.Popen(
            [*command, *settings, *options],
            env=os.environ | {"GLASSBOX_RUNS": str(self.runs)},
            cwd=folder,
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )

    def wait(self, seconds: float = 180) -> "App":
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1)
                return self
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise RuntimeError(f"the app did not start:\n{self.output()}")

    def output(self) -> str:
        self.log.flush()
        return Path(self.log.name).read_text()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(60)
        self.log.close()
        Path(self.log.name).unlink()
