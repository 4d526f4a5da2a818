"""Errors that come from C: the texts that extension modules and the interpreter can print, read from their binaries."""
