"""Space Pioneers: networks of spaceships and planets; planets that come up twice are captured."""

from __future__ import annotations

from companion.core.data import data
from companion.core.game import Accent, Game
from companion.core.text import msg

from .calculators import CALCULATORS
from .count import COUNT
from .scoring import score
from .sheets import SHEETS
from .state import Options
from .tracker import TRACKER

PLAYERS = data(__file__)["players"]

GAME = Game(
    slug="space-pioneers",
    title=msg("Space Pioneers"),
    about=msg("Link planets by spaceships and capture them"),
    length=msg("Until the deck runs out"),
    home=__file__,
    seats=range(PLAYERS["least"], PLAYERS["most"] + 1),
    options=Options,
    score=score,
    count=COUNT,
    credit=msg("Space Pioneers (2016); the rules that we have, in French, name no author and no publisher."),
    accent=Accent(light="#0f6157", light_wash="#d9e8df", dark="#74c9bb", dark_wash="#12312c"),
    sheets=SHEETS,
    tracker=TRACKER,
    calculators=CALCULATORS,
)
