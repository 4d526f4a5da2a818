"""The guard of a site, checked in every way before anybody sees it."""

from __future__ import annotations

import ast

from errdex.app.module_texts import CatalogueModules
from errdex.evidence.agreement import agreement
from errdex.evidence.names import NameScope, check_names
from errdex.evidence.namespaces import parsed
from errdex.evidence.places import ClassFinder
from errdex.guards.derive import derive_guard, module_source
from errdex.guards.snippets import example_fix, try_catch, type_guard, validation_code
from errdex.nouns.guards import Guard, Guarded, NoGuard, Snippets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from errdex.catalogue.read import Reader
    from errdex.guards.derive import ModuleSource
    from errdex.nouns.sites import Site


class FileGuards:
    """Guards of the sites of one file, whose source is parsed once."""

    def __init__(self, reader: Reader, file_row: int) -> None:
        self.texts = CatalogueModules(reader, file_row)
        self.module = reader.module_of_file(file_row)
        text = self.texts.text_of_module(self.module) if self.module else None
        self.source: ModuleSource | None = module_source(text, self.module) if text is not None else None
        self.places = ClassFinder(self.texts, self.module)

    def of_site(self, site: Site) -> Guarded:
        """The guard of one site with its code; what fails a check is left out."""
        guard = self.checked(site)
        if isinstance(guard, NoGuard):
            return Guarded(guard, Snippets(try_catch=self.sound(try_catch(site, ""), {})))
        given = dict(guard.given)
        around = {**given, **self.call_names(guard)}
        call = guard.call if " = " not in guard.call else ""
        snippets = Snippets(
            self.sound(validation_code(guard, raised_name(site)), given),
            self.sound(type_guard(guard), given),
            self.sound(try_catch(site, call), around),
            self.sound(example_fix(guard), around),
        )
        if not snippets.validation or not snippets.type_guard:
            return Guarded(
                NoGuard("a name in it does not exist in this version"), Snippets(try_catch=snippets.try_catch)
            )
        return Guarded(guard, snippets)

    def call_names(self, guard: Guard) -> dict[str, str]:
        """The names of the call that a guard stands before, which the reader has: the callable and its arguments."""
        tree = parsed(guard.call.replace(", …", "")) if guard.call else None
        return {node.id: "" for node in ast.walk(tree) if isinstance(node, ast.Name)} if tree is not None else {}

    def checked(self, site: Site) -> Guard | NoGuard:
        """The guard, compared with the reaching set on every member of its domain."""
        if self.source is None:
            return NoGuard("the source cannot be read")
        guard = derive_guard(site, self.source, self.places)
        if isinstance(guard, NoGuard) or not guard.operand:
            return guard
        for reaching in site.reaching:
            if reaching.operand.partition(".")[2] == guard.operand.partition(".")[2]:
                compared = agreement(guard.test, guard.operand, reaching)
                if not compared.is_whole:
                    return NoGuard("it does not agree with the condition on every member")
                return guard._replace(agrees=len(compared.agreeing))
        return NoGuard("it does not agree with the condition on every member")

    def sound(self, snippet: str, given: Mapping[str, str]) -> str:
        """The snippet, or `""` where it does not parse or a name in it does not exist."""
        if not snippet:
            return ""
        names = check_names(snippet, self.places.things, NameScope(self.module, given, sees_module=False))
        return snippet if names.resolve else ""


def raised_name(site: Site) -> str:
    """The class that a site raises, in one word."""
    return (site.public_path or site.qualified or site.exception).rpartition(".")[2] or "an error"
