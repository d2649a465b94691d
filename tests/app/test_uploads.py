"""What Streamlit keeps of a session's uploads."""

from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from lessons.host import uploads


def test_streamlit_keeps_no_more_of_a_session_than_that(monkeypatch):
    kept = MemoryUploadedFileManager("/upload")
    monkeypatch.setattr(MemoryUploadedFileManager, "add_file", MemoryUploadedFileManager.add_file)
    uploads.limit(most=25)
    for number in range(4):
        kept.add_file("mine", UploadedFileRec(str(number), "x.txt", "text/plain", b"x" * 10))
    kept.add_file("theirs", UploadedFileRec("0", "x.txt", "text/plain", b"x" * 10))
    kept.add_file("large", UploadedFileRec("0", "x.txt", "text/plain", b"x" * 99))
    assert list(kept.file_storage["mine"]) == ["2", "3"], "the newest stay"
    assert list(kept.file_storage["theirs"]) == list(kept.file_storage["large"]) == ["0"]
