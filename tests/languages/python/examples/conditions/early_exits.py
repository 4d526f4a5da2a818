import os
import sys


def returns(n):
    if n is None:
        return 0
    if n == 0:
        raise ValueError("zero")  #: raise ValueError | zero | n is not None & n == 0
    raise ValueError("more")  #: raise ValueError | more | n is not None & n != 0


def one_side_leaves(n, m):
    if n == 1:
        if m == 2:
            return
    else:
        return
    raise ValueError("here")  #: raise ValueError | here | n == 1 & m != 2


def both_sides_leave(n):
    if n == 1:
        return 1
    else:
        return 2
    raise ValueError("never")  #: raise ValueError | never


def exits(n):
    if n == 1:
        sys.exit("bye")  #: exit SystemExit | bye | n == 1
    if n == 2:
        os._exit(3)
    raise ValueError("left")  #: raise ValueError | left | n != 1 & n != 2


def loops(items):
    for item in items:
        if item is None:
            continue
        if item == 1:
            break
        raise ValueError(item)  #: raise ValueError | {} | item is not None & item != 1


def asserted(n):
    assert n is not None  #: assert AssertionError |  | n is None
    raise ValueError(n)  #: raise ValueError | {} | n is not None


def fail(n):
    if n == 1:
        raise KeyError(n)  #: raise KeyError | {!r} | n == 1
    raise ValueError(n)  #: raise ValueError | {} | n != 1


def calls_what_never_returns(n, fail_softly):
    if n is None:
        fail(n)
    if n == 2:
        fail_softly(n)
    raise ValueError("two")  #: raise ValueError | two | n is not None
