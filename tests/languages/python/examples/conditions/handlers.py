def caught(cache, key):
    try:
        return cache[key]
    except KeyError as error:
        raise ValueError("no entry") from error  #: raise ValueError | no entry | Except KeyError raised by cache[key]


def several(a):
    try:
        b = int(a)
        c = b / 2
    except (TypeError, ValueError):
        raise ValueError("number")  #: raise ValueError | number | Except TypeError or ValueError raised by lines 10-11
    except:
        raise  #: raise | {} | Except any exception raised by lines 10-11
    return c


def after(a):
    try:
        a.b
    except AttributeError:
        pass
    else:
        return
    raise ValueError("no b")  #: raise ValueError | no b | Except AttributeError raised by a.b


def in_the_body(a, b):
    if a is None:
        return
    try:
        if b == 1:
            raise ValueError("one")  #: raise ValueError | one | a is not None & b == 1
        b = 3
    except TypeError:
        return
    finally:
        if b == 2:
            raise KeyError("two")  #: raise KeyError | 'two' | a is not None & b == 2
    if b == 4:
        raise ValueError("four")  #: raise ValueError | four | a is not None & ~b != 1 & b == 4


def completes_either_way(a):
    try:
        if a is None:
            return
        b = a.c
    except AttributeError:
        b = None
    raise ValueError("either")  #: raise ValueError | either


def managed(a, suppress):
    with suppress(KeyError):
        if a is None:
            raise KeyError  #: raise KeyError |  | a is None
        return a
    raise ValueError("suppressed")  #: raise ValueError | suppressed


def opened(path, a):
    with open(path) as file:
        if a is None:
            return file
    raise ValueError("closed")  #: raise ValueError | closed | a is not None
