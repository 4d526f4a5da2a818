"""The parts of `errdex watch`: what to read, what it means, and what is counted."""
