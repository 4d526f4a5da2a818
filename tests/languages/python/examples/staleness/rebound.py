def assigned(n):
    if n < 0:
        n = abs(n)
        raise ValueError("negative")  #: raise ValueError | negative | ~n < 0


def rebound_on_a_branch(n, m):
    if n == 0:
        return
    if m:
        n = m
    raise ValueError("n")  #: raise ValueError | n | ~n != 0


def left_branch_does_not_count(n, m):
    if n == 0:
        return
    if m is None:
        n = 3
        return n
    raise ValueError("n")  #: raise ValueError | n | n != 0 & m is not None


def targets(n, m, items):
    if n is None or m is None:
        return
    for n in items:
        pass
    with open(items) as m:
        raise ValueError("n")  #: raise ValueError | n | ~n is not None & ~m is not None


def deleted(a):
    if a is not None:
        del a
        raise ValueError("a")  #: raise ValueError | a | ~a is not None


COUNT = 0


def other_functions():
    global COUNT
    if COUNT == 1:
        step()
        raise ValueError("count")  #: raise ValueError | count | ~COUNT == 1


def enclosing(n):
    def step():
        nonlocal n
        n += 1

    if n == 1:
        step()
        raise ValueError("n")  #: raise ValueError | n | ~n == 1


def walrus(n, m):
    if n is None:
        if (n := m.get()) == 3:
            raise ValueError("three")  #: raise ValueError | three | ~n is None & n == 3
