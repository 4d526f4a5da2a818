"""The steps of indexing: which trees, what of them is new, reading, linking."""
