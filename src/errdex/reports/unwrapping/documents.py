"""JSON around an error: log records one a line, whole documents, and the error fields that services write."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Json = object

MAX_NODES = 20_000
"""Values looked at in one document."""
_MESSAGES = (
    "message",
    "msg",
    "event",
    "log",
    "MESSAGE",
    "textPayload",
    "text",
    "@message",
    "short_message",
    "error_message",
    "detail",
)
_LEVELS = ("level", "levelname", "severity", "log.level", "loglevel", "lvl", "log_level", "@level")
_LOGGERS = ("logger", "logger_name", "name", "log.logger", "loggerName", "channel")
_NUMBERS = {50: "ERROR", 60: "CRITICAL", 40: "WARNING", 30: "INFO", 20: "DEBUG", 10: "DEBUG"}
_CLASSES = (
    "exc_type",
    "errorType",
    "ename",
    "error_type",
    "exception_type",
    "exceptionClass",
    "type",
    "__type",
    "error.type",
)
_TEXTS = ("exc_value", "errorMessage", "evalue", "value", "error_message", "message", "error.message")
_STACKS = ("frames", "stacktrace", "stackTrace", "stack", "traceback")


def has_json(text: str) -> bool:
    """Whether an object starts somewhere."""
    return '{"' in text or text.lstrip().startswith(("{", "["))


def without_json(text: str) -> str:
    """The text with each object that tells of an error as lines: `LEVEL [logger] message`, then its traceback."""
    whole = text.strip()
    if whole.startswith(("{", "[")) and "\n" in whole:
        documents = _documents(whole)
        if documents is not None:
            return "\n".join(line for document in documents for line in _lines(document)) or text
    return "\n".join(_flat(line) if '{"' in line else line for line in text.split("\n"))


def _documents(text: str) -> list[Json] | None:
    try:
        return [json.loads(text)]
    except (ValueError, RecursionError):
        return None


def _flat(line: str) -> str:
    """One line with the objects in it, which may follow a prefix and one another, as lines."""
    decoder = json.JSONDecoder(strict=False)
    start = line.find('{"')
    prefix, out = line[:start], []
    position = start
    while 0 <= position < len(line) and line[position] == "{":
        try:
            document, position = decoder.raw_decode(line, position)
        except (ValueError, RecursionError):
            return line
        out += list(_lines(document))
        while position < len(line) and line[position] in " \t,\r":
            position += 1
    rest = line[position:].strip()
    if not out:
        return line
    told = prefix.rstrip(" \t|:-")
    # Words before the object are part of a message, not of a record: `error: {"message": …}`.
    if rest or (told and told.count(" ") > 4):
        return line
    return "\n".join(out)


def _lines(document: Json) -> Iterator[str]:
    """The record as lines; nothing: it tells of nothing."""
    if isinstance(document, list):
        for item in document[:MAX_NODES]:
            if isinstance(item, dict):
                yield from _lines(item)
        return
    if not isinstance(document, dict):
        return
    message = next((value for key in _MESSAGES if isinstance(value := document.get(key), str) and value), "")
    stacks = list(_errors(document))
    if message and not any(message.rstrip() in stack for stack in stacks):
        level, logger = _level(document), _logger(document)
        yield f"{level} [{logger}] {message.rstrip()}" if logger and level else f"{level} {message.rstrip()}".lstrip()
    for stack in stacks:
        yield f"```\n{stack.strip(chr(10))}\n```"


def _level(document: dict[str, Json]) -> str:
    for key in _LEVELS:
        value = document.get(key)
        if isinstance(value, str) and value.isalpha():
            return value.upper()
        if isinstance(value, int):
            return _NUMBERS.get(value, "")
    return ""


def _logger(document: dict[str, Json]) -> str:
    return next((value for key in _LOGGERS if isinstance(value := document.get(key), str) and " " not in value), "")


def _errors(document: dict[str, Json]) -> Iterator[str]:
    """Tracebacks anywhere in a document, as printed or put together from fields; the first stands first."""
    seen = 0
    waiting: list[Json] = [document]
    while waiting and seen < MAX_NODES:
        value = waiting.pop()
        seen += 1
        if isinstance(value, str):
            if value.count("\n") > 1 and ('File "' in value or "\n    at " in value or "\n\tat " in value):
                yield value
        elif isinstance(value, dict):
            built = _built(value)
            if built:
                yield built
            else:
                waiting += list(value.values())[::-1]
        elif isinstance(value, list):
            joined = "\n".join(item.rstrip("\n") for item in value if isinstance(item, str))
            waiting += [joined] if joined else value[::-1]


def _built(fields: dict[str, Json]) -> str:
    """A traceback from the fields of a structured one (Sentry, structlog, notebooks, functions in the cloud), or `""`."""
    name = next((value for key in _CLASSES if isinstance(value := fields.get(key), str) and value.isprintable()), "")
    if not name or " " in name or not (name[:1].isalpha() or name[:1] == "_"):
        return ""
    text = next((value for key in _TEXTS if isinstance(value := fields.get(key), str)), None)
    stack = next((fields[key] for key in _STACKS if fields.get(key)), None)
    frames = list(_frames(stack))
    if text is None or (stack is None and not any(key in fields for key in _CLASSES[:6])):
        return ""
    printed = "\n".join(line for frame in frames for line in frame.split("\n"))
    if name in printed and text.split("\n")[0] in printed and "Traceback" in printed:
        return printed
    return "\n".join(part for part in ("Traceback (most recent call last):", printed, f"{name}: {text}") if part)


def _frames(stack: Json) -> Iterator[str]:
    if isinstance(stack, dict):
        stack = stack.get("frames")
    if isinstance(stack, str):
        yield stack.rstrip("\n")
        return
    for frame in stack if isinstance(stack, list) else ():
        if isinstance(frame, str):
            yield frame.rstrip("\n")
        elif isinstance(frame, dict):
            yield from _frame(frame)


def _frame(fields: dict[str, Json]) -> Iterator[str]:
    path = next((v for key in ("abs_path", "filename", "file", "path") if isinstance(v := fields.get(key), str)), "")
    line = next((v for key in ("lineno", "line", "line_number") if isinstance(v := fields.get(key), int)), None)
    name = next((v for key in ("function", "name", "method") if isinstance(v := fields.get(key), str)), "")
    if path and line is not None:
        yield f'  File "{path}", line {line}, in {name or "<unknown>"}'
        source = next((v for key in ("context_line", "source") if isinstance(v := fields.get(key), str)), "")
        if source.strip():
            yield f"    {source.strip()}"
