"""How nouns look: terminal text, JSON, Markdown. No wording of facts, no I/O."""
