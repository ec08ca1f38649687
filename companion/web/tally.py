"""A final count in the address line: everything typed is a parameter, so reload, back, share and print all work.

``name=Ann&name=Bob`` are seats 1 and 2; ``harvest1.2=6x5`` is what was typed for Bob's first harvest (seat 0 answers
for the table); ``destinations.1.A=3`` a counter; ``opt.…`` the house rules; ``rule.<id>`` a settled question. What is
not known here is carried along and says nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from companion import schema
from companion.core.errors import Invalid, Refused
from companion.core.game import TABLE, Answer, Category, Game, Tally
from companion.core.numbers import number, terms
from companion.core.score import Choice, Seat
from companion.core.shape import Name
from companion.core.text import Msg, msg, msgs

Args = MultiDict[str, str]  # in the order typed
NAMES = "names"
RESULT = "result"
LONGEST_NAME = 60
_SEATED = re.compile(r"(?!opt\.|rule\.)([^.]+)\.(\d{1,3})(\..*)?", re.S)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What was typed: the tally that could be read, and what could not, by parameter name."""

    tally: Tally
    errors: Mapping[str, Msg] = field(default_factory=dict)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody who counts, in seating order."""
        return tuple(self.tally.names)


def read_tally(game: Game[Any], args: Args) -> Given:
    """All that *args* say about a count of *game*; later categories are read knowing the earlier ones."""
    args, errors = tidy(args), dict[str, Msg]()
    names = read_names(game, args, errors)
    tally = Tally(names=names, options=read_options(game, args, errors), rulings=read_rulings(args))
    for category in game.count.categories:
        for seat in asked(category, tally):
            tally = _with_answer(category, seat, tally, args, errors)
    return Given(tally=tally, errors=errors)


def tidy(args: Args) -> Args:
    """*args* with seats numbered without gaps; whoever sits behind an empty place keeps what was typed for them."""
    names = args.getlist("name")
    taken = [place for place, name in enumerate(names, 1) if name.strip()]
    return args if len(taken) == len(names) or not taken else reseated(args, taken)


def reseated(args: Args, places: Sequence[int]) -> Args:
    """*args* with the people at *places* as seats 1, 2, …; everything typed for a person moves along, the rest goes."""
    names, seat_of = args.getlist("name"), {place: seat for seat, place in enumerate(places, 1)} | {TABLE: TABLE}
    moved = Args([("name", names[place - 1]) for place in places])
    for key, value in args.items(multi=True):
        found = _SEATED.fullmatch(key)
        if found is None and key != "name":
            moved.add(key, value)
        elif found and (seat := seat_of.get(int(found[2]))) is not None:
            moved.add(f"{found[1]}.{seat}{found[3] or ''}", value)
    return moved


def raised(args: Args, place: int) -> Args:
    """*args* with the person at *place* (from 1) moved one seat up, before their neighbour."""
    places = list(range(1, len(args.getlist("name")) + 1))
    if 1 < place <= len(places):
        places[place - 2 : place] = [place, place - 1]
    return reseated(args, places)


def dropped(args: Args, place: int) -> Args:
    """*args* without the person at *place* and without what was typed for them."""
    return reseated(args, [one for one in range(1, len(args.getlist("name")) + 1) if one != place])


def read_names(game: Game[Any], args: Args, errors: dict[str, Msg]) -> dict[Seat, str]:
    """The names given, by seat, told apart where two are the same."""
    given = [text.strip() for text in args.getlist("name") if text.strip()]
    for place, text in enumerate(given, 1):
        try:
            schema.from_plain(Name, text)
        except Invalid as invalid:
            errors[f"name.{place}"] = invalid.errors[0].message
    if "name" in args and len(given) < game.seats[0]:
        errors[f"name.{len(given) + 1}"] = msgs(
            "At least %(n)d player is needed.", "At least %(n)d players are needed.", game.seats[0]
        )
    if len(given) > game.seats[-1]:
        errors["name.1"] = msgs("At most %(n)d player can play.", "At most %(n)d players can play.", game.seats[-1])
    return dict(enumerate(told_apart([text[:LONGEST_NAME] for text in given[: game.seats[-1]]]), 1))


def told_apart(names: Sequence[str]) -> list[str]:
    """*names* as they are shown: equal ones are numbered, and those written from right to left kept to themselves.

    >>> told_apart(["Anna", "Bob", "Anna"])
    ['Anna 1', 'Bob', 'Anna 2']
    """
    same, seen, found = Counter(names), Counter[str](), list[str]()
    for name in names:
        shown = name
        while same[name] > 1 and (shown == name or shown in names or shown in found):
            seen[name] += 1
            shown = f"{name[: LONGEST_NAME - 3]} {seen[name]}"
        found.append(shown)
    return [_isolated(name) for name in found]


def bare(name: str) -> str:
    """*name* as it was typed, without what keeps it to itself in a sentence."""
    return name.strip("\u2068\u2069")


def _isolated(name: str) -> str:
    """*name* so that it does not turn the sentence around it."""
    return f"\u2068{name}\u2069" if any(unicodedata.bidirectional(ch) in ("R", "AL") for ch in name) else name


def read_options(game: Game[Any], args: Args, errors: dict[str, Msg]) -> Any:
    """The house rules; what cannot be read is reported and left as printed."""
    given = {key[4:]: value for key, value in args.items() if key.startswith("opt.") and value.strip()}
    try:
        return schema.from_plain(game.options, nested({key: _plain(value) for key, value in given.items()}))
    except Invalid as invalid:
        errors.update({f"opt.{one.field}": one.message for one in invalid.errors})
        return game.options()


def _plain(value: str) -> str:
    """A number typed with any minus sign, as digits; other words as they are, and plain digits with their zeros."""
    if value.isascii() and value.isdecimal():
        return value
    try:
        return str(number(value[:200]))
    except Refused:
        return value


def read_rulings(args: Args) -> dict[str, Choice]:
    """What the table has settled."""
    return {
        key[5:65]: int(value) if value.lstrip("-").isdecimal() and len(value) < 7 else value[:60]
        for key, value in args.items()
        if key.startswith("rule.") and value
    }


def nested(flat: Mapping[str, str]) -> dict[str, Any]:
    """``{"a.b": x}`` as ``{"a": {"b": x}}``."""
    tree: dict[str, Any] = {}
    for path, value in flat.items():
        *outer, last = path.split(".")[:8]
        node = tree
        for part in outer:
            node = node.setdefault(part, {})
            if not isinstance(node, dict):
                break
        else:
            node[last] = value
    return tree


def asked(category: Category, tally: Tally) -> tuple[Seat, ...]:
    """The seats that *category* is asked of, knowing *tally*."""
    seats = (TABLE,) if category.team else tuple(tally.names)
    return tuple(seat for seat in seats if category.needed(tally, seat))


def steps(game: Game[Any], tally: Tally) -> Iterator[tuple[Category, tuple[Seat, ...]]]:
    """The categories that this count needs, in order, each with the seats it is asked of."""
    for category in game.count.categories:
        if seats := asked(category, tally):
            yield category, seats


def still_open(game: Game[Any], tally: Tally) -> dict[str, tuple[Seat, ...]]:
    """The figures not given yet, by category. Cards and a seat's yes or no that nobody chose are answers, no gaps."""
    gaps = {category.key: _gaps(category, seats, tally) for category, seats in steps(game, tally)}
    return {key: seats for key, seats in gaps.items() if seats}


