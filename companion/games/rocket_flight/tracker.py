"""Rocket Flight from take-off to landing: fuel and planets only, every card on the map, or the hands as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from companion.core.errors import Missing, NotNow, Refused
from companion.core.events import Arrived, Corrected, Depth, Event, Left, PhaseEnded, Reordered
from companion.core.game import TABLE, Input, Onward, Option, Phase, Setting, Step, Tally, Tracker, Where
from companion.core.score import Seat
from companion.core.secrets import Hidden
from companion.core.shape import READABLE
from companion.core.text import Doubt, Msg, msg, msgs

from . import count
from .cockpit import cockpit, said_play
from .draw import COPIES, LENGTH, Drawn, draw
from .engine import DISCARD, MOST, VALUES, Play, Refusal, Rocket, Turn, fly, judge, moves, passing
from .fuel import DECK, FIRST, HAND, deal, drawn, spent
from .happenings import (
    FLIGHT,
    NO_CARDS,
    UNKNOWN,
    Dealt,
    Flew,
    FlightChosen,
    Flown,
    GivenUp,
    Marked,
    Passed,
    TurnDone,
    Visited,
    Voyage,
)
from .maps import ROUTE, board
from .notation import read_turn, written
from .state import Flown as Ended
from .state import Options
from .words import PLANETS, why

# ---------------------------------------------------------------- what happens


def new(setting: Setting) -> Voyage:
    """On Earth, with the first division marked."""
    options = setting.options if isinstance(setting.options, Options) else Options()
    blank = Voyage(seats=setting.seats, acting=setting.start, options=options, pile=deal(len(setting.seats)))
    return placed(
        replace(
            blank,
            flight=agreed(options.flight),
            pile=deal(len(setting.seats), blank.most),
            hands={seat: Hidden(owner=seat, count=HAND) for seat in setting.seats},
        )
    )


def agreed(code: str) -> Drawn | None:
    """The flight that the house rules name; None where they name none that can be read."""
    try:
        return draw(code) if code.strip() else None
    except Refused:
        return None


def apply(voyage: Voyage, event: Event) -> Voyage:
    """The flight after *event*. Raises Refused for a card that may not be played so, NotNow for another moment."""
    match event:
        case FlightChosen(code=code, map=key):
            return chosen(voyage, code, key)
        case Dealt():
            return dealt(voyage, event)
        case Flew():
            return flew(voyage, event)
        case TurnDone():
            return turn_done(voyage, event)
        case Passed():
            return passed(voyage, event)
        case Marked(by=by):
            if voyage.fuel + by < FIRST:
                raise NotNow(
                    msg(
                        "The first division is marked before the flight begins, so at least %(n)d is used.", n=FIRST
                    ).under("fuel-mark")
                )
            return limited(replace(voyage, marked=voyage.marked + by))
        case Visited(n=n):
            return visited(voyage, n)
        case GivenUp():
            _on(voyage)
            return replace(voyage, given_up=True)
        case PhaseEnded(round=round_):
            return visited(voyage, round_)
        case Arrived(seat=seat):
            return arrived(voyage, seat)
        case Left(seat=seat):
            return left(voyage, seat)
        case Reordered(order=order):
            return replace(voyage, seats=order)
    return voyage


def _on(voyage: Voyage) -> None:
    """Refuses whatever comes after the end."""
    if voyage.is_home:
        raise NotNow(msg("The flight is over: the rocket is home.").under("home"))
    if voyage.is_lost:
        raise NotNow(msg("The flight is over: the rocket is lost in space.").under("lost"))


def chosen(voyage: Voyage, code: str, key: str) -> Voyage:
    """The flight of a code. Refused once a card was played: take the cards back first."""
    if voyage.has_begun:
        raise NotNow(
            msg("The rocket has left Earth already. Take the cards back to choose another flight.").under("code")
        )
    flight = draw(code, None if key == "code" else key)  # type: ignore[arg-type]  # the other choices are maps
    return placed(replace(voyage, flight=flight, stretches=()))


def placed(voyage: Voyage) -> Voyage:
    """The rocket where the crew says it has got to: ready to leave Earth, or on the planet visited last."""
    if voyage.flight is None:
        return voyage
    if not voyage.visited:
        return replace(voyage, rocket=voyage.flight.start)
    symbol = ROUTE[voyage.visited - 1]
    cell = board(voyage.flight.map).numbered[symbol][voyage.flight.planets[symbol] - 1]
    before = voyage.rocket.drawn if voyage.rocket else frozenset()
    return replace(voyage, rocket=Rocket(cell=cell, on_planet=True, visited=voyage.visited, drawn=before))


def visited(voyage: Voyage, n: int) -> Voyage:
    """Landed on the *n*-th planet, as the crew says."""
    _on(voyage)
    if n <= voyage.visited:
        raise NotNow(msg("%(planet)s is visited already.", planet=PLANETS[ROUTE[n - 1]]).under("order"))
    if n > voyage.visited + 1:
        raise NotNow(msg("%(planet)s comes first.", planet=PLANETS[ROUTE[voyage.visited]]).under("order"))
    return placed(replace(voyage, visited=n, by_hand=(*voyage.by_hand, ROUTE[n - 1])))


def flew(voyage: Voyage, event: Flew) -> Voyage:
    """One card played: judged on the map, and by the hand where the phone holds it."""
    _on(voyage)
    if voyage.flight is None or voyage.rocket is None:
        raise NotNow(msg("Choose the flight first: then the map knows its planets.").under("code"))
    _of_this_turn(voyage, event.turn)
    if event.seat != voyage.acting:
        if event.seat not in voyage.seats:
            raise Missing(msg("Nobody sits there."), "seat")
        raise NotNow(msg("It is somebody else's turn.").under("turn"))
    if event.card and event.card <= len(voyage.played):
        raise NotNow(msg("That card is played already.").under("turn"))
    if len(voyage.played) >= MOST:
        raise NotNow(msg("Three cards are played: the turn is over.").under("turn"))
    play = the_play(event.play)
    hands = without(voyage, (play.card,))
    reading = voyage.options.turn_reading
    field = voyage.flight.field
    if refusal := judge(field, voyage.rocket, play, reading):
        raise Refused(_sentence(refusal, voyage), "play")
    rocket = fly(field, voyage.rocket, play, reading)
    line = ((voyage.rocket.cell, rocket.cell),) if play.use == "move" else ()
    after = replace(
        voyage,
        rocket=rocket,
        visited=rocket.visited,
        stretches=voyage.stretches + line,
        played=(*voyage.played, play),
        hands=hands,
        heap=(*voyage.heap, play.card),
        pile=spent(voyage.pile, 1),
    )
    return ended(after, Turn(plays=after.played)) if after.is_home else after


def the_play(text: str) -> Play:
    """The one play that *text* says. Raises Refused for anything else."""
    turn = read_turn(text, "play")
    if len(turn.plays) != 1:
        raise Refused(msg("Write one card: 3 to move, 5 NE to turn, ^4 to take off.").under("notation"), "play")
    return turn.plays[0]


def _sentence(refusal: Refusal, voyage: Voyage) -> Msg:
    printed = board(voyage.flight.map if voyage.flight else "normal")
    return why(refusal, printed.cell_name)


def _of_this_turn(voyage: Voyage, turn: int) -> None:
    if turn and turn != voyage.turn:
        raise NotNow(msg("That turn is over already.").under("turn"))


def without(voyage: Voyage, cards: tuple[int, ...]) -> Mapping[Seat, Hidden]:
    """The hands after *cards* have left the one whose turn it is. Refuses a card that is surely not in it."""
    hand = voyage.hand
    keys, unknown = list(hand.keys), hand.count - len(hand.keys)
    for card in cards:
        if str(card) in keys:
            keys.remove(str(card))
        elif unknown > 0:
            unknown -= 1
        else:
            raise Refused(_sentence(Refusal("card_not_in_hand"), voyage), "play")
    rest = replace(hand, count=hand.count - len(cards), keys=tuple(keys))
    return {**voyage.hands, voyage.acting: rest}


def turn_done(voyage: Voyage, event: TurnDone) -> Voyage:
    """The turn ends: cards are drawn, and the next one who holds any plays on."""
    _on(voyage)
    _of_this_turn(voyage, event.turn)
    if not voyage.played:
        raise NotNow(msg("Play at least one card, or pass.").under("turn"))
    return ended(refilled(voyage, HAND, event.shuffled), Turn(plays=voyage.played))


def passed(voyage: Voyage, event: Passed) -> Voyage:
    """Two cards are changed, and the turn is over."""
    _on(voyage)
    _of_this_turn(voyage, event.turn)
    if voyage.played:
        raise NotNow(msg("A pass is a whole turn; nothing else is played.").under("pass"))
    cards = voyage.hand.count
    known = tuple(map(int, voyage.hand.keys)) if len(voyage.hand.keys) == cards else ()
    refusal = passing(event.discard, known or (UNKNOWN,) * cards) if event.discard or voyage.on_phones else None
    if refusal and (known or refusal.reason != "card_not_in_hand"):
        raise Refused(_sentence(refusal, voyage), "discard")
    gone = event.discard or (UNKNOWN,) * min(DISCARD, cards)
    hands = without(voyage, gone) if event.discard else _fewer(voyage, len(gone))
    heap, pile = (*voyage.heap, *gone), spent(voyage.pile, len(gone))
    after = replace(voyage, hands=hands, heap=heap, pile=pile)
    return ended(
        refilled(after, after.hand.count + len(gone), event.shuffled), Turn(discard=event.discard, passed=True)
    )


def _fewer(voyage: Voyage, cards: int) -> Mapping[Seat, Hidden]:
    return {**voyage.hands, voyage.acting: replace(voyage.hand, count=voyage.hand.count - cards)}


def refilled(voyage: Voyage, most: int, shuffled: Hidden) -> Voyage:
    """Cards drawn up to *most* by the player of this turn; a used-up pile is made anew of the heap."""
    return taking(voyage, voyage.acting, most, shuffled)


def taking(voyage: Voyage, seat: Seat, most: int, shuffled: Hidden) -> Voyage:
    """*seat* draws up to *most* cards, one after another."""
    while voyage.hands[seat].count < most:
        pile, got = drawn(replace(voyage.pile, most=_room(voyage)), 1)
        if not got:
            break
        deck, heap = voyage.deck, voyage.heap
        if pile.marks > voyage.pile.marks:
            deck, heap = Hidden(owner=TABLE, count=voyage.pile.heap, keys=shuffled.keys), ()
            voyage = replace(voyage, are_cards_lost=voyage.on_phones and lacks(deck))
        hand = voyage.hands[seat]
        hand = replace(hand, count=hand.count + 1, keys=(*hand.keys, *deck.keys[:1]))
        deck = replace(deck, count=max(0, deck.count - 1), keys=deck.keys[1:])
        voyage = replace(voyage, pile=pile, deck=deck, heap=heap, hands={**voyage.hands, seat: hand})
    return voyage


def _room(voyage: Voyage) -> int | None:
    """Marks that the pile may come to, those marked by hand taken off."""
    return None if voyage.most is None else voyage.most - voyage.marked


def limited(voyage: Voyage) -> Voyage:
    """The pile knows how far it may go."""
    return replace(voyage, pile=replace(voyage.pile, most=_room(voyage)))


def ended(voyage: Voyage, turn: Turn) -> Voyage:
    """The turn is written down, and the next player who holds a card has theirs."""
    past = (*voyage.past, Flown(seat=voyage.acting, turn=turn))
    return replace(voyage, past=past, played=(), turn=voyage.turn + 1, acting=voyage.following)


def dealt(voyage: Voyage, event: Dealt) -> Voyage:
    """The phone holds the cards from now on: at the start, or anew once its deck is lost."""
    if voyage.has_begun and not voyage.are_cards_lost:
        raise NotNow(msg("The flight is on its way; the cards stay where they are.").under("setup"))
    if not event.hands:
        raise Refused(msg("Nothing was dealt.").under("setup"))
    are_open = voyage.options.hands == "open"
    hands = {hand.owner: replace(hand, open=are_open) for hand in event.hands if hand.owner in voyage.seats}
    if set(hands) != set(voyage.seats):
        raise Refused(msg("Every person needs a hand.").under("setup"))
    return replace(
        voyage,
        on_phones=True,
        are_cards_lost=any(lacks(held) for held in (event.deck, *hands.values())),
        hands=hands,
        deck=event.deck,
        heap=voyage.heap if voyage.has_begun else (),
    )


def lacks(held: Hidden) -> bool:
    """Whether some of the cards are not known even here: an export leaves out what its phone may not see."""
    return len(held.keys) < held.count


def arrived(voyage: Voyage, seat: Seat) -> Voyage:
    """A newcomer draws a hand from what is left of the pile."""
    are_open = voyage.on_phones and voyage.options.hands == "open"
    hands = {**voyage.hands, seat: Hidden(owner=seat, count=0, open=are_open)}
    voyage = limited(replace(voyage, seats=(*voyage.seats, seat), hands=hands))
    return taking(voyage, seat, min(HAND, voyage.pile.left), NO_CARDS)


def left(voyage: Voyage, seat: Seat) -> Voyage:
    """The cards of whoever leaves go to the heap, and the turn to the next; what they have just played was a turn."""
    hand = voyage.hands[seat]
    gone = (*map(int, hand.keys), *(UNKNOWN,) * (hand.count - len(hand.keys)))
    if seat == voyage.acting:
        voyage = ended(voyage, Turn(plays=voyage.played)) if voyage.played else replace(voyage, acting=voyage.following)
    return limited(
        replace(
            voyage,
            seats=tuple(one for one in voyage.seats if one != seat),
            hands={one: held for one, held in voyage.hands.items() if one != seat},
            heap=(*voyage.heap, *gone),
            pile=spent(voyage.pile, len(gone)),
        )
    )


# ---------------------------------------------------------------- chance


def chance(voyage: Voyage, event: Event, below: Callable[[int], int]) -> Event:
    """*event* with what is drawn for it: a code, a deal, a new pile where one is needed. A phone cannot choose it."""
    match event:
        case FlightChosen(code=code) if not code.strip():
            return replace(event, code="".join(READABLE[below(len(READABLE))] for _ in range(LENGTH)))
        case Dealt():
            return deal_of(voyage, event, below)
        case TurnDone():
            return replace(event, shuffled=new_pile(voyage, (), HAND - voyage.hand.count, below))
        case Passed(discard=discard):
            return replace(event, shuffled=new_pile(voyage, discard, len(discard), below))
        case Corrected(event=Dealt() | TurnDone() | Passed()):
            raise NotNow(msg("This step cannot be corrected; it can be taken back.").under("setup"))
    return event


def private(voyage: Voyage, event: Event) -> frozenset[Seat]:
    """Whose hidden cards are played or changed."""
    if not voyage.on_phones or voyage.options.hands == "open":
        return frozenset()
    match event:
        case Flew(seat=seat) | Corrected(event=Flew(seat=seat)):
            return frozenset({seat})
        case Passed():
            return frozenset({voyage.acting})
    return frozenset()


def deal_of(voyage: Voyage, event: Dealt, below: Callable[[int], int]) -> Dealt:
    """Hands and deck drawn: all cards at the start; on the way those that nobody saw, known hands stay as they are."""
    kept = voyage.hands if voyage.has_begun else {}
    seen = Counter(voyage.heap if voyage.has_begun else ())
    for hand in kept.values():
        seen.update(() if lacks(hand) else map(int, hand.keys))
    cards = shuffled([str(card) for card in (Counter(VALUES * COPIES) - seen).elements()], below)
    hands = []
    for seat in voyage.seats:
        hand = kept.get(seat, Hidden(owner=seat, count=HAND))
        if lacks(hand):
            hand, cards = replace(hand, keys=tuple(cards[: hand.count])), cards[hand.count :]
        hands.append(hand)
    rest = cards[: voyage.pile.left] if voyage.has_begun else cards
    return replace(event, hands=tuple(hands), deck=Hidden(owner=TABLE, count=len(rest), keys=tuple(rest)))


def new_pile(voyage: Voyage, discard: tuple[int, ...], needed: int, below: Callable[[int], int]) -> Hidden:
    """The heap in a new order, if so many cards cannot be drawn without it; nothing where real cards are shuffled."""
    heap = [str(card) for card in (*voyage.heap, *discard) if card != UNKNOWN]
    if not voyage.on_phones or needed <= voyage.pile.left or not heap:
        return NO_CARDS
    return Hidden(owner=TABLE, count=len(heap), keys=tuple(shuffled(heap, below)))


def shuffled(cards: list[str], below: Callable[[int], int]) -> list[str]:
    """*cards* in an order drawn with *below*, every order as likely as any other."""
    rest, found = list(cards), []
    while rest:
        found.append(rest.pop(below(len(rest))))
    return found


# ---------------------------------------------------------------- what is known


def where(voyage: Voyage) -> Where | None:
    """The leg that is flown; whoever's turn it is acts, as far as the phone follows turns."""
    if voyage.is_over:
        return None
    acting = (voyage.acting,) if voyage.has_begun or voyage.on_phones else voyage.seats
    return Where(round=voyage.visited + 1, phase=FLIGHT, acting=acting)


