#!/bin/sh
# browser.sh PYTHON: find or install the Chromium that the tests use.
# The headless shell is best: the same engine without windows, for half the CPU time.
set -eu
for name in chromium-headless-shell chromium google-chrome; do
    command -v "$name" >/dev/null && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    for name in chromium-headless-shell chromium; do
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$name" >/dev/null && exit 0
    done
fi
"$1" -m playwright install chromium
