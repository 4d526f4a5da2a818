import argparse
import sys
import warnings
from warnings import warn
from warnings import warn as alert

parser = argparse.ArgumentParser()


def warned(kind):
    warnings.warn("plain")  #: warn UserWarning | plain
    warnings.warn("old", DeprecationWarning, stacklevel=2)  #: warn DeprecationWarning | old
    warn(f"{kind} is old", category=FutureWarning)  #: warn FutureWarning | {} is old
    alert(ResourceWarning("open"))  #: warn ResourceWarning | open
    warnings.warn_explicit("there", UserWarning, "f", 3)  #: warn UserWarning | there
    warnings.warn("x", kind)  #: warn kind | x


def left(status, message):
    sys.exit("usage")  #: exit SystemExit | usage
    sys.exit("usage: %s" % status)  #: exit SystemExit | usage: {}
    sys.exit(message)  #: exit SystemExit | {}
    parser.error("bad option")  #: exit SystemExit | bad option
    raise SystemExit("raised")  #: raise SystemExit | raised
    sys.exit(1)
    sys.exit(status)
    sys.exit()