def known(voyage: Voyage) -> dict[tuple[str, Seat], str | tuple[str, ...] | Mapping[str, int]]:
    """Whether the crew is home, how far it came, and the fuel."""
    found: dict[tuple[str, Seat], str | tuple[str, ...] | Mapping[str, int]] = {}
    if voyage.is_home:
        found["home", TABLE] = "1"
        found["fuel", TABLE] = str(voyage.fuel)
        if voyage.has_begun and voyage.most != voyage.fuel:
            found["unmarked", TABLE] = str(int(voyage.pile.left == 0))
    elif voyage.is_lost:
        found["home", TABLE] = "0"
        found["planets", TABLE] = str(voyage.visited)
    return found


def final(voyage: Voyage, tally: Tally) -> Ended:
    """The end as counted, with the flight as it was flown."""
    ended_ = count.flown(tally)
    if voyage.flight is None:
        return ended_
    return replace(
        ended_,
        code=voyage.flight.full_code,
        turns=voyage.turns(),
        stretches=voyage.stretches,
        by_hand=voyage.by_hand,
        names=tuple(tally.names.values()),
    )


def doubts(voyage: Voyage) -> tuple[Doubt, ...]:
    """What looks odd: more fuel than there is."""
    if voyage.most is not None and voyage.fuel > voyage.most:
        return (
            msg("%(n)d divisions are marked; this crew may mark %(most)d.", n=voyage.fuel, most=voyage.most).under(
                "fuel-limit"
            ),
        )
    return ()


