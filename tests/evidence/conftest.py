from __future__ import annotations

import textwrap


class Written:
    """Modules given as text: `evidence.namespaces.ModuleTexts`."""

    def __init__(self, packages: tuple[str, ...] = (), /, **modules: str) -> None:
        self.modules = {name.replace("__", "."): textwrap.dedent(text) for name, text in modules.items()}
        self.packages = packages

    def text_of_module(self, module: str) -> str | None:
        return self.modules.get(module)

    def has_module(self, module: str) -> bool | None:
        return module in self.modules or (None if "." not in module else False)

    def is_package(self, module: str) -> bool:
        return module in self.packages
