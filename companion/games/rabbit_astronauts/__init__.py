"""A game of rabbits in training for Space, together or against one another. Its published title is unknown to us."""

from __future__ import annotations

from companion.core.data import data
from companion.core.game import Accent, Game
from companion.core.text import msg, verbatim

from .calculators import CALCULATORS
from .count import COUNT
from .scoring import score
from .sheets import SHEETS
from .state import Options
from .tracker import TRACKER

DATA = data(__file__)

GAME = Game(
    slug="rabbit-astronauts",
    title=verbatim(DATA["game"]["title"]),
    about=msg("Train rabbits and send them into Space, together"),
    length=msg("7 rounds"),
    home=__file__,
    seats=range(1, DATA["box"]["seats"] + 1),
    options=Options,
    score=score,
    count=COUNT,
    credit=msg("The published title is unknown to us; rules as on the Board Game Arena help page."),
    accent=Accent(light="#982352", light_wash="#f5dee1", dark="#f194b0", dark_wash="#3a1a26"),
    calculators=CALCULATORS,
    sheets=SHEETS,
    tracker=TRACKER,
)
