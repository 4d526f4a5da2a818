import errors


class Owner:
    class Inner:
        def method(self):
            raise errors.NotFound("here")  #: raise errors.NotFound | here

    if True:
        raise RuntimeError("in the class body")  #: raise RuntimeError | in the class body


def forms(make, cls, error):
    raise ValueError  #: raise ValueError |
    raise make()  #: raise | {}
    raise cls()  #: raise | {}
    raise error  #: raise | {}
    raise ValueError("tb").with_traceback(None)  #: raise ValueError | tb


def named():
    error = KeyError("k")
    error.extra = 1
    raise error  #: raise KeyError | 'k'


def again():
    try:
        forms()
    except ValueError:
        raise  #: raise | {} | Except ValueError raised by forms()


assert True, "never"  #: assert AssertionError | never
