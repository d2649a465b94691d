"""Reading a download in which nothing is trusted."""

import os
import stat
import zipfile

import pytest

from lessons.grade import files
from lessons.grade.files import is_inside, read_files


def archive(tmp_path, entries: dict):
    """A ZIP file with these texts; a name can also be a whole `ZipInfo`."""
    place = tmp_path / "homework.zip"
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as written:
        for name, text in entries.items():
            written.writestr(name, text)
    return place


def problems(place) -> dict[str, str]:
    return {file.path: file.problem for file in read_files(place)}


@pytest.mark.parametrize(
    "path", ["../evil.py", "a/../../evil.py", "/etc/evil.py", "C:/evil.py", "..\\evil.py"]
)
def test_a_path_that_leads_outside_is_told_and_not_read(tmp_path, path):
    place = archive(tmp_path, {path: "x = 1", "anna.py": "x = 1"})
    (evil,) = [file for file in read_files(place) if file.path != "anna.py"]
    assert "leads outside" in evil.problem and evil.data == b""
    assert problems(place)["anna.py"] == ""


def test_a_link_is_told_and_not_followed(tmp_path):
    link = zipfile.ZipInfo("link.py")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    assert "link" in problems(archive(tmp_path, {link: "/etc/passwd"}))["link.py"]
    folder = tmp_path / "homework"
    folder.mkdir()
    (folder / "anna.py").write_text("x = 1")
    (folder / "link.py").symlink_to("/etc/passwd")
    (folder / "everything").symlink_to("/")
    os.mkfifo(folder / "pipe.py")
    texts = problems(folder)
    assert texts.pop("anna.py") == ""
    assert len(texts) == 3 and all("hand in the file" in text for text in texts.values())


def test_a_bomb_is_read_only_up_to_the_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MOST_BYTES", 1000)
    monkeypatch.setattr(files, "MOST_TOGETHER", 1500)
    texts = {"a.py": "0" * 10**6, "b.py": "0" * 900, "c.py": "0" * 900, "d.py": "x = 1"}
    place = archive(tmp_path, texts)
    assert [bool(text) for text in problems(place).values()] == [True, False, True, False]
    monkeypatch.setattr(files, "MOST_FILES", 3)
    with pytest.raises(ValueError, match="more than 3 files"):
        read_files(place)


def test_a_damaged_file_does_not_harm_the_others(tmp_path):
    place = archive(tmp_path, {"a.py": "print('a damaged file')", "b.py": "x = 1"})
    data = bytearray(place.read_bytes())
    data[40:44] = b"\xff\xff\xff\xff"
    place.write_bytes(data)
    assert "damaged" in problems(place)["a.py"] and problems(place)["b.py"] == ""


def test_what_no_student_wrote_is_left_out(tmp_path):
    names = ["__MACOSX/._anna.py", ".DS_Store", "anna/.ipynb_checkpoints/a.ipynb", "anna/a.py"]
    assert [*problems(archive(tmp_path, dict.fromkeys(names, "")))] == ["anna/a.py"]


def test_something_else_is_refused_with_a_sentence(tmp_path):
    (tmp_path / "a.zip").write_text("nothing")
    with pytest.raises(ValueError, match="is not a ZIP file. Give"):
        read_files(tmp_path / "a.zip")
    with pytest.raises(ValueError, match="There is no"):
        read_files(tmp_path / "b.zip")
    assert is_inside("a..b/c.py") and is_inside("Ada: x/c.py")
