"""One SQLite file that holds everything errdex has read: content-addressed, written in short transactions, read cold."""
