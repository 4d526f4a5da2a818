"""The words every stage may use: frozen values of plain types, no I/O. `docs/concepts.md` defines them."""
