import json
import logging
import re
import warnings

logger = logging.getLogger(__name__)
PATTERN = re.compile("a")
TABLE = {"a": 1}
CACHE = {}


def measured(items):
    return len(items) + 1


def emptied(items):
    return items.pop()


def remembered(items):
    CACHE[id(items)] = 1
    return measured(items)


def looked_up(key):
    return TABLE[key] + 1


def parts_emptied(items):
    first = items[0]
    first.clear()
    return first


def own_functions(items):
    if not items:
        measured(items)
        raise ValueError("kept")  #: raise ValueError | kept | not items
    if len(items) == 1:
        emptied(items)
        raise ValueError("taken")  #: raise ValueError | taken | ~items & ~len(items) == 1
    if len(items) == 2:
        parts_emptied(items)
        raise ValueError("parts")  #: raise ValueError | parts | ~items & ~len(items) != 1 & ~len(items) == 2


def names_of_the_function_itself(items, measured):
    if not items:
        measured(items)
        raise ValueError("any")  #: raise ValueError | any | ~not items


def module_state(items):
    if not CACHE:
        remembered(items)
        raise ValueError("filled")  #: raise ValueError | filled | ~not CACHE


def asked_of_module_state(key):
    if looked_up(key) > 1:
        raise KeyError(key)  #: raise KeyError | {!r} | ~looked_up(key) > 1
    if measured(key) > 1:
        raise KeyError(key)  #: raise KeyError | {!r} | ~not looked_up(key) > 1 & measured(key) > 1


class Box:
    def size(self):
        return self.width * 2

    def grow(self):
        self.width += 1
        return self.width

    def setup(self):
        pass

    def check(self):
        if self.width == 0 and self.size() == 0:
            raise ValueError("empty")  #: raise ValueError | empty | self.width == 0 & self.size() == 0
        if self.width == 1:
            self.grow()
            raise ValueError("one")  #: raise ValueError | one | ~self.width != 0 or self.size() != 0 & ~self.width == 1
        if self.width == 2:
            self.setup()
            raise ValueError("two")  #: raise ValueError | two | ~self.width != 0 or self.size() != 0 & ~self.width != 1 & ~self.width == 2


def told(items, text: str):
    if not items:
        warnings.warn(f"{items}")  #: warn UserWarning | {} | not items
        logger.error("no %s", items)  #: log ERROR | no {} | not items
        raise ValueError("told")  #: raise ValueError | told | not items
    if len(text) == 3:
        json.loads(text)
        raise ValueError("read")  #: raise ValueError | read | items & len(text) == 3
    if PATTERN.search(text):
        unknown()
        raise ValueError("found")  #: raise ValueError | found | items & len(text) != 3 & PATTERN.search(text)


def plain_locals(value):
    name = value.strip()
    size: int = count(value)
    if not name and size > 1:
        use(name, size)
        raise ValueError("name")  #: raise ValueError | name | not name & size > 1


def rebound_to_something_else(text: str):
    text = list(text)
    if not text:
        use(text)
        raise ValueError("text")  #: raise ValueError | text | ~not text


def texts_of_a_column(table):
    names = table.str.strip()
    if not names.empty:
        use(names)
        raise ValueError("names")  #: raise ValueError | names | ~not names.empty


def items_handed_on(key, other):
    kind = key.get("kind")
    if "x" not in key or key.get("kty") != "EC":
        use(key["x"])
        raise KeyError("keys")  #: raise KeyError | 'keys' | "x" not in key or key.get("kty") != "EC"
    if not kind:
        use(key["kind"])
        raise KeyError("item")  #: raise KeyError | 'item' | "x" in key & key.get("kty") == "EC" & ~not kind
    if key["x"].size == 0:
        use(key["x"])
        raise KeyError("inside")  #: raise KeyError | 'inside' | "x" in key & key.get("kty") == "EC" & ~kind & ~key["x"].size == 0
    if "y" in key:
        use(key)
        raise KeyError("itself")  #: raise KeyError | 'itself' | ~"x" in key & ~key.get("kty") == "EC" & ~kind & ~key["x"].size != 0 & ~"y" in key


def kind_of_object(thing):
    if inspect.isclass(thing):
        alter(thing)
        raise TypeError("class")  #: raise TypeError | class | inspect.isclass(thing)
    if not self._name_re.match(thing.name):
        raise TypeError("name")  #: raise TypeError | name | not inspect.isclass(thing) & not self._name_re.match(thing.name)
