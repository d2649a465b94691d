"""An event loop for a test: Playwright's loop may already run in this thread."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def in_a_thread(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a loop and a thread of its own; return its result."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
