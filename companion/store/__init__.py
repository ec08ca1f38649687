"""The append-only log of every play, and who may see or write it."""

from __future__ import annotations

from pathlib import Path

from companion.store.log import Log
from companion.store.tables import engine, migrate


def opened(data_dir: Path) -> Log:
    """The log of the plays in *data_dir*, made and brought up to date where need be."""
    data_dir.mkdir(parents=True, exist_ok=True)
    made = engine(data_dir / "plays.db")
    migrate(made)
    return Log(made)