# ---------------------------------------------------------------- setup and phase


def setup(setting: Setting) -> tuple[Step, ...]:
    """From an ordinary deck to the first card."""
    crew = len(setting.seats)
    flight, start = msg("The flight"), msg("The start")
    return (
        Step(
            key="deck",
            group=flight,
            rule="deck",
            text=msg("Take the aces to sixes out of a deck: %(n)d cards", n=DECK),
            more=msg("Four of each; an ace is a 1"),
        ),
        Step(
            key="sheet",
            group=flight,
            rule="maps",
            text=msg("Lay a flight sheet and a pencil in the middle"),
            more=msg("Prepared for a code, or blank"),
        ),
        Step(
            key="planets",
            group=flight,
            rule="setup",
            text=msg("Ring the nine planets, Mercury first, Earth third"),
            more=msg("On a blank sheet: one card for each, none put back"),
        ),
        Step(
            key="direction",
            group=flight,
            rule="setup",
            text=msg("Draw the arrow by which the rocket leaves Earth"),
            more=msg("One more card, and the take-off diagram"),
        ),
        Step(
            key="hands",
            group=start,
            rule="setup",
            text=msg("Shuffle all %(n)d cards and deal %(hand)d to each player", n=DECK, hand=HAND),
            more=msgs("%(n)d card is left as the pile", "%(n)d cards are left as the pile", DECK - HAND * crew),
        ),
        Step(
            key="fuel",
            group=start,
            rule="fuel-mark",
            text=msg("Mark the first division of fuel"),
            more=_limit_said(setting),
        ),
        Step(
            key="silence",
            group=start,
            rule="talking",
            text=msg("Agree whether you talk: by the rules nobody tells plans or cards"),
        ),
    )


