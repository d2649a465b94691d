"""Behind nginx, under a path of its own: one that the proxy keeps, and one that it strips, as jupyter-server-proxy does."""

import shutil
import subprocess
import sys

import pytest

from lessons.host.classroom.room import SECRET
from tests.kit.app import App, free_port, still
from tests.kit.paths import ROOT

CONF = """
worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
  access_log off; client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder};
  map $http_upgrade $connection_upgrade {{ default upgrade; "" ""; }}
  server {{
    listen 127.0.0.1:{port};
    location {path}/ {{
      proxy_pass {upstream};
      proxy_http_version 1.1; proxy_set_header Host $http_host;
      proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;
      proxy_read_timeout 1h;
    }}
  }}
}}
"""
pytestmark = pytest.mark.slow
REQUESTED = (
    "(part) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(part))"
)
PATHS = {"keeps": "/nlp", "strips": "/user/ada/proxy/8501"}


@pytest.fixture(params=PATHS)
def address(request, tmp_path, monkeypatch):
    """The address of the app behind nginx, which keeps or strips the path."""
    path, keeps = PATHS[request.param], request.param == "keeps"
    monkeypatch.setenv(SECRET, "secret")
    options = [f"--server.baseUrlPath={path}"] if keeps else []
    app = App(ROOT, *options, runs=tmp_path / "runs")
    port, upstream = free_port(), app.url + ("" if keeps else "/")
    conf = tmp_path / "nginx.conf"
    conf.write_text(CONF.format(folder=tmp_path, port=port, path=path, upstream=upstream))
    if not (nginx := shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")):
        pytest.fail("nginx is missing: sudo apt-get install nginx-light")
    proxy = subprocess.Popen([nginx, "-c", str(conf)], stderr=sys.stderr)
    try:
        app.url += path if keeps else ""
        app.wait()
        yield f"http://127.0.0.1:{port}{path}"
    finally:
        proxy.terminate()
        proxy.wait()
        app.stop()


def test_pages_drawings_fonts_trainings_notes_and_votes(browser, address):
    context = browser.new_context(viewport={"width": 1440, "height": 960})
    page, lost, asked = context.new_page(), [], []
    page.on("response", lambda response: asked.append(response.url))
    page.on(
        "response",
        lambda r: lost.append(r.url) if r.status >= 400 and "/_stcore/" not in r.url else None,
    )
    page.goto(f"{address}/class/teacher?secret=secret")
    page.wait_for_url(f"{address}/")
    page.goto(f"{address}/attention?attention-part=In+a+model#present=")
    page.locator('[class*="st-key-predict-"] button').first.wait_for(state="attached")
    page.wait_for_function(REQUESTED, arg="/lessons/figures/")
    still(page)
    with context.expect_page() as opened:
        page.get_by_role("button", name="Notes").click()
    notes = opened.value
    notes.locator("#class").wait_for()
    phone = browser.new_context(viewport={"width": 320, "height": 640}).new_page()
    phone.goto(f"{address}/class")
    page.bring_to_front()
    page.keyboard.press("v")
    phone.locator(".option").first.click()
    phone.get_by_text("Your vote has arrived").wait_for()
    page.get_by_text("1 answered").wait_for()
    own = [url for url in asked if "/lessons/" in url]
    assert {"fonts", "figures"} <= {url.split("/lessons/")[1].split("/")[0] for url in own}
    assert all(url.startswith(f"{address}/") for url in own) and not lost, lost
    page.goto(f"{address}/training?training-part=Train")
    page.get_by_role("button", name="Train", exact=True).click()
    page.wait_for_function(REQUESTED, arg="/events")
    assert not lost, lost
    context.close()
    phone.context.close()
