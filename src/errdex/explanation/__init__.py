"""From a match to why it happened and what is known that helps. Pure: source and sites are passed in."""
