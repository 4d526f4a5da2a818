import logging
import structlog
from logging import getLogger

LOG = logging.getLogger("x")
things = getLogger("y")
complain = LOG.error
debug, warning, critical = (
    LOG.debug, LOG.warning, LOG.critical,
)
taken = things.error
failed = task.error


def bound(error):
    complain("bound %s", error)  #: log ERROR | bound {}
    warning("one of several")  #: log WARNING | one of several
    debug("no")
    taken("made")  #: log ERROR | made
    failed("no")


class Base:
    def report(self, error, catalog):
        logging.warning("root %d", 3)  #: log WARNING | root 3
        LOG.warn("old")  #: log WARNING | old
        things.exception("failed: %s", error)  #: log ERROR | failed: {}
        self._logger.critical("gone")  #: log CRITICAL | gone
        self.log.fatal(f"gone {error!r}")  #: log CRITICAL | gone {!r}
        logging.getLogger("z").error("made", exc_info=True)  #: log ERROR | made
        structlog.get_logger().error("event", user=3)  #: log ERROR | event
        LOG.log(logging.ERROR, "level %s", error)  #: log ERROR | level {}
        LOG.log(30, msg="number")  #: log WARNING | number
        LOG.info("no")
        LOG.log(logging.DEBUG, "no")
        LOG.log(error.level, "some %s", error)  #: log | some {}
        catalog.error("no")
        self.error("no")
        math.log(10)
