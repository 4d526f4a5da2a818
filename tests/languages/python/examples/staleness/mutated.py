class Box:
    def own_method(self):
        if self.size == 0:
            self.fill()
            raise ValueError("empty")  #: raise ValueError | empty | ~self.size == 0

    def own_attribute(self):
        if self.size == 0:
            self.other = 1
            raise ValueError("empty")  #: raise ValueError | empty | ~self.size == 0

    def asked_only(self):
        if self.size == 0:
            if self.is_open() and len(self.items) > 2:
                raise ValueError("empty")  #: raise ValueError | empty | self.size == 0 & self.is_open() & len(self.items) > 2

    def alias(self):
        items = self.items
        if not self.items:
            items.append(1)
            raise ValueError("items")  #: raise ValueError | items | ~not self.items

    def in_the_raise(self):
        if self.size == 0:
            raise ValueError(self.refill())  #: raise ValueError | {} | ~self.size == 0


def passed(items, kind):
    if not items:
        fill(items)
        raise ValueError("items")  #: raise ValueError | items | ~not items
    if items is None:
        fill(items)
        raise ValueError("none")  #: raise ValueError | none | ~items & items is None
    if kind == "x":
        fill(kind)
        raise ValueError("x")  #: raise ValueError | x | items & items is not None & kind == "x"


def item(d, k):
    if d[k] == 1:
        d[k] = 2
        raise ValueError("item")  #: raise ValueError | item | ~d[k] == 1


def asks_twice(stream):
    if stream.read(1) == "":
        raise EOFError("end")  #: raise EOFError | end | ~stream.read(1) == ""


async def paused(self, n):
    if self.open and n == 1:
        await later()
        raise ValueError("later")  #: raise ValueError | later | ~self.open & n == 1


REGISTRY = {}
MODES = ("a", "b")


def state_of_the_module(name, mode):
    if name not in REGISTRY and mode not in MODES:
        load_plugins()
        raise KeyError(name)  #: raise KeyError | {!r} | ~name not in REGISTRY & mode not in MODES


def leaving_a_manager(self):
    if self.open:
        with self.lock:
            n = 1
        raise ValueError("left")  #: raise ValueError | left | ~self.open


def used_up(items, key):
    pairs = zip(items, items)
    if any(pairs):
        raise ValueError("any")  #: raise ValueError | any | ~any(pairs)
    found = (item for item in items)
    if key in found and key in items:
        raise ValueError("in")  #: raise ValueError | in | ~not any(pairs) & ~key in found & key in items
