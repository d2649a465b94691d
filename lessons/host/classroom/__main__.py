"""Start the app for a class: `python -m lessons.host.classroom`, or `make class`. More arguments go to Streamlit."""

import os
import secrets
import subprocess
import sys

from lessons.host.classroom import address
from lessons.host.classroom.room import SECRET

HERE = """
  For you:        http://{host}:{port}/class/teacher?secret={secret}
  For the class:  http://{host}:{port}/class

  Present a page and press V: the question appears on the phones, with a QR code on the wall. The window "Notes" shows the
  votes. Nothing is stored: the votes are forgotten when this command ends.
  Everyone in this network can open the app. An edit of the code appears at the next click.
"""


def main(arguments: list[str]) -> int:
    """Print both addresses and run the app until it ends; return its exit status."""
    secret = os.environ.get(SECRET) or secrets.token_urlsafe(9)
    port = next((a.partition("=")[2] for a in arguments if a.startswith("--server.port=")), "8501")
    print(HERE.format(host=address.of_network(), port=port, secret=secret), flush=True)
    options = ["--server.address=0.0.0.0", "--server.runOnSave=false", "--server.headless=true"]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *options, *arguments]
    try:
        return subprocess.run(command, env={**os.environ, SECRET: secret}, check=False).returncode
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
