"""Which frame of a report is the reader's own code."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.nouns.explanations import Place
    from errdex.nouns.reports import Frame

INSTALLED = ("/site-packages/", "/dist-packages/")
RUN_FROM_TEXT = ("<stdin>", "<string>", "<ipython-input", "<console>", "<python-input")


def own_frame(frames: Sequence[Frame], place: Place | None) -> Frame | None:
    """The innermost frame that lies in no installed distribution and is not the statement itself."""
    for frame in reversed(frames):
        path = frame.file.replace("\\", "/")
        if is_installed(path) or (place is not None and stands_at(path, frame.line, place)):
            continue
        return frame
    return None


def is_installed(path: str) -> bool:
    """Whether a printed path lies in an environment's or the interpreter's library, as paths look."""
    if not path:
        return True
    if path.startswith("<"):
        return not path.startswith(RUN_FROM_TEXT)
    if any(folder in path for folder in INSTALLED):
        return True
    # /usr/lib/python3.11/json/decoder.py, C:/Python311/Lib/json/decoder.py
    return "/lib/python3." in path or ("/python3" in path.lower() and "/Lib/" in path)


def stands_at(path: str, line: int | None, place: Place) -> bool:
    """Whether a frame is at the statement itself."""
    in_file = path == place.file or path.endswith("/" + place.file)
    return in_file and line is not None and place.line <= line <= place.end_line
