"""What a server writes down: one JSON object a line, and nobody can fill the disk with the same line."""

from __future__ import annotations

import json
import logging
import time

from fabletop.web.guard import request_id

AGAIN = 60.0  # seconds until the same complaint is written down again
TEXTS = 1000  # that are remembered


class JsonLines(logging.Formatter):
    """One JSON object a line; no message of ours has a secret in it."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {"at": round(time.time(), 3), "level": record.levelname.lower(), "of": record.name}
        line["says"] = record.getMessage()
        if unsaid := getattr(record, "unsaid", 0):
            line["unsaid"] = unsaid
        if number := request_id.get():
            line["request"] = number
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


class Seldom(logging.Filter):
    """The same complaint is written down once a minute, with how often it has been left `unsaid` since."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING or record.exc_info:
            return True
        text, now = record.getMessage(), time.monotonic()
        at, unsaid = self._said.get(text, (now - AGAIN, 0))
        if now - at < AGAIN:
            self._said[text] = at, unsaid + 1
            return False
        if len(self._said) >= TEXTS:
            self._said.clear()
        self._said[text] = now, 0
        record.unsaid = unsaid
        return True


def log_to_stderr(level: int) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    handler.addFilter(Seldom())
    logging.basicConfig(level=level, handlers=[handler], force=True)
