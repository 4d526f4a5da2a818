"""Messages that the interpreter itself prints, which statements in Python repeat word for word.

Not a catalogue of them: `CompiledStore` reads those from binaries. This short list holds the forms that libraries imitate
(`division by zero`, `unhashable type: 'list'`), so that without any binary at hand errdex does not take the imitation for
the source. Checked against CPython 3.11 to 3.14.
"""

from __future__ import annotations

from errdex.matching.alignment import align_whole, literal_of
from errdex.matching.scoring import literal_points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.matching.store import Parts

_FORMS: dict[str, tuple[str, ...]] = {
    "AttributeError": (
        "{} object has no attribute {}",
        "module {} has no attribute {}",
        "type object {} has no attribute {}",
        "can't set attribute",
        "can't set attribute {}",
        "property {} of {} object has no setter",
        "property {} of {} object has no getter",
        "property {} of {} object has no deleter",
        "{} object attribute {} is read-only",
        "cannot set {} attribute of immutable type {}",
    ),
    "TypeError": (
        "unsupported operand type(s) for {}: {} and {}",
        "{} not supported between instances of {} and {}",
        "unhashable type: {}",
        "cannot use {} as a {} key (unhashable type: {})",
        "{} object is not callable",
        "{} object is not iterable",
        "{} object is not subscriptable",
        "{} object is not an iterator",
        "{} object is not a mapping",
        "{} object is not reversible",
        "{} object does not support item assignment",
        "{} object does not support item deletion",
        "{} object cannot be interpreted as an integer",
        "object of type {} has no len()",
        "argument of type {} is not iterable",
        "argument of type {} is not a container or iterable",
        "bad operand type for unary {}: {}",
        "bad operand type for abs(): {}",
        "{} missing {} required positional argument: {}",
        "{} missing {} required positional arguments: {}",
        "{} missing {} required keyword-only argument: {}",
        "{} missing {} required keyword-only arguments: {}",
        "{} got an unexpected keyword argument {}",
        "{} got multiple values for argument {}",
        "{} got multiple values for keyword argument {}",
        "{} got some positional-only arguments passed as keyword arguments: {}",
        "{} takes no arguments",
        "{} takes {} positional argument but {} were given",
        "{} takes {} positional arguments but {} was given",
        "{} takes {} positional arguments but {} were given",
        "{} takes from {} to {} positional arguments but {} were given",
        "{} takes exactly one argument ({} given)",
        "{} takes no keyword arguments",
        "{} expected at least {} argument, got {}",
        "{} expected at least {} arguments, got {}",
        "{} expected at most {} argument, got {}",
        "{} expected at most {} arguments, got {}",
        "can only concatenate {} (not {}) to {}",
        "{} argument must be {}, not {}",
        "{} must be {}, not {}",
        "expected {}, got {}",
        "expected {}, {} found",
        "sequence item {}: expected str instance, {} found",
        "cannot unpack non-iterable {} object",
        "cannot pickle {} object",
        "Can't instantiate abstract class {} with abstract method {}",
        "Can't instantiate abstract class {} with abstract methods {}",
        "Can't instantiate abstract class {} without an implementation for abstract method {}",
        "Can't instantiate abstract class {} without an implementation for abstract methods {}",
        "list indices must be integers or slices, not {}",
        "tuple indices must be integers or slices, not {}",
        "string indices must be integers, not {}",
        "slice indices must be integers or None or have an __index__ method",
        "a bytes-like object is required, not {}",
        "int() argument must be a string, a bytes-like object or a real number, not {}",
        "float() argument must be a string or a real number, not {}",
        "exceptions must derive from BaseException",
        "isinstance() arg 2 must be a type, a tuple of types, or a union",
        "issubclass() arg 1 must be a class",
        "not enough arguments for format string",
        "not all arguments converted during string formatting",
        "object {} can't be used in 'await' expression",
        "object NoneType can't be used in 'await' expression",
        "descriptor {} for {} objects doesn't apply to a {} object",
        "__init__() should return None, not {}",
        "metaclass conflict: {}",
    ),
    "ValueError": (
        "invalid literal for int() with base {}: {}",
        "could not convert string to float: {}",
        "not enough values to unpack (expected {}, got {})",
        "not enough values to unpack (expected at least {}, got {})",
        "too many values to unpack (expected {})",
        "too many values to unpack (expected {}, got {})",
        "substring not found",
        "subsection not found",
        "math domain error",
        "empty separator",
        "embedded null byte",
        "embedded null character",
        "negative shift count",
        "slice step cannot be zero",
        "list.remove(x): x not in list",
        "{} is not in list",
        "tuple.index(x): x not in tuple",
        "I/O operation on closed file",
        "I/O operation on closed file.",
        "cannot convert float NaN to integer",
        "byte must be in range(0, 256)",
        "bytes must be in range(0, 256)",
        "chr() arg not in range(0x110000)",
        "year {} is out of range",
        "month must be in 1..12",
        "day is out of range for month",
        "hour must be in 0..23",
        "minute must be in 0..59",
        "second must be in 0..59",
        "microsecond must be in 0..999999",
        "Invalid isoformat string: {}",
    ),
    "IndexError": (
        "list index out of range",
        "tuple index out of range",
        "string index out of range",
        "index out of range",
        "list assignment index out of range",
        "pop from empty list",
        "pop index out of range",
        "pop from an empty deque",
        "pop from an empty set",
        "deque index out of range",
        "no such group",
    ),
    "ZeroDivisionError": (
        "division by zero",
        "float division by zero",
        "integer division or modulo by zero",
        "integer modulo by zero",
        "float modulo",
        "float modulo by zero",
        "float floor division by zero",
        "complex division by zero",
        "0.0 cannot be raised to a negative power",
        "zero to a negative power",
    ),
    "OverflowError": (
        "cannot convert float infinity to integer",
        "int too large to convert to float",
        "int too big to convert",
        "math range error",
        "date value out of range",
        "cannot fit {} into an index-sized integer",
        "Python int too large to convert to C {}",
        "signed {} is greater than maximum",
        "can't convert negative int to unsigned",
    ),
    "KeyError": ("'pop from an empty set'", "'popitem(): dictionary is empty'"),
    "NameError": (
        "name {} is not defined",
        "free variable {} referenced before assignment in enclosing scope",
        "cannot access free variable {} where it is not associated with a value in enclosing scope",
    ),
    "UnboundLocalError": (
        "local variable {} referenced before assignment",
        "cannot access local variable {} where it is not associated with a value",
    ),
    "ImportError": (
        "cannot import name {} from {} ({})",
        "cannot import name {} from partially initialized module {} (most likely due to a circular import) ({})",
        "attempted relative import with no known parent package",
    ),
    "ModuleNotFoundError": ("No module named {}",),
    "RecursionError": (
        "maximum recursion depth exceeded",
        "maximum recursion depth exceeded {}",
    ),
    "RuntimeError": (
        "dictionary changed size during iteration",
        "dictionary keys changed during iteration",
        "Set changed size during iteration",
        "deque mutated during iteration",
        "generator raised StopIteration",
        "super(): no arguments",
        "cannot reuse already awaited coroutine",
        "can't start new thread",
    ),
    "UnicodeDecodeError": (
        "{} codec can't decode byte {} in position {}: {}",
        "{} codec can't decode bytes in position {}: {}",
    ),
    "UnicodeEncodeError": (
        "{} codec can't encode character {} in position {}: {}",
        "{} codec can't encode characters in position {}: {}",
    ),
    "LookupError": ("unknown encoding: {}",),
    "FileNotFoundError": ("[Errno 2] {}",),
    "PermissionError": ("[Errno 13] {}", "[Errno 1] {}"),
    "FileExistsError": ("[Errno 17] {}",),
    "IsADirectoryError": ("[Errno 21] {}",),
    "NotADirectoryError": ("[Errno 20] {}",),
    "ConnectionRefusedError": ("[Errno {}] {}",),
    "ConnectionResetError": ("[Errno {}] {}",),
    "BrokenPipeError": ("[Errno {}] {}",),
    "OSError": ("[Errno {}] {}",),
}


def interpreter_form(exception: str, message: str) -> Parts | None:
    """The interpreter's own form that prints the whole message of that class, the most literal one; `None`: none of
    the forms known here. Without a class no form is sure.
    """
    name = exception.removeprefix("builtins.")
    fitting = [parts for parts in map(_parts_of, _FORMS.get(name, ())) if align_whole(parts, message) is not None]
    return max(fitting, key=lambda parts: literal_points(literal_of(parts)), default=None)


def _parts_of(form: str) -> Parts:
    """A form as parts."""
    pieces = form.split("{}")
    parts: list[str | None] = []
    for index, piece in enumerate(pieces):
        if index:
            parts.append(None)
        if piece:
            parts.append(piece)
    return tuple(parts)
