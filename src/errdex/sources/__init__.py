"""Where code comes from: an environment, the standard library, a directory, an archive, the index, a repository.

Everything here reads files and names them; nothing of what it reads is imported or run.
"""
