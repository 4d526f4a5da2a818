"""What surrounds an error in a paste, taken off: colours, escapes, quotes, prefixes of log carriers, wrapped lines."""
