"""Ways in for people and programs. A surface reads its input, calls one use case, renders."""
