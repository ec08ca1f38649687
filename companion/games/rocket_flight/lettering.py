"""Words on a drawing, letter by letter: one piece of text for many of them, which is far quicker to set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from .chart import num
from .maps import DATA

TYPE: Final[Mapping[str, Any]] = DATA["type"]
Face = Literal["regular", "bold"]
Word = tuple[str, float, float, float]  # where it stands, and how much of it lies before that: 0, ½ or 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Lettering:
    """Words of one kind: their letters, and where each of them stands."""

    text: str
    x: str
    y: str
    size: float
    ink: str
    face: Face


def lettered(words: Iterable[Word], size: float, ink: str, face: Face = "regular") -> Lettering:
    """All *words* with each letter where it would stand by itself."""
    text, across, down = "", [], []
    for word, x, y, before in words:
        x -= before * sum(_width(letter, size, face) for letter in word)
        for letter in word:
            text += letter
            across.append(num(x))
            down.append(num(y))
            x += _width(letter, size, face)
    return Lettering(text=text, x=" ".join(across), y=" ".join(down), size=size, ink=ink, face=face)


def _width(letter: str, size: float, face: Face) -> float:
    return float(TYPE["digit"] if letter.isdigit() else TYPE[face][letter]) / 1000 * size
