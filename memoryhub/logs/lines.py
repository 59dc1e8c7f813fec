"""One JSON document per line of every log, whoever writes it: the hub, Django, Celery or granian.

No value of a claim, no body, no cookie and no token is ever handed to a log. What a text could still carry (a link in
a path, a token in the words of a fault) is masked here, as the last of several doors. JSON escapes whatever ends
a line, so that a text of others cannot forge one.
"""

from __future__ import annotations

import json
import logging
import re
import traceback
from collections.abc import MutableMapping
from typing import Any

import structlog

# What may stand beside the event; an extra member that is not named here is left out.
MEMBERS = ("request_id", "method", "route", "query", "status", "actor", "workspace", "peer", "ms")
MASK = "***"
_SECRETS = [
    (re.compile(r"mh_pat_\w+"), f"mh_pat_{MASK}"),
    (re.compile(r"(/cases/link/)[^/\s\"']+"), rf"\g<1>{MASK}"),
    (re.compile(r"(/join/)[^/\s\"']+"), rf"\g<1>{MASK}"),
    (re.compile(r"(/sign-in/link/)[^\s\"']+"), rf"\g<1>{MASK}"),
    # What comes after a question mark is the sender's, down to tokens that do not belong there.
    (re.compile(r"([?&][\w.~-]+=)[^&\s\"']*"), rf"\g<1>{MASK}"),
]
Event = MutableMapping[str, Any]  # Any: structlog's own type of an event


class Lines(structlog.stdlib.ProcessorFormatter):
    """The formatter of every handler."""

    def __init__(self) -> None:
        super().__init__(
            processors=[_without_values, structlog.stdlib.ProcessorFormatter.remove_processors_meta, _render],
            foreign_pre_chain=[
                structlog.stdlib.add_log_level,
                structlog.stdlib.add_logger_name,
                structlog.stdlib.ExtraAdder(allow=MEMBERS),
                structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
            ],
        )


def masked(text: str) -> str:
    for secret, mask in _SECRETS:
        text = secret.sub(mask, text)
    return text


def _without_values(_logger: logging.Logger, _name: str, event: Event) -> Event:
    """A fault by its class and its frames: its words may quote a value, its local variables certainly do."""
    record: logging.LogRecord = event["_record"]
    if record.name == "celery.app.trace" and isinstance(record.args, dict):
        event["event"] = f"task {record.args.get('name')} [{record.args.get('id')}] {record.args.get('description')}"
    event.pop("stack_info", None)
    fault = event.pop("exc_info", None)
    if isinstance(fault, BaseException):
        fault = (type(fault), fault, fault.__traceback__)
    if isinstance(fault, tuple) and fault[0] is not None:
        event["fault"] = _chain(fault[1])
        event["frames"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(fault[2])]
    return event


def _chain(fault: BaseException) -> list[str]:
    found: list[str] = []
    step: BaseException | None = fault
    while step is not None and len(found) < 10:
        found.append(f"{type(step).__module__}.{type(step).__qualname__}")
        step = step.__cause__ or step.__context__
    return found


def _render(_logger: logging.Logger, _name: str, event: Event) -> str:
    # ASCII only: some readers end a line at U+0085 or U+2028 too.
    return json.dumps(_masked(dict(event)), default=str)


def _masked(value: Any) -> Any:  # noqa: ANN401 - whatever an event holds
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, dict):
        return {name: _masked(entry) for name, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_masked(entry) for entry in value]
    return value
