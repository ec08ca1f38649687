"""What lies in front of everybody at the end of a fair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from companion.core.shape import Count, Label, Shape
from companion.core.text import msg

FLOWERS = (("rose", msg("Rose")), ("tulip", msg("Tulip")), ("daisy", msg("Daisy")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot(Shape):
    """One seat: carrots and burrows are tokens, flowers kinds, ribbons the keys of those won."""

    carrots: Annotated[Count, Label(msg("Carrots"), msg("tokens in front of you"), "carrots")] = 0
    burrows: Annotated[Count, Label(msg("Burrows"), rule="burrows")] = 0
    flowers: Annotated[tuple[str, ...], Label(msg("Kinds of flower"), rule="burrows", words=FLOWERS)] = ()
    ribbons: Annotated[tuple[str, ...], Label(msg("Ribbons"), rule="ribbons")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fair:
    """The whole table, by seat in seating order."""

    plots: Mapping[int, Plot]
