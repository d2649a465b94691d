"""`python -m tools.shots`: what it would photograph, and that it does."""

import re
from dataclasses import replace

from lessons import LESSONS
from lessons.kit.scenes import of_lesson
from tests.kit.questions import PARTS
from tools.shots import album, shots


def test_every_part_and_every_scene_has_a_picture():
    titles = [shot.title for shot in shots()]
    views = {f"{lesson} {part}".strip() for lesson, parts in PARTS.items() for part in parts}
    scenes = {
        f"{lesson.name} scene {n + 1}"
        for lesson in LESSONS
        for n in range(len(of_lesson(lesson.name)))
    }
    assert set(titles) == {"course"} | views | scenes and len(titles) == len(set(titles))
    alone = [shot.title for shot in shots("tokens")]
    assert alone == [one for one in titles if one.split()[0] in ("course", "tokens")]


def test_a_view_and_a_scene_are_photographed_and_measured(browser, app, tmp_path, capsys):
    found = {shot.title: shot for shot in shots("tokens")}
    chosen = [
        replace(found[name], screens=found[name].screens[-1:])
        for name in ("tokens", "tokens scene 1")
    ]
    album(browser, app.url, chosen, tmp_path)
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    names = re.findall(r'src="(.+?)"', index)
    assert names == ["tokens-1024-light.png", "tokens-scene-1-1024-light.png"]
    for name in names:
        assert (tmp_path / name).stat().st_size > 20_000, f"{name} shows nothing"
    view, scene = capsys.readouterr().out.splitlines()
    assert 0 < int(re.search(r"begins at (\d+)", view)[1]) <= 300
    assert re.search(r"\d+ px below the edge", scene)
    for shot in chosen:
        assert f"<h2>{shot.title}</h2>" in index
