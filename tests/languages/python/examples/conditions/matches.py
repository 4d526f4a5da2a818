def values(mode):
    match mode:
        case "a":
            return 1
        case "b" | "c":
            raise ValueError("b or c")  #: raise ValueError | b or c | mode != "a" & mode == 'b' or mode == 'c'
        case None:
            raise TypeError("none")  #: raise TypeError | none | mode != "a" & mode != "b" & mode != "c" & mode is None
        case _:
            raise KeyError(mode)  #: raise KeyError | {!r} | mode != "a" & mode != "b" & mode != "c" & mode is not None


def shapes(point, n):
    match point:
        case (x, y) if x == y:
            raise ValueError("diagonal")  #: raise ValueError | diagonal | Case [x, y] fits point & x == y
        case {"x": x}:
            raise ValueError(x)  #: raise ValueError | {} | Case {'x': x} fits point
        case int(n):
            return n
    raise ValueError("shape")  #: raise ValueError | shape | Case {'x': x} does not fit point & Case int(n) does not fit point