def _gaps(category: Category, seats: tuple[Seat, ...], tally: Tally) -> tuple[Seat, ...]:
    """The *seats* without an answer; counters that nobody at the table touched were passed over on purpose."""
    missing = tuple(seat for seat in seats if not tally.answered(category.key, seat))
    match category.widget:
        case "cards":
            return ()
        case "flag" if not category.team:
            return ()
        case "tally" if len(missing) == len(seats) and not category.team:
            return ()
    return missing


def _with_answer(category: Category, seat: Seat, tally: Tally, args: Args, errors: dict[str, Msg]) -> Tally:
    name = f"{category.key}.{seat}"
    try:
        answer = _read(category, name, seat, tally, args)
    except Refused as refused:
        errors[".".join(part for part in (name, refused.field) if part)] = refused.message
        return tally
    if answer is None:
        return tally
    typed = args.get(name, "")
    return replace(
        tally,
        answers={**tally.answers, (category.key, seat): answer},
        typed={**tally.typed, (category.key, seat): typed} if typed else tally.typed,
    )


def _read(category: Category, name: str, seat: Seat, tally: Tally, args: Args) -> Answer | None:
    """The answer under *name*; None while it is open. Raises Refused."""
    if category.widget == "tally":
        return _counters(category, name, seat, tally, args)
    if category.widget == "cards":
        return _cards(category, name, seat, tally, args)
    text = args.get(name, "").strip()
    if not text:
        return None
    if len(text) > 200:
        raise Refused(msg("That is too long for a number."))
    match category.widget:
        case "terms":
            return tuple(_within(category, n) for n in terms(text))
        case "flag":
            return _yes_or_no(text)
        case "choice":
            return _option(category, seat, tally, text)
    return _within(category, number(text))


def _yes_or_no(text: str) -> int:
    if text not in ("0", "1"):
        raise Refused(msg("Answer yes or no."))
    return int(text)


def _within(category: Category, n: int) -> int:
    if n < category.low:
        raise Refused(msg("%(n)d is the least possible.", n=category.low))
    if n > category.high:
        raise Refused(msg("%(n)d is the most possible.", n=category.high))
    return n


def _option(category: Category, seat: Seat, tally: Tally, key: str) -> str:
    if key not in {option.key for option in category.options(tally, seat)}:
        raise Refused(msg("“%(key)s” is not one of the choices.", key=key[:40]))
    return key


def _cards(category: Category, name: str, seat: Seat, tally: Tally, args: Args) -> tuple[str, ...] | None:
    keys = tuple(dict.fromkeys(key for key in args.getlist(name)[:200] if key))
    return tuple(_option(category, seat, tally, key) for key in keys) or None


def _counters(category: Category, name: str, seat: Seat, tally: Tally, args: Args) -> Mapping[str, int] | None:
    found: dict[str, int] = {}
    for option in category.options(tally, seat):
        text = args.get(f"{name}.{option.key}", "").strip()
        try:
            if text:
                found[option.key] = _within(category, number(text[:200]))
        except Refused as refused:
            raise Refused(refused.message, option.key) from None
    return found or None


def canonical(args: Args, step: str) -> list[tuple[str, str]]:
    """*args* for the next page: what is empty is left out, names keep their places, *step* comes first."""
    kept = [(key, value) for key, value in args.items(multi=True) if value.strip() and key != "step"]
    return [("step", step), *kept]
