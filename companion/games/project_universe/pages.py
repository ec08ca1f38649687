"""The pages' flat forms, where a calculator's input is a map or a list of companies: one row of figures a category."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final, TypeVar

from annotated_types import Ge, Le, MaxLen

from companion.core.errors import Refused
from companion.core.numbers import number, terms
from companion.core.shape import Count, Label, Shape, is_plain
from companion.core.text import msg

from .shapes import SEATS, DestinationsInput, EndCardsInput, FinalInput, Player
from .state import Materials, Types
from .words import CARD_TYPES, DESTINATIONS, END_CARDS, LETTERED, MATERIALS, Destination, EndCard

T = TypeVar("T")
Text = Annotated[str, MaxLen(400)]
Cards = Annotated[int, Ge(0), Le(999)]
Copies = Annotated[int, Ge(0), Le(9)]
LONGEST_NAME: Final = 60
NOBODY: Final = frozenset("-–—−")
ROW: Final = msg("a number for each player, such as 7 12 3; sums like 3+2 are fine")


@dataclass(frozen=True, slots=True, kw_only=True)
class DestinationsForm(Shape):
    """Achieved Orders of each destination."""

    a: Annotated[Cards, Label(LETTERED["A"])] = 0
    b: Annotated[Cards, Label(LETTERED["B"])] = 0
    c: Annotated[Cards, Label(LETTERED["C"])] = 0
    d: Annotated[Cards, Label(LETTERED["D"])] = 0
    e: Annotated[Cards, Label(LETTERED["E"])] = 0


def read_destinations(form: DestinationsForm) -> DestinationsInput:
    """The achieved Orders by letter."""
    counts = (form.a, form.b, form.c, form.d, form.e)
    return DestinationsInput(achieved=dict(zip(DESTINATIONS, counts, strict=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class EndCardsForm(Shape):
    """How many of each card one has, and what they count."""

    investment_chips: Annotated[Copies, Label(END_CARDS["investment_chips"], msg("cards held"), "investment-chips")] = 0
    tokens: Annotated[Count, Label(msg("Own tokens on Investment cells"), rule="investment-chips")] = 0
    card_count: Annotated[Copies, Label(END_CARDS["card_count"], msg("cards held"), "card-count")] = 0
    type_split: Annotated[Copies, Label(END_CARDS["type_split"], msg("cards held"), "type-split")] = 0
    executive: Annotated[Cards, Label(CARD_TYPES["executive"], msg("Action cards that you have"))] = 0
    manager: Annotated[Cards, Label(CARD_TYPES["manager"], msg("Action cards that you have"))] = 0
    ordinary_employee: Annotated[Cards, Label(CARD_TYPES["ordinary_employee"], msg("Action cards that you have"))] = 0


def read_end_cards(form: EndCardsForm) -> EndCardsInput:
    """The cards held, each as often as it is."""
    copies: dict[EndCard, int] = {
        "investment_chips": form.investment_chips,
        "card_count": form.card_count,
        "type_split": form.type_split,
    }
    return EndCardsInput(
        held=tuple(card for card, n in copies.items() for _ in range(n)),
        tokens=form.tokens,
        executive=form.executive,
        manager=form.manager,
        ordinary_employee=form.ordinary_employee,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalForm(Shape):
    """The whole table, a row for each category as on a score pad."""

    names: Annotated[Text, Label(msg("Players"), msg("names with commas between"))] = ""
    vp_track: Annotated[Text, Label(msg("VP track"), ROW, "vp-track")] = ""
    workforce: Annotated[Text, Label(MATERIALS["workforce"], ROW, "materials")] = ""
    beans: Annotated[Text, Label(MATERIALS["beans"], msg("Warehouse and container together"), "materials")] = ""
    money: Annotated[Text, Label(MATERIALS["money"], ROW, "materials")] = ""
    water: Annotated[Text, Label(MATERIALS["water"], msg("Warehouse and container together"), "materials")] = ""
    action_cards: Annotated[Text, Label(MATERIALS["action_cards"], ROW, "materials")] = ""
    achieved: Annotated[
        Text,
        Label(
            msg("Achieved Orders"),
            msg("a letter for each card: AABCE, BCD; – for a player without any"),
            "destination-sets",
        ),
    ] = ""
    losses: Annotated[
        Text,
        Label(msg("Failed Orders"), msg("losses of each player, those still waiting too: 3+5, 0, 2"), "failed-orders"),
    ] = ""
    investment_chips: Annotated[
        Text,
        Label(
            END_CARDS["investment_chips"],
            msg("tokens on Investment cells of whoever has the card, – for the others"),
            "investment-chips",
        ),
    ] = ""
    card_count: Annotated[
        Text, Label(END_CARDS["card_count"], msg("1 for whoever has the card, 0 for the others"), "card-count")
    ] = ""
    type_split: Annotated[
        Text,
        Label(
            END_CARDS["type_split"],
            msg("Executive/Manager/Ordinary Employee of whoever has the card, such as 2/4/5; – for the others"),
            "type-split",
        ),
    ] = ""


def read_final(form: FinalForm) -> FinalInput:
    """Everybody's company. Refuses a row that does not have one entry for each player."""
    names = tuple(name for part in re.split(r"[,;\n]", form.names) if (name := part.strip()))
    if not names:
        raise Refused(msg("Write the names of the players."), "names")
    if len(names) > SEATS:
        raise Refused(msg("At most %(n)d players.", n=SEATS).under("game"), "names")
    if bad := next((name for name in names if len(name) > LONGEST_NAME or not is_plain(name)), ""):
        raise Refused(msg("“%(name)s” is too long for a name, or cannot be read.", name=bad[:LONGEST_NAME]), "names")
    n = len(names)

    def numbers(field: str) -> tuple[int, ...]:
        return row(getattr(form, field), field, n, _number, 0)

    kinds = {kind: numbers(kind) for kind in MATERIALS}
    track, counts = numbers("vp_track"), numbers("card_count")
    no_orders: dict[Destination, int] = {}
    no_losses: tuple[int, ...] = ()
    achieved = row(form.achieved, "achieved", n, _letters, no_orders)
    losses = row(form.losses, "losses", n, _losses, no_losses)
    chips = row(form.investment_chips, "investment_chips", n, _number, None)
    types = row(form.type_split, "type_split", n, _types, None)
    players = tuple(
        Player(
            name=name,
            vp_track=track[i],
            materials=Materials(
                workforce=kinds["workforce"][i],
                beans_warehouse=kinds["beans"][i],
                money=kinds["money"][i],
                water_warehouse=kinds["water"][i],
                action_cards=kinds["action_cards"][i],
            ),
            achieved=achieved[i],
            failed_losses=losses[i],
            end_cards=_held(chips[i], counts[i], types[i]),
            tokens=chips[i] or 0,
            types=types[i] or Types(),
        )
        for i, name in enumerate(names)
    )
    return FinalInput(players=players)