def _limit_said(setting: Setting) -> Msg:
    most = new(setting).most
    if most is None:
        return msg("No limit: the fewer divisions, the better")
    return msg("This crew may mark %(n)d in all", n=most)


def todo(voyage: Voyage) -> tuple[Msg, ...]:
    """What to do, in three lines."""
    due = voyage.due
    first = (
        msg("Fly to %(planet)s and land by exact count.", planet=PLANETS[due]) if due else msg("The rocket is home.")
    )
    second = msg("Play one to three cards, then draw back to three; or pass: discard two, draw two.")
    if voyage.is_last_phase:
        second = msg("The last cards: nobody draws any more.")
    if voyage.options.hands == "open" or len(voyage.seats) == 1:
        return first, second
    return first, second, msg("Not a word about plans and cards.")


def onward(voyage: Voyage, depth: Depth) -> Onward | None:
    """Where only fuel and planets are kept, the large button says that the rocket has landed."""
    if depth == "full" or voyage.due is None:
        return Onward(label=msg("Done"))
    return Onward(label=msg("Landed"), event=Visited(n=voyage.visited + 1))


def hand_choices(voyage: Voyage, seat: Seat) -> tuple[Option, ...]:
    """Everything that the hand of *seat* can do, where it is their turn."""
    hand = voyage.hands.get(seat)
    if hand is None or seat != voyage.acting or voyage.flight is None or voyage.rocket is None:
        return ()
    if voyage.is_over or len(voyage.played) >= MOST:
        return ()
    field, reading = voyage.flight.field, voyage.options.turn_reading
    printed = board(voyage.flight.map)
    return tuple(
        Option(key=_typed(play), label=said_play(play, voyage.rocket, field, reading, printed))
        for play in moves(field, voyage.rocket, map(int, hand.keys), reading)
    )


