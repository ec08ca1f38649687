"""A flight as a line of text, as one types or keeps it: ``^4, 2, 5 NE / x 1 2 / 3, 6 sharp left``.

=====================  ==================================================================
``3`` or ``move 3``    fly 3 cells straight on
``5 NE``, ``turn 5 NE``  turn to a heading: NE, E, SE, SW, W, NW
``5 left``             turn to a side, as seen from the rocket; a 6 says which corner: ``6 wide left``,
                       ``6 sharp right`` (short: ``5L``, ``6WL``, ``6SR``)
``^4``, ``takeoff 4``  take off in the direction of the 4
``x 1 2``, ``pass 1 2``  pass: discard these cards (also ``discard``, ``swap``); ``x`` alone where nobody knows which
``/``                  the next player's turn (also ``;``, ``|`` or a new line)
=====================  ==================================================================

Commas between plays may be left out; an ace is ``1`` or ``A``; capitals do not matter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final, get_args

from companion.core.errors import Refused
from companion.core.text import Msg, msg

from .engine import VALUES, Play, Side, Turn, ambiguous
from .geometry import HEADINGS, Heading

_TO = r"(?:(?P<heading>[ns]?[ew])|(?P<corner>wide|sharp|[ws])?\s*(?P<side>left|right|[lr]))(?![a-z])"
_PLAY = re.compile(
    rf"(?P<verb>take\s*-?\s*off|\^|move|turn)?\s*(?P<card>\d+|ace\b|a(?![a-z]))\s*(?:to\s+)?(?:{_TO})?",
    re.IGNORECASE | re.ASCII,
)
_PASS = re.compile(r"(?:pass|discard|swap|x)\b\s*(?P<cards>[\s,\da]*)$|x(?P<short>\d+)$", re.IGNORECASE | re.ASCII)
_BETWEEN = re.compile(r"[\s,.]*")
_TURNS = re.compile(r"[/;|\n]")
_SIDES: Final[dict[str, Side]] = {side: side for side in get_args(Side)}
_SHORT: Final = {"w": "wide", "s": "sharp", "l": "left", "r": "right"}
TAKEOFF_SIGN, PASS_SIGN = "^", "x"
HOW: Final[Msg] = msg("Write 3 to move, 5 NE or 5 left to turn, ^4 to take off, x 1 2 to pass, / between turns.")


def read_turns(text: str, field: str) -> tuple[Turn, ...]:
    """The turns that *text* says. Refused, for *field*, with the number of the turn and the play."""
    plain = unicodedata.normalize("NFKC", text)
    parts = [part for part in (part.strip().strip(" ,.").strip() for part in _TURNS.split(plain)) if part]
    return tuple(_turn(part, number, field) for number, part in enumerate(parts, 1))


def read_turn(text: str, field: str) -> Turn:
    """The one turn that *text* says; an empty text is a turn in which nothing is done."""
    turns = read_turns(text, field)
    if len(turns) > 1:
        raise Refused(msg("Write one turn here, without %(sign)s.", sign="/").under("notation"), field)
    return turns[0] if turns else Turn()


def written(turns: Iterable[Turn]) -> str:
    """*turns* as a line that :func:`read_turns` reads back."""
    return " / ".join(_written(turn) for turn in turns)


def _written(turn: Turn) -> str:
    if turn.is_pass:
        return " ".join([PASS_SIGN, *map(str, turn.discard)])
    return ", ".join(map(_play_written, turn.plays))


def _play_written(play: Play) -> str:
    if play.use == "takeoff":
        return f"{TAKEOFF_SIGN}{play.card}"
    return f"{play.card} {play.to}" if play.use == "turn" else str(play.card)


def _turn(text: str, number: int, field: str) -> Turn:
    if passed := _PASS.match(text):
        found = re.findall(r"\d|a", passed["cards"] or passed["short"] or "", re.IGNORECASE)
        return Turn(passed=True, discard=tuple(_card(card, number, n, field) for n, card in enumerate(found, 1)))
    plays: list[Play] = []
    at = 0
    while at < len(text):
        found_play = _PLAY.match(text, at)
        if not found_play:
            raise _refused(text[at:], number, len(plays) + 1, field)
        plays.append(_play(found_play, number, len(plays) + 1, field))
        between = _BETWEEN.match(text, found_play.end())
        at = between.end() if between else len(text)
    return Turn(plays=tuple(plays))


def _play(found: re.Match[str], turn: int, play: int, field: str) -> Play:
    verb, aimed = (found["verb"] or "").lower(), _to(found)
    card = _card(found["card"], turn, play, field)
    if verb.startswith(("take", TAKEOFF_SIGN)):
        return Play(card=card, use="takeoff", to=aimed)
    if verb == "turn" and not aimed:
        raise Refused(
            msg(
                "Turn %(turn)d, play %(play)d: say which way it turns, like 5 NE or 5 left.", turn=turn, play=play
            ).under("notation"),
            field,
        )
    return _clear(Play(card=card, use="turn" if aimed and verb != "move" else "move", to=aimed), turn, play, field)


def _clear(made: Play, turn: int, play: int, field: str) -> Play:
    if not ambiguous(made):
        return made
    raise Refused(
        msg(
            "Turn %(turn)d, play %(play)d: a %(card)d makes both corners. Write “wide” or “sharp” before the side.",
            turn=turn,
            play=play,
            card=made.card,
        ).under("turning"),
        field,
    )


def _to(found: re.Match[str]) -> Heading | Side | None:
    """The heading or side that was typed, however short; None for straight on."""
    if found["heading"]:
        return next(heading for heading in HEADINGS if heading == found["heading"].upper())
    words = [_SHORT[part[0].lower()] for part in (found["corner"], found["side"]) if part]
    return _SIDES.get(" ".join(words))


def _card(text: str, turn: int, play: int, field: str) -> int:
    value = min(VALUES) if text[0] in "aA" else int(text[:4])
    if value not in VALUES:
        raise Refused(
            msg(
                "Turn %(turn)d, play %(play)d: “%(text)s” is no card; they go from %(low)d to %(high)d.",
                turn=turn,
                play=play,
                text=text[:10],
                low=min(VALUES),
                high=max(VALUES),
            ).under("notation"),
            field,
        )
    return value


def _refused(rest: str, turn: int, play: int, field: str) -> Refused:
    if _PASS.match(rest):
        return Refused(
            msg("Turn %(turn)d: a pass is a whole turn; nothing else is played.", turn=turn).under("pass"), field
        )
    return Refused(
        msg(
            "Turn %(turn)d, play %(play)d: “%(text)s” is not understood. %(how)s",
            turn=turn,
            play=play,
            text=rest.split()[0][:20],
            how=HOW,
        ).under("notation"),
        field,
    )
