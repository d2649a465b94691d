"""Python in a browser tab: what replaces the server there, and the Worker that runs it."""

FULL = (
    "To avoid this limit, install the course on a computer: `git clone` its repository, then run `make app` "
    "in its folder."
)
