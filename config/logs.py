"""The log as JSON, one object a line, for programs that collect logs (`INAROW_LOG=json`).

Our lines read `event key=value …`: the pairs become fields, with numbers as numbers. A library's
line becomes an event with its whole text.
"""

import json
import logging
import math
import re
from datetime import UTC, datetime
from typing import Any

OWN_FIELDS = ("time", "level", "logger", "event", "exception", "stack")
"""What every line may have; no line of ours uses these names for something else."""

_OURS = re.compile(r"[a-z][a-z0-9_]*(?: [a-z][a-z0-9_]*=%[a-z0-9.]+)*")
_KEY = re.compile(r"(/(?:seat|watch)/)[^/\s\"']+")
_PAIR = re.compile(r" ([a-z][a-z0-9_]*)=%")


class JsonLines(logging.Formatter):
    """A record as one line of JSON: `time` (UTC), `level`, `logger`, `event`, and its pairs."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": at, "level": record.levelname, "logger": record.name, **_said(record)}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            line["stack"] = self.formatStack(record.stack_info)
        return json.dumps(line)


class WithoutKeys(logging.Filter):
    """Takes the keys of seats and of private games out of every line: no log opens a seat."""

    def filter(self, record: logging.LogRecord) -> bool:
        text = record.getMessage()
        clean = _KEY.sub(r"\1…", text)
        if clean != text:
            record.msg, record.args = clean, ()
        return True


def is_ours(template: str) -> bool:
    """Whether a template reads `event key=%s …`."""
    return _OURS.fullmatch(template) is not None


def keys(template: str) -> list[str]:
    """The keys of such a template."""
    return _PAIR.findall(template)


def _said(record: logging.LogRecord) -> dict[str, Any]:
    template = str(record.msg)
    # Logging takes a mapping that is the only argument out of its tuple.
    values = record.args if isinstance(record.args, tuple) else (record.args,)
    if not is_ours(template) or len(keys(template)) != len(values):
        return {"event": record.getMessage()}
    pairs = zip(keys(template), map(_plain, values), strict=True)
    return {"event": template.split(" ", 1)[0], **dict(pairs)}


def _plain(value: object) -> object:
    """A value as JSON has it; what JSON lacks, as an operator would read it."""
    match value:
        case None | bool() | int() | str():
            return value
        case float() if math.isfinite(value):
            return value
        case list() | tuple():
            return [_plain(each) for each in value]
        case BaseException():
            return repr(value)
    return str(value)
