"""Runs a function over many inputs: in this process, or in several."""
