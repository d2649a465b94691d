"""Which run of a page is asking: none, since pages are not run in threads here."""


def get_script_run_ctx(suppress_warning: bool = False) -> None:
    return None
