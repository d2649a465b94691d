"""A test that fails is named when it fails: of a run that is cut off, all that is known stands there."""

import pytest

LINES = 12  # the end of what pytest says, where the error is


class AtOnce:
    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config):
        self.config = config

    def pytest_runtest_logreport(self, report):
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if report.failed and terminal is not None:  # the processes of `pytest -n` have none
            said = str(report.longrepr).splitlines()[-LINES:]
            terminal.ensure_newline()
            terminal.line("\n".join((f"{report.when} of {report.nodeid}", *said, "")))
