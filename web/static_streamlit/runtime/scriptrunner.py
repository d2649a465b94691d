"""The run of a page in a thread: none, since pages do not run in threads here."""


def get_script_run_ctx(suppress_warning: bool = False) -> None:
    return None
