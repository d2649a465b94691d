"""Python in a browser's tab: what the pages find there in the place of a server, and the Worker that runs it."""

FULL = "With the project on a computer it can: `make app` there, or a terminal as the README says."
