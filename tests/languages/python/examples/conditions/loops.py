def search(items, key):
    for item in items:
        if item.key == key:
            return item
    raise KeyError(key)  #: raise KeyError | {!r} | not any(item.key == key for item in items)


def search_else(items):
    for item in items:
        if check(item):
            break
    else:
        raise ValueError("none")  #: raise ValueError | none | ~not any(check(item) for item in items)


def long_search(items, a):
    for item in items:
        a = item
        if a:
            return a
    raise ValueError("none")  #: raise ValueError | none | Loop over items ran out


def while_body(n):
    while n > 0:
        if n == 3:
            raise ValueError("three")  #: raise ValueError | three | n > 0 & n == 3
        n -= 1
    raise ValueError("down")  #: raise ValueError | down | not n > 0


def while_else(n, found):
    while n != 3:
        n += 1
        if found:
            break
    else:
        raise ValueError("at three")  #: raise ValueError | at three | n == 3


def forever(read):
    while True:
        line = read()
        if line is None:
            break
    raise ValueError("end")  #: raise ValueError | end


def never_ends(read):
    while True:
        read()
    raise ValueError("dead")  #: raise ValueError | dead


def before_the_loop(n, items):
    if n is None:
        return
    for item in items:
        if n == item:
            raise ValueError("same")  #: raise ValueError | same | ~n is not None & n == item
        n = item


def goes_on(items, skipped):
    for item in items:
        if item:
            if skipped:
                continue
            return item
    raise ValueError("none")  #: raise ValueError | none | Loop over items ran out


def own_name(x):
    for x in x.parents:
        if x.open:
            return x
    raise ValueError("closed")  #: raise ValueError | closed | Loop over x.parents ran out
