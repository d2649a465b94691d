#!/bin/sh
# environment.sh VENV REQUIREMENTS: make the virtual environment, unless it is there, and install.
# $PYTHON names the interpreter; without it, the first one that is new enough.
set -eu
venv=$1 requirements=$2

say() { printf '%s\n' "$*" >&2; }
new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
find_python() {
    for python in ${PYTHON:+"$PYTHON"} python3 python3.13 python3.12 python3.11 python; do
        if new_enough "$python"; then echo "$python"; return; fi
    done
    say "Python 3.11 or newer was not found. Install it: https://www.python.org/downloads"; exit 1
}
# With administrator rights a missing Debian package is simply installed; otherwise say which one.
install_package() {
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null
    else
        say "Please install $*, for example: sudo apt-get install $*"; exit 1
    fi
}

if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    python=$(find_python)
    # Debian ships Python without its venv module.
    "$python" -c 'import ensurepip' 2>/dev/null || install_package python3-venv
    rm -rf "$venv" && "$python" -m venv "$venv"
fi
pip() { "$venv/bin/python" -m pip "$@" -q --disable-pip-version-check -c constraints.txt; }
say "Installing $requirements into $venv (a minute or two the first time) …"
# On Linux, PyPI's torch includes gigabytes of GPU libraries; PyTorch's own index has a build without them.
# If that index cannot be reached, any build that pip finds will do.
if [ "$(uname -s)" = Linux ] && ! "$venv/bin/python" -c 'import torch' 2>/dev/null; then
    pip install --retries 0 --timeout 15 --index-url https://download.pytorch.org/whl/cpu torch \
        2>/dev/null || true
fi
pip install -r "$requirements"
