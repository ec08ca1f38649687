"""A game's own data files, read once when the game is imported."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def data(module: str, name: str = "data.toml") -> dict[str, Any]:
    """The tables of *name* beside the file *module* (pass ``__file__``)."""
    return tomllib.loads(Path(module).with_name(name).read_text("utf-8"))
