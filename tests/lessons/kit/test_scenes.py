"""A teacher's own list of scenes: links and notes in a text file."""

import os
import re

from lessons.kit import scenes
from tests.kit.paths import ROOT

TEXT = """
# A comment of the file.
== A list

= What is this about? (1 min)
> Say it slowly.
- A sentence on the screen.
- Another one.

# A comment above a link.
? Where does it look? (3 min, below)
> Point to the row of it.
> Ask what comes next.
http://localhost:8501/attention?text=it+was+tired#figure=encoder/2/1/4

https://class.example/course/tokens?tokens-text=a+rose
training#training-film=300/1
"""


def test_a_scene_is_a_title_a_note_and_a_link():
    found, wrong = scenes.read(TEXT)
    assert wrong == [] and scenes.title_of(TEXT) == "A list"
    slide, asked, rose, film = found
    assert asked.address == "attention?text=it+was+tired#figure=encoder/2/1/4"
    assert (asked.question, asked.asks, asked.below) == ("Where does it look?", True, True)
    assert asked.note == "Point to the row of it.\nAsk what comes next." and asked.minutes == 3
    assert [scene.address for scene in (rose, film)] == [
        "tokens?tokens-text=a+rose",
        "training#training-film=300/1",
    ]
    assert not rose.note and not rose.asks
    assert slide.says == ("A sentence on the screen.", "Another one.") and not asked.says
    assert (slide.question, slide.minutes) == ("What is this about?", 1)
    assert slide.address == asked.address, "the page of the next scene is made ready under it"


def test_a_comment_is_never_shown():
    found, _ = scenes.read(TEXT)
    assert "comment" not in " ".join(
        " ".join((scene.question, scene.note, *scene.says)) for scene in found
    )


def test_a_title_without_a_link_gets_a_sentence():
    found, wrong = scenes.read("= What is a token?\n\ntokens")
    assert [scene.question for scene in found] == ["tokens"]
    assert len(wrong) == 1 and "belongs to no link" in wrong[0]


def test_a_line_that_is_no_link_gets_a_sentence_and_the_others_stay():
    for line in (
        "see page 4",
        "javascript:alert(1)",
        "http://localhost/nowhere?x=1",
        "ftp://a/tokens",
        "http://[::1/tokens",
    ):
        found, wrong = scenes.read(f"tokens\n{line}\npositions")
        assert [scene.address for scene in found] == ["tokens", "positions"]
        assert (
            len(wrong) == 1 and "Line 2" in wrong[0] and line in wrong[0] and "/tokens" in wrong[0]
        )


def test_a_list_in_the_folder_is_offered_and_its_mistakes_are_told(tmp_path, monkeypatch):
    monkeypatch.setattr(scenes, "FOLDER", tmp_path)
    (tmp_path / "my class.txt").write_text("> <b>bold</b>\ntokens\nnonsense", encoding="utf-8")
    (tmp_path / "example.txt").write_text("tokens", encoding="utf-8")
    offered = scenes.lists("tokens")
    assert list(offered) == ["tokens", "file-my-class"]
    assert [scene["note"] for scene in offered["file-my-class"]["scenes"]] == ["<b>bold</b>"]
    assert [said.startswith("my class.txt: Line 3") for said in scenes.mistakes()] == [True]


def test_what_is_no_text_file_costs_only_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(scenes, "FOLDER", tmp_path)
    (tmp_path / "a good one.txt").write_text("tokens", encoding="utf-8")
    (tmp_path / "folder.txt").mkdir()
    (tmp_path / "loop.txt").symlink_to(tmp_path / "loop.txt")
    names = ["folder", "loop"]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.txt")  # whoever reads it waits for ever
        names.append("pipe")
    assert len(scenes.lists("tokens")["file-a-good-one"]["scenes"]) == 1
    said = scenes.mistakes()
    assert [one.partition(":")[0] for one in said] == [f"{name}.txt" for name in names]
    assert all(
        "This file cannot be read (it is" in one and "one link per line" in one for one in said
    )


def test_the_example_that_comes_along_is_right():
    text = (scenes.FOLDER / "example.txt").read_text(encoding="utf-8")
    found, wrong = scenes.read(text)
    assert len(found) == 3 and wrong == []


def test_the_table_of_slides_names_scenes_that_there_are():
    rows = (ROOT / "docs/decks.md").read_text(encoding="utf-8").split("|---|---|---|---|\n")[1]
    found = [line.split(" | ")[2:] for line in rows.splitlines() if line.startswith("| ")]
    assert len(found) > 15
    for lesson, named in found:
        for number, question in re.findall(r"(\d)\. (.*?)(?=; \d\. | \|$)", named):
            assert scenes.of_lesson(lesson)[int(number) - 1].question == question
