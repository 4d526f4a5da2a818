"""One file's text → what it says by itself (`FileFacts`)."""
