"""A final count in the address line: everything typed is a parameter, so reload, back, share and print all work.

``name=Ann&name=Bob`` are seats 1 and 2; ``harvest1.2=6x5`` is what was typed for Bob's first harvest (seat 0 answers
for the table); ``destinations.1.A=3`` a counter; ``opt.…`` the house rules; ``rule.<id>`` a settled question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from companion import schema
from companion.core.errors import Invalid, Refused
from companion.core.game import TABLE, Answer, Category, Game, Tally
from companion.core.numbers import number, terms
from companion.core.score import Choice, Seat
from companion.core.shape import Name
from companion.core.text import Msg, msg

Args = MultiDict[str, str]
NAMES = "names"
RESULT = "result"


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
    errors: dict[str, Msg] = {}
    names = read_names(game, args, errors)
    tally = Tally(names=names, options=read_options(game, args, errors), rulings=read_rulings(args))
    for category in game.count.categories:
        for seat in asked(category, tally):
            tally = _with_answer(category, seat, tally, args, errors)
    return Given(tally=tally, errors=errors)


def read_names(game: Game[Any], args: Args, errors: dict[str, Msg]) -> dict[Seat, str]:
    """The names given, by seat; empty places are passed over."""
    found: dict[Seat, str] = {}
    for place, text in enumerate(args.getlist("name")[: game.seats[-1]], 1):
        if not text.strip():
            continue
        try:
            schema.from_plain(Name, text.strip())
        except Invalid as invalid:
            errors[f"name.{place}"] = invalid.errors[0].message
        found[len(found) + 1] = text.strip()[:60]
    if "name" in args and len(found) < game.seats[0]:
        errors["name.1"] = msg("At least %(n)d players are needed.", n=game.seats[0])
    return found


def read_options(game: Game[Any], args: Args, errors: dict[str, Msg]) -> Any:
    """The house rules; what cannot be read is reported and left as printed."""
    raw = nested({key[4:]: value for key, value in args.items() if key.startswith("opt.") and value.strip()})
    try:
        return schema.from_plain(game.options, raw)
    except Invalid as invalid:
        errors.update({f"opt.{one.field}": one.message for one in invalid.errors})
        return game.options()


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
    """The figures not given yet, by category; cards and flags that nobody chose are an answer, not a gap."""
    gaps = {
        category.key: tuple(seat for seat in seats if not tally.answered(category.key, seat))
        for category, seats in steps(game, tally)
        if category.widget in ("number", "terms", "choice")
    }
    return {key: seats for key, seats in gaps.items() if seats}


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
            return 1 if text == "1" else 0
        case "choice":
            return _option(category, seat, tally, text)
    return _within(category, number(text))


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
    kept = [(key, value) for key, value in args.items(multi=True) if value.strip() and key not in ("step", "lang")]
    return [("step", step), *kept]
