"""What errdex cannot tell about an error, and what would help it."""

from __future__ import annotations

from errdex.nouns.matches import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.explanations import Explanation
    from errdex.nouns.matches import Answer
    from errdex.nouns.sites import Site


def unknowns_of(explanation: Explanation, site: Site) -> tuple[str, ...]:
    """What stays unknown about a statement that was found, one line each."""
    found = []
    if site.degraded:
        found.append(f"more about this statement: {site.degraded}")
    if not explanation.template and explanation.error.message:
        found.append(
            "how the text is made: the statement was found by where it stands, the text shows only when it runs"
        )
    if explanation.passes_on:
        found.append(f"why the other error happened whose text this one passes on ({explanation.passes_on})")
    if explanation.source.unread:
        found.append(f"what the file says now: {explanation.source.unread}")
    if not explanation.error.frames:
        found.append("which call of yours led here: there is no traceback in the text")
    return tuple(found)


def what_would_help(answer: Answer) -> tuple[str, ...]:
    """What to do when nothing, or only something similar, was found."""
    error = answer.error
    steps = []
    if not error.frames:
        steps.append("paste the whole traceback: its last lines name the file")
    if not error.exception and error.message:
        steps.append("paste the line with the class of the error, as in `ValueError: …`")
    if error.truncated:
        steps.append("the text is cut off; paste all of it")
    if answer.verdict is Verdict.NONE:
        steps.append("index what raised it, if it is another environment: errdex index --python PATH")
    return tuple(steps)
