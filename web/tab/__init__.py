"""Python in a browser's tab: what the pages find there in the place of a server, and the Worker that runs it."""

FULL = "For that, install the course on a computer: `git clone` its repository, then `make app` in its folder."
