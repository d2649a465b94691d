"""How much of one visitor's uploads Streamlit keeps in memory: it knows a limit for each, and none in all."""

from contextlib import suppress

MOST_BYTES = 300 * 2**20  # a run (200), a text for a training (64), one to cut into tokens (20)


def limit(most: int = MOST_BYTES) -> None:
    """From now on the oldest uploads of a session go when a new one makes them too many."""
    with suppress(ImportError, AttributeError):
        from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager as Kept

        add = Kept.add_file

        def add_file(kept, session_id: str, file) -> None:
            add(kept, session_id, file)
            mine = list(kept.file_storage.get(session_id, {}).values())
            total = sum(len(one.data) for one in mine)
            for old in mine:
                if total > most and old.file_id != file.file_id:
                    total -= len(old.data)
                    kept.remove_file(session_id, old.file_id)

        Kept.add_file = add_file
