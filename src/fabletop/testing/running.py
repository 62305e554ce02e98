"""Coroutines in tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")
PATIENCE = 300.0  # seconds: what takes longer hangs


def run(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What it returns; in a thread of its own, since the browser tests keep a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(asyncio.wait_for(work(), PATIENCE))).result()
