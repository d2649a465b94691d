#!/bin/sh
# browser.sh PYTHON: find or install what the tests of pages use: Chromium, and nginx as a proxy.
# The headless shell is best: the same engine without windows, for half the CPU time.
set -eu
is_root() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }
install_package() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1" >/dev/null; }
has_browser() {
    command -v chromium-headless-shell || command -v chromium || command -v google-chrome
} >/dev/null
has_proxy() { command -v nginx >/dev/null || [ -x /usr/sbin/nginx ]; }

if is_root && ! { has_browser && has_proxy; }; then
    apt-get update -qq
    has_proxy || install_package nginx-light
    has_browser || install_package chromium-headless-shell || install_package chromium
fi
has_proxy || echo "tests/app/test_proxy_browser.py needs nginx: install it, for example: sudo apt-get install nginx-light"
has_browser || "$1" -m playwright install chromium
