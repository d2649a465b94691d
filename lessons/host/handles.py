"""Let the app open as many files and connections as the system allows.

A visitor takes about five file handles. A terminal on a Mac allows 256 unless a program asks for more.
"""

from contextlib import suppress

# macOS refuses a number above its own limit, so a smaller number is tried next.
MOST = (65_536, 10_240)


def raise_limit() -> None:
    """Raise the limit of open files to the highest value that this user may set; Windows has no such limit."""
    with suppress(ImportError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        for most in MOST:
            wanted = most if hard == resource.RLIM_INFINITY else min(hard, most)
            if soft == resource.RLIM_INFINITY or wanted <= soft:
                break
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                break
