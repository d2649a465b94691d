#!/bin/sh
# browser.sh PYTHON: the tests drive a real Chromium; find one or install one.
set -eu
command -v chromium >/dev/null && exit 0
command -v google-chrome >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null
else
    "$1" -m playwright install chromium
fi
