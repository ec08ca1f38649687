"""Every event of Project Universe in one sentence."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.events import Event
from companion.core.score import Seat
from companion.core.text import Msg, msg, msgs

from .happenings import (
    Adjusted,
    CameHome,
    CardPlayed,
    Conferred,
    Dealt,
    EffectUsed,
    Employed,
    Improved,
    Invested,
    Launched,
    Loaded,
    Moved,
    OfficeUsed,
    OrderAchieved,
    OrderNoted,
    OrderTaken,
    OvertimeSet,
    Ranked,
    SiteBuilt,
    Started,
    StationUsed,
    StepDone,
    TimeMoved,
    TokenSet,
    TrackSet,
    TurnEnded,
    TurnGiven,
    Turning,
    Waited,
    WhereSet,
)
from .words import AREAS, CARD_TYPES, EFFECTS, FACILITIES, HOMES, LETTERED, PARTS, PILES, STANDINGS, STOPS, WHEREABOUTS

STEP_WORDS: Mapping[str, Msg] = {
    "income": msg("Income"),
    "contribution": msg("Investment contribution"),
    "round_card": msg("Round card"),
    "time": msg("Time marker"),
    "action_cards": msg("Action cards"),
    "conference_cards": msg("Conference cards"),
    "rockets": msg("Rockets"),
}


def told(event: Event, names: Mapping[Seat, str]) -> Msg:
    """An event in one sentence."""
    if isinstance(event, Turning):
        return _turn(event, names.get(event.seat, ""))
    match event:
        case Dealt(seat=seat, destination=to, workforce=n):
            return msg("%(name)s, Initial Order: %(to)s, Workforce %(n)d", name=names[seat], to=LETTERED[to], n=n)
        case Started(seat=seat):
            return msg("%(name)s starts", name=names[seat])
        case TrackSet(round=round_, length=n) if n:
            return msgs("Round %(r)d: %(n)d step to Overtime", "Round %(r)d: %(n)d steps to Overtime", n, r=round_)
        case TrackSet(round=round_):
            return msg("Round %(r)d: the table watches the Time track", r=round_)
        case OvertimeSet(round=round_, on=on):
            return msg("Round %(r)d: Overtime", r=round_) if on else msg("Round %(r)d: no Overtime yet", r=round_)
        case TimeMoved(by=by):
            return msg("Time, by hand: %(by)s", by=f"{by:+d}")
        case Loaded(seat=seat, goods=goods, by=by):
            if by < 0:
                return msg("%(name)s unloads %(n)d: %(what)s", name=names[seat], n=-by, what=PILES[goods])
            return msg("%(name)s loads %(n)d: %(what)s", name=names[seat], n=by, what=PILES[goods])
        case Adjusted(seat=seat, what=what, by=by):
            return msg("%(name)s, by hand: %(what)s %(by)s", name=names[seat], what=PILES[what], by=f"{by:+d}")
        case OrderNoted(seat=seat, destination=to, standing=standing):
            return msg(
                "%(name)s, Order for %(to)s: %(how)s", name=names[seat], to=LETTERED[to], how=STANDINGS[standing]
            )
        case TokenSet(facility=facility, cell=cell, seat=seat):
            where = FACILITIES[facility]
            if not seat:
                return msg("%(where)s, cell %(n)d: no token", where=where, n=cell)
            return msg("%(where)s, cell %(n)d: a token of %(name)s", where=where, n=cell, name=names.get(seat, ""))
        case WhereSet(seat=seat, at=at):
            return msg("%(name)s, by hand: %(where)s", name=names[seat], where=WHEREABOUTS[at])
        case TurnGiven(seat=seat):
            return msg("It is the turn of %(name)s", name=names[seat])
        case Ranked(area=area, order=order):
            if not order:
                return msg("%(area)s area: the cells decide", area=AREAS[area])
            who = tuple(names.get(seat, "") for seat in order)
            return msg("%(area)s area, ahead among equals: %(names)s", area=AREAS[area], names=who)
        case StepDone(round=round_, step=step):
            return msg("Round %(r)d ends: %(step)s", r=round_, step=STEP_WORDS[step])
    return msg("Something happened")


def _turn(event: Turning, name: str) -> Msg:
    match event:
        case CardPlayed(card=None):
            return msg("%(name)s plays a card", name=name)
        case CardPlayed(card=card) if card:
            return msg("%(name)s plays a card: %(card)s", name=name, card=CARD_TYPES[card])
        case Conferred(steps=n):
            return msgs(
                "%(name)s holds a Conference: time +%(n)d", "%(name)s holds a Conference: time +%(n)d", n, name=name
            )
        case Launched(to="cell"):
            return msg("%(name)s launches", name=name)
        case Launched(to=to):
            return msg("%(name)s launches to %(to)s", name=name, to=STOPS[to])
        case Moved(to="cell"):
            return msg("%(name)s moves", name=name)
        case Moved(to=to):
            return msg("%(name)s moves to %(to)s", name=name, to=STOPS[to])
        case CameHome(cell=cell):
            return msg("%(name)s returns Home: %(what)s", name=name, what=HOMES[cell])
        case Waited():
            return msg("%(name)s is Home: time goes on", name=name)
        case TurnEnded():
            return msg("%(name)s is done", name=name)
        case EffectUsed(effect=effect):
            return msg("%(name)s, card effect: %(what)s", name=name, what=EFFECTS[effect])
    return _within(event, name)


def _within(event: Turning, name: str) -> Msg:
    match event:
        case OfficeUsed(office=office):
            return msg("%(name)s uses %(what)s", name=name, what=FACILITIES[office])
        case OrderTaken(destination=to):
            return msg("%(name)s receives an Order for %(to)s", name=name, to=LETTERED[to])
        case Improved(part=part):
            return msg("%(name)s improves the rocket: %(part)s", name=name, part=PARTS[part])
        case Invested(facility=facility, cell=n):
            return msg("%(name)s invests in %(what)s, cell %(n)d", name=name, what=FACILITIES[facility], n=n)
        case Employed(card=card):
            return msg("%(name)s employs: %(card)s", name=name, card=CARD_TYPES[card])
        case StationUsed(station=station):
            return msg("%(name)s uses the facility of %(what)s", name=name, what=LETTERED[station])
        case OrderAchieved(destination=to, vp=vp):
            return msg("%(name)s achieves the Order for %(to)s: %(n)d VP", name=name, to=LETTERED[to], n=vp)
        case SiteBuilt(vp=vp):
            return msg("%(name)s builds a construction site: %(n)d VP", name=name, n=vp)
    return msg("Something happened")
