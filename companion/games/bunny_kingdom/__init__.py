"""Bunny Kingdom: rabbits take a new world territory by territory, and each of four harvests pays strength × wealth."""

from __future__ import annotations

from companion.core.game import Accent, Game
from companion.core.text import msg

from .calculators import FIEF, FINAL, KINGDOM, PARCHMENTS_OF, PLACEMENT
from .count import COUNT
from .scoring import score
from .sheets import SHEETS
from .state import Options
from .track import SEATS
from .tracker import TRACKER

GAME = Game(
    slug="bunny-kingdom",
    title=msg("Bunny Kingdom"),
    about=msg("Take land, build cities, harvest carrots"),
    length=msg("about 45 minutes"),
    home=__file__,
    seats=SEATS,
    options=Options,
    score=score,
    count=COUNT,
    credit=msg("A game by Richard Garfield, published by IELLO in 2017. All words here are our own."),
    accent=Accent(light="#a8410b", light_wash="#f7e3cf", dark="#f2a069", dark_wash="#3a2415"),
    sheets=SHEETS,
    tracker=TRACKER,
    calculators=(FIEF, KINGDOM, PARCHMENTS_OF, PLACEMENT, FINAL),
)
