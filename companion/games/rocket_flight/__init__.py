"""Rocket Flight: a crew flies one rocket through the Solar System with pencil and cards, and home again."""

from __future__ import annotations

from companion.core.game import Accent, Game
from companion.core.text import msg

from .calculators import DRAW, FLIGHT, MOVES
from .count import COUNT
from .logbook import VERIFY
from .scoring import score
from .sheets import SHEETS
from .state import Options
from .tracker import TRACKER

GAME = Game(
    slug="rocket-flight",
    title=msg("Rocket Flight"),
    about=msg("Fly one rocket together, by pencil and cards"),
    length=msg("30 to 45 minutes"),
    home=__file__,
    seats=range(1, 5),
    options=Options,
    score=score,
    count=COUNT,
    credit=msg("After Space Explorer by Sid Sackson (1977); maps, drawings and words are our own."),
    accent=Accent(light="#63398a", light_wash="#e9dfee", dark="#c6a6ea", dark_wash="#2c1f3b"),
    sheets=SHEETS,
    tracker=TRACKER,
    calculators=(DRAW, FLIGHT, VERIFY, MOVES),
)
