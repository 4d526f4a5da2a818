def chain(mode, n):
    if mode == "a":
        return 1
    elif mode in ("b", "c"):
        if n < 0:
            raise ValueError("negative")  #: raise ValueError | negative | mode != "a" & mode in ("b", "c") & n < 0
    else:
        raise KeyError(mode)  #: raise KeyError | {!r} | mode != "a" & mode not in ("b", "c")
    if not (n is None or n == 3):
        raise TypeError("three")  #: raise TypeError | three | mode != "a" & mode in ("b", "c") & not n < 0 & n is not None & n != 3


def both(a, b):
    if not (a and b):
        raise ValueError("one")  #: raise ValueError | one | not a or not b
    if a < b:
        return
    raise ValueError("two")  #: raise ValueError | two | a & b & not a < b


def lengths(xs, n):
    if len(xs) < 3:
        return
    elif len(xs) > n:
        return
    raise ValueError("some")  #: raise ValueError | some | len(xs) >= 3 & not len(xs) > n


def nested(a, b, c):
    if not (a and (b or c)):
        raise ValueError("x")  #: raise ValueError | x | not a or (not b and not c)


def parentheses(a, b, c):
    if (a or b) == c:
        return
    if (a if b else c):
        return
    raise ValueError("y")  #: raise ValueError | y | (a or b) != c & not (a if b else c)


def joined(a, b):
    if a:
        b = 1
    else:
        b = 2
    raise ValueError(b)  #: raise ValueError | 1 // 2
