"""Links the trees of a run whose files changed, and those that this outdates, and puts each in the catalogue's place."""

from __future__ import annotations

from errdex.app.indexing.link_tree import LinkShared, LinkTask, link_tree
from errdex.app.indexing.reading import executor_for
from errdex.catalogue.write import Writer
from errdex.execution.executor import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from errdex.app.indexing.plan import TreePlan
    from errdex.app.options import IndexOptions
    from errdex.app.progress import Progress
    from errdex.nouns.sources import Environment


class Settling:
    """Brings trees into the catalogue, one transaction each."""

    def __init__(
        self, plans: Sequence[TreePlan], environment: Environment, options: IndexOptions, progress: Progress
    ) -> None:
        self._plans, self._environment, self._options, self._progress = plans, environment, options, progress
        self.rows: dict[int, int] = {}
        """Row of each settled tree, by its number in the run."""
        self.linked = 0

    def settle(self, *, whole: bool) -> None:
        """Settles all trees. `whole`: they are all that the environment has installed."""
        changed = self._changed()
        self._link(changed)
        with Writer(self._options.catalogue) as writer:
            members = [row for number, row in self.rows.items() if self._plans[number].chosen.installed]
            if members or whole:
                writer.put_environment(self._environment, members, complete=whole)
            outdated = writer.outdated(self.rows.values())
            again = [n for n, row in self.rows.items() if row in outdated and not self._plans[n].failure]
            for number in again:
                self._plans[number].recall(writer)
        self._link(again)

    def _changed(self) -> list[int]:
        """Numbers of trees to link; the others are settled as they are."""
        changed = []
        with Writer(self._options.catalogue) as writer:
            for number, plan in enumerate(self._plans):
                if plan.stored is not None and plan.is_unchanged:
                    self.rows[number] = plan.stored.row
                elif plan.stored is not None and plan.says_the_same:
                    writer.touch_distribution(plan.stored.row, plan.listing, plan.to_read)
                    self.rows[number] = plan.stored.row
                else:
                    changed.append(number)
        return changed

    def _link(self, numbers: Collection[int]) -> None:
        if not numbers:
            return
        tasks = sorted((self._task(number) for number in numbers), key=lambda task: (-task.size, task.tree))
        size = sum(task.size for task in tasks)
        self._progress.begin("linking", size)
        shared = LinkShared(self._options.catalogue, self._modules())
        with executor_for(self._options, size, len(tasks)) as executor:
            outcomes = executor.map_unordered(link_tree, tasks, shared)
            with Writer(self._options.catalogue) as writer:
                for outcome in outcomes:
                    plan = self._plans[outcome.given.tree]
                    done = isinstance(outcome, Done)
                    plan.failure = "" if isinstance(outcome, Done) else f"linking failed: {outcome.reason}"
                    state = plan.state(outcome.result if isinstance(outcome, Done) else None)
                    self.rows[outcome.given.tree] = writer.put_distribution(state)
                    self.linked += done
                    self._progress.advance(outcome.given.size, plan.name)

    def _task(self, number: int) -> LinkTask:
        plan = self._plans[number]
        contents = plan.contents
        files = [(file.path, file.module, contents[file.path]) for file in plan.tree.files if file.path in contents]
        return LinkTask(number, plan.size, tuple(files))

    def _modules(self) -> dict[str, int]:
        """Content row of every module of the environment, and of the run's own trees."""
        with Writer(self._options.catalogue) as writer:
            modules = writer.active_modules(self._environment)
        for plan in reversed(self._plans):
            for file in plan.tree.files:
                row = plan.contents.get(file.path)
                if file.module and row is not None:
                    modules[file.module] = row
        return modules
