"""The append-only log of every play, and who may see or write it."""
