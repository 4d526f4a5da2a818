"""Named tuples that cost nothing at start.

Importing `typing` takes about 3 ms and `dataclasses` 13 ms of the 25 ms that a cold `errdex explain` has in all, and
making fifty classes with `collections.namedtuple`, which compiles a constructor for each, another 2
(`benchmarks/startup.py` measures all of it). Type checkers see `typing.NamedTuple`; at run time a class statement with
that base becomes a subclass of `tuple` with the same fields, defaults and methods, whose constructor is shared.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    try:
        from _collections import _tuplegetter
    except ImportError:  # other interpreters than CPython

        def _tuplegetter(index, _doc):
            return property(lambda self: self[index])

    _tuple = tuple.__new__

    class _Fields(tuple):
        """What every noun can do."""

        __slots__ = ()
        _fields = ()
        _field_defaults = {}  # noqa: RUF012 - never written
        _last_defaults = ()

        def __new__(cls, *values, **named):
            if not named:
                lacking = len(cls._fields) - len(values)
                if not lacking:
                    return _tuple(cls, values)
                if 0 < lacking <= len(cls._last_defaults):
                    return _tuple(cls, values + cls._last_defaults[-lacking:])
            return _tuple(cls, _completed(cls, values, named))

        @classmethod
        def _make(cls, values):
            return cls(*values)

        def _replace(self, **named):
            fields = self._fields
            unknown = named.keys() - fields
            if unknown:
                raise ValueError(f"Got unexpected field names: {sorted(unknown)!r}")
            return _tuple(type(self), [named.get(field, old) for field, old in zip(fields, self, strict=True)])

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            shown = ", ".join(f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({shown})"

        def __getnewargs__(self):
            return tuple(self)

    def _completed(cls, values, named):
        """All values of a noun, in order, from those given by place, by name, and left to their defaults."""
        names, defaults = tuple(named), cls._field_defaults
        rest = cls._fields[len(values) :]
        try:
            found = [named.pop(field) if field in named else defaults[field] for field in rest]
        except KeyError:
            found = None
        if found is None or named or len(values) > len(cls._fields):
            raise TypeError(f"{cls.__name__}() {_wrong(cls, values, names)}")
        return (*values, *found)

    def _wrong(cls, values, names):
        fields = cls._fields
        if len(values) > len(fields):
            return f"takes {len(fields)} values but {len(values)} were given"
        rest = fields[len(values) :]
        odd = sorted(set(names) - set(rest))
        if odd:
            return f"got unexpected or repeated {', '.join(odd)}"
        return f"misses {', '.join(field for field in rest if field not in (*names, *cls._field_defaults))}"

    class _NamedTupleType(type):
        def __new__(mcs, name, bases, namespace):
            if not bases:
                return super().__new__(mcs, name, bases, namespace)
            fields = tuple(namespace.get("__annotations__", ()))
            defaults = {field: namespace[field] for field in fields if field in namespace}
            for index, field in enumerate(fields):
                namespace[field] = _tuplegetter(index, None)
            namespace.update(
                __slots__=(),
                __match_args__=fields,
                _fields=fields,
                _field_defaults=defaults,
                _last_defaults=tuple(defaults.values()),
            )
            return type(name, (_Fields,), namespace)

    class NamedTuple(metaclass=_NamedTupleType):
        """Base of every noun."""
