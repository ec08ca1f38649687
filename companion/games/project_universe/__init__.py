"""Project Universe: companies send rockets to the stations, on time if they can."""

from __future__ import annotations

from companion.core.game import Accent, Game
from companion.core.text import msg

from .calculators import CALCULATORS
from .count import COUNT
from .scoring import score
from .sheets import SHEETS
from .state import Options
from .tracker import TRACKER

GAME = Game(
    slug="project-universe",
    title=msg("Project Universe"),
    about=msg("Run a rocket company for three rounds"),
    length=msg("60 to 120 minutes"),
    home=__file__,
    seats=range(2, 5),
    options=Options,
    score=score,
    count=COUNT,
    credit=msg("Game by Kentaro Yazawa, drawn by Tori Hasegawa, published by HOY GAMES (2019)."),
    accent=Accent(light="#1b4c7a", light_wash="#dce6ec", dark="#8dbbe8", dark_wash="#16283a"),
    calculators=CALCULATORS,
    sheets=SHEETS,
    tracker=TRACKER,
)