def row(text: str, field: str, n: int, read: Callable[[str], T], none: T) -> tuple[T, ...]:
    """One entry for each of *n* players; nothing typed at all, and a dash, mean *none*. Refuses any other number."""
    joined = re.sub(r"\s*([+*×/])\s*", r"\1", text.strip())
    parts = [part for part in re.split(r"[,;\s]+", joined) if part]
    if not parts:
        return (none,) * n
    if len(parts) != n:
        raise Refused(
            msg("Write one entry for each player: %(n)d, not %(m)d.", n=n, m=len(parts)).under("final"), field
        )
    try:
        return tuple(none if part in NOBODY else read(part) for part in parts)
    except Refused as refused:
        raise Refused(refused.message, field) from None


def _number(part: str) -> int:
    if not 0 <= (n := number(part)) <= 9999:
        raise Refused(msg("Write a number from 0 to %(n)d.", n=9999))
    return n


def _letters(part: str) -> dict[Destination, int]:
    counts = {one: part.upper().count(one) for one in DESTINATIONS}
    if part != "0" and sum(counts.values()) != len(part):
        raise Refused(msg("“%(text)s”: write letters from A to E, one for each Order.", text=part[:20]).under("orders"))
    return {one: n for one, n in counts.items() if n}


def _losses(part: str) -> tuple[int, ...]:
    return tuple(_number(str(abs(n))) for n in terms(part) if n)


def _types(part: str) -> Types:
    counts = [_number(one) for one in part.split("/")]
    if len(counts) != len(CARD_TYPES):
        raise Refused(msg("Write three numbers with strokes between, such as 2/4/5.").under("type-split"))
    return Types(executive=counts[0], manager=counts[1], ordinary_employee=counts[2])


def _held(chips: int | None, counts: int, types: Types | None) -> tuple[EndCard, ...]:
    copies: dict[EndCard, int] = {
        "investment_chips": chips is not None,
        "card_count": min(counts, 99),
        "type_split": types is not None,
    }
    return tuple(card for card, n in copies.items() for _ in range(n))