def _typed(play: Play) -> str:
    """A play in writing; a move says so, so that nobody takes it for the card itself."""
    text = written([Turn(plays=(play,))])
    return f"move {text}" if play.use == "move" else text


HAND_HELD: Final[Input[Voyage]] = Input(
    key="hand",
    label=msg("Hand"),
    rule="turn",
    event=Flew,
    widget="choice",
    enters="play",
    now=lambda voyage, seat: voyage.hands.get(seat, Hidden(owner=seat, count=0)),
    choices=hand_choices,
    depth="full",
    secret=True,
)
FUEL_MARKED: Final[Input[Voyage]] = Input(
    key="fuel",
    label=msg("Divisions of fuel"),
    hint=msg("marked each time the pile is used up"),
    rule="fuel-mark",
    event=Marked,
    widget="counter",
    enters="by",
    now=lambda voyage, seat: voyage.fuel,
)


def told(event: Event, names: Mapping[Seat, str]) -> Msg:
    """An event of Rocket Flight in one sentence."""
    match event:
        case FlightChosen(code=code):
            return msg("The flight is %(code)s", code=code or "–")
        case Dealt():
            return msg("The phone shuffles and deals")
        case Flew(seat=seat, play=play):
            return msg("%(name)s plays %(play)s", name=names.get(seat, ""), play=play)
        case TurnDone(turn=turn, shuffled=pile):
            if pile.count:
                return msg("Turn %(n)d is over; a new pile is shuffled", n=turn)
            return msg("Turn %(n)d is over", n=turn)
        case Passed(turn=turn, discard=discard):
            if discard:
                return msg("Turn %(n)d: a pass, discarding %(cards)s", n=turn, cards=tuple(map(str, discard)))
            return msg("Turn %(n)d: a pass", n=turn)
        case Marked(by=by):
            return msg("Fuel: %(by)s", by=f"{by:+d}".replace("-", "−"))
        case Visited(n=n):
            return msg("Landed on %(planet)s", planet=PLANETS[ROUTE[n - 1]])
        case GivenUp():
            return msg("The crew gives the flight up")
    return msg("Something happened")


TRACKER: Final[Tracker[Voyage, Ended]] = Tracker(
    rounds=len(ROUTE),
    phases=(
        Phase(
            key=FLIGHT,
            label=msg("The flight"),
            rule="turn",
            todo=todo,
            inputs=(FUEL_MARKED, HAND_HELD),
            new=msg(
                "Each card moves the rocket or turns it. Land on the planets in order, and come home on little fuel."
            ),
        ),
    ),
    events=(FlightChosen, Dealt, Flew, TurnDone, Passed, Marked, Visited, GivenUp),
    setup=setup,
    new=new,
    apply=apply,
    where=where,
    known=known,
    final=final,
    doubts=doubts,
    told=told,
    panel=cockpit,
    onward=onward,
    chance=chance,
    private=private,
    depths={
        "round": msg("which planet is due, and the fuel"),
        "full": msg("every card on the map, and the hands if you like"),
    },
)
