"""What printed sheets ask, whatever the game: the paper, how many play, their names, the play they tell of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Le, MaxLen, MinLen

from companion.core.shape import Label, Name, Shape
from companion.core.text import msg

Paper = Literal["a4", "letter"]
PAPERS = (("a4", msg("A4")), ("letter", msg("US Letter")))
PlayCode = Annotated[str, MinLen(1), MaxLen(20), Label(msg("Code of the play"))]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperOptions(Shape):
    """What every sheet asks: the paper."""

    paper: Annotated[Paper, Label(msg("Paper"), words=PAPERS)] = "a4"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedOptions(PaperOptions):
    """A sheet for a number of players, or for these names."""

    players: Annotated[int, Ge(0), Le(12), Label(msg("Players"), msg("0: as many as can play"))] = 0
    name: Annotated[tuple[Name, ...], MaxLen(12), Label(msg("Names"))] = ()

    def seated(self, most: int) -> tuple[str, ...]:
        """A name for each player, at most *most*; empty strings where it is written by hand.

        >>> SeatedOptions(players=2).seated(4)
        ('', '')
        """
        return (self.name or ("",) * (self.players or most))[:most]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions(PaperOptions):
    """A sheet that tells of one play; it is filled with what the asking device may see of it."""

    play: PlayCode
