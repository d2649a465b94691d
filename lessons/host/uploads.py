"""A limit for all uploads of one visitor that Streamlit keeps in memory; Streamlit limits only each one."""

from contextlib import suppress

MOST_BYTES = 300 * 2**20  # a run (200), a text to train on (64), a text to tokenize (20)


def limit(most: int = MOST_BYTES) -> None:
    """From now on, drop the oldest uploads of a session when a new one exceeds the limit."""
    with suppress(ImportError, AttributeError):
        from streamlit.runtime.memory_uploaded_file_manager import (
            MemoryUploadedFileManager as Uploads,
        )
        from streamlit.runtime.uploaded_file_manager import UploadedFileRec

        add = Uploads.add_file

        def add_file(self: Uploads, session_id: str, file: UploadedFileRec) -> None:
            add(self, session_id, file)
            mine = list(self.file_storage.get(session_id, {}).values())
            total = sum(len(upload.data) for upload in mine)
            for old in mine:
                if total > most and old.file_id != file.file_id:
                    total -= len(old.data)
                    self.remove_file(session_id, old.file_id)

        Uploads.add_file = add_file  # type: ignore[method-assign]  # a patch
