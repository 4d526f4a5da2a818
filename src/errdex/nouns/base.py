"""Named tuples that cost nothing at start.

Importing `typing` takes about 3 ms and `dataclasses` 13 ms of the 25 ms that a cold `errdex explain` has in all
(`benchmarks/startup.py` measures both). Type checkers see `typing.NamedTuple`; at run time a class statement with
that base becomes a plain `collections.namedtuple` with the same fields, defaults and methods.
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:

    class _NamedTupleType(type):
        def __new__(mcs, name, bases, namespace):
            if not bases:
                return super().__new__(mcs, name, bases, namespace)
            fields = tuple(namespace.get("__annotations__", ()))
            defaults = [namespace.pop(field) for field in fields if field in namespace]
            plain = namedtuple(  # noqa: PYI024 - the typed one is what this replaces
                name, fields, defaults=defaults, module=namespace["__module__"]
            )
            return type(name, (plain,), {"__slots__": (), **namespace})

    class NamedTuple(metaclass=_NamedTupleType):
        """Base of every noun."""
