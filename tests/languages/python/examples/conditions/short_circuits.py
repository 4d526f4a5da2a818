import logging
import warnings

log = logging.getLogger(__name__)


def calls(a, b, items):
    a is None or log.error("a given")  #: log ERROR | a given | a is not None
    a and b == 1 and log.warning("both")  #: log WARNING | both | a & b == 1
    x = warnings.warn("even") if a == 2 else None  #: warn UserWarning | even | a == 2
    y = None if a == 2 else log.error("odd")  #: log ERROR | odd | a != 2
    return [log.error("item %s", item) for item in items if item < 0]  #: log ERROR | item {} | item < 0


def deferred(a):
    if a is None:
        return lambda e: log.error(e)  #: log ERROR | {}


def walrus(items):
    if (first := next(items)) is None:
        raise ValueError("none")  #: raise ValueError | none | first is None
    if not (n := len(first)) > 3 and n:
        raise ValueError("short")  #: raise ValueError | short | first is not None & not n > 3 & n
