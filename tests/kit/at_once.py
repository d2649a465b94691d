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
            lines = str(report.longrepr).splitlines()[-LINES:]
            terminal.ensure_newline()
            terminal.line("\n".join((f"{report.when} of {report.nodeid}", *lines, "")))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node, error):
        """Of a process of `pytest -n` that died, what ended it."""
        from transformer.runs.processes import (
            what_ended_it,
        )  # not before the tests have their own runs

        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if error and terminal is not None:
            ended = what_ended_it(node.gateway._io.popen.wait(10))
            terminal.ensure_newline()
            terminal.line(f"a process of the tests ended ({ended})")
