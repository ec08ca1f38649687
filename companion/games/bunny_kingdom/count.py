"""The final count: four harvests, the parchments, then only what the parchments held need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.core.errors import Refused
from companion.core.game import Category, Count, Option, Pad, Tally
from companion.core.numbers import terms
from companion.core.score import Seat
from companion.core.text import Msg, msg

from .holdings import Holding, Table
from .parchments import COPIES, MISSIONS, PARCHMENTS, TREASURES, CountKey, Parchment, value
from .state import Kingdom, Options, Realm
from .track import ROUNDS, direction
from .words import COUNT_WORDS, COUNTED, COUNTS, PARCHMENT_NAMES

HARVESTS: Final = tuple(f"harvest{n}" for n in range(1, ROUNDS + 1))
CHAIN: Final = "chain"  # what a copy of a copy card goes on to copy
CAMPS: Final = "camp_cards"
UNPLACED: Final = "unplaced"
LAND: Final = "territories"
WENT: Final = {"left": msg("strength × wealth; hands went left"), "right": msg("strength × wealth; hands went right")}


def kingdom(tally: Tally, seat: Seat) -> Kingdom:
    """One seat as counted. A figure that was not given stays unknown."""
    figures = tally.counts("counts", seat)
    return Kingdom(
        harvests={n: tally.number(key, seat) for n, key in enumerate(HARVESTS, 1) if tally.answered(key, seat)},
        worked={n: tally.typed.get((key, seat), "") for n, key in enumerate(HARVESTS, 1)},
        counts={key: figures[key] for key in COUNTS if key in figures},
        fief_points=fief_points(tally, seat),
        territories=figures.get(LAND),
        parchments=tally.keys("parchments", seat),
        copies=copies(tally, seat),
        camp_cards=figures.get(CAMPS, 0),
        unplaced=figures.get(UNPLACED, 0),
    )


def realm(tally: Tally) -> Realm:
    """The table as counted."""
    options = tally.options if isinstance(tally.options, Options) else Options()
    return Realm(
        kingdoms={seat: kingdom(tally, seat) for seat in tally.names},
        names=tally.names,
        options=options,
        rulings=tally.rulings,
    )


def copies(tally: Tally, seat: Seat) -> dict[str, str]:
    """What the copy cards are aimed at; behind a copy of the other copy card stands what that goes on to copy."""
    aimed = {key: target for key in COPIES for target in tally.keys(key, seat)}
    end = tally.keys(CHAIN, seat)
    through = [target for target in aimed.values() if target in COPIES and target not in aimed]
    return {**aimed, **dict(zip(through, end, strict=False))}


def fief_points(tally: Tally, seat: Seat) -> tuple[int, ...]:
    """The points of each fief: as asked for, else the parts of the last harvest's sum."""
    return tally.numbers("fief_points", seat) or parts_of_last(tally, seat)


def parts_of_last(tally: Tally, seat: Seat) -> tuple[int, ...]:
    """The last harvest fief by fief, where it was typed as a sum like 6×5 + 4×3; nothing otherwise."""
    try:
        parts = terms(tally.typed.get((HARVESTS[-1], seat), ""))
    except Refused:
        return ()
    return parts if len(parts) > 1 and min(parts) >= 0 else ()


def holding(tally: Tally, seat: Seat) -> Holding:
    """One seat with its cards settled, as far as they are known."""
    return Table(realm(tally)).holdings[seat]


def holds(key: str) -> Callable[[Tally, Seat], bool]:
    """Whether a seat has this card in front of it."""
    return lambda tally, seat: key in tally.keys("parchments", seat)


def has_chain(tally: Tally, seat: Seat) -> bool:
    """A copy card is aimed at the other copy card, which is somebody else's."""
    aimed = {key: target for key in COPIES for target in tally.keys(key, seat)}
    return any(target in COPIES and target not in aimed for target in aimed.values())


def needs_fiefs(tally: Tally, seat: Seat) -> bool:
    """Little Prince is there, and the last harvest does not say what each fief paid."""
    return bool(holding(tally, seat).number_of("prince")) and not parts_of_last(tally, seat)


def figures(tally: Tally, seat: Seat) -> tuple[Option, ...]:
    """The figures that a seat's missions count, and everybody's territories if somebody has Matriarch."""
    if seat not in tally.names:
        return tuple(Option(key=key, label=label) for key, label in COUNT_WORDS)
    table = Table(realm(tally))
    mine = table.holdings[seat]
    wanted = {card.counts for card in mine.counted_as}
    found = [Option(key=key, label=label) for key, label in COUNT_WORDS if key in wanted]
    if mine.number_of("camps"):
        found += [
            Option(key=CAMPS, label=msg("Camp cards played")),
            Option(key=UNPLACED, label=msg("Of these, never placed")),
        ]
    if table.holders("most"):
        found.append(Option(key=LAND, label=msg("Territories")))
    return tuple(found)


def worth(card: Parchment, options: Options) -> Msg:
    """What a card pays, in a few words."""
    points = value(card, options.card_values)
    if card.kind in ("per", "threshold"):
        return counting(card, points)
    said: dict[str, Msg] = {
        "treasure": msg("%(n)d", n=points),
        "glove": msg("%(n)d; %(pair)d with the other", n=points, pair=card.pair),
        "most": msg("%(n)d for the most territories", n=points),
        "parchments": msg("%(n)d for each parchment", n=points),
        "camps": msg("%(n)d for each Camp card", n=points),
        "treasures": msg("%(n)d for each treasure", n=points),
        "hunter": msg("treasures × %(n)d", n=card.times),
        "prince": msg("all fiefs again, except one of the best"),
        "copy": msg("copies a card of the right neighbour")
        if card.of == "right"
        else msg("copies a card of the left neighbour"),
        "second": msg("%(n)d if second, last of all", n=points),
    }
    return said[card.kind]


def counting(card: Parchment, points: int) -> Msg:
    """What a card pays that counts something."""
    key: CountKey | None = card.counts
    what = COUNTED[key] if key else msg("")
    if card.least:
        return msg("%(n)d for %(least)d or more: %(what)s", n=points, least=card.least, what=what)
    return msg("%(n)d each: %(what)s", n=points, what=what)


def described(key: str, options: Options) -> Option:
    """A parchment to choose, with its value and how certain that is."""
    card = PARCHMENTS[key]
    more = worth(card, options)
    if key in options.card_values:
        more = msg("%(worth)s · your value", worth=more)
    elif card.single_source:
        more = msg("%(worth)s · from one list: check your card", worth=more)
    return Option(key=key, label=PARCHMENT_NAMES[key], more=more)


def all_cards(tally: Tally, seat: Seat) -> tuple[Option, ...]:
    """All parchments, treasures first."""
    options = tally.options if isinstance(tally.options, Options) else Options()
    return tuple(described(key, options) for key in (*TREASURES, *MISSIONS))


def neighbours_cards(key: str) -> Callable[[Tally, Seat], tuple[Option, ...]]:
    """What a copy card may be aimed at: the neighbour's parchments; all others where they are not known."""

    def options(tally: Tally, seat: Seat) -> tuple[Option, ...]:
        neighbour = realm(tally).neighbour(seat, PARCHMENTS[key].of) if seat in tally.names else None
        shown = tally.keys("parchments", neighbour) if neighbour is not None else ()
        mine = tally.keys("parchments", seat)
        return tuple(one for one in all_cards(tally, seat) if (one.key in shown if shown else one.key not in mine))

    return options


def chain_cards(tally: Tally, seat: Seat) -> tuple[Option, ...]:
    """What a copied copy card may be aimed at: the cards of the neighbour on its side, seen from the copier."""
    aimed = [target for key in COPIES for target in tally.keys(key, seat) if target in COPIES]
    options = neighbours_cards(aimed[0])(tally, seat) if aimed else all_cards(tally, seat)
    return tuple(one for one in options if one.key not in COPIES)


def harvest_category(n: int) -> Category:
    """A harvest: one number, or a sum with a product for each fief."""
    return Category(
        key=HARVESTS[n - 1],
        label=msg("Harvest %(n)d", n=n),
        hint=msg("A number, or strength × wealth fief by fief: 6×5\u00a0+\u00a04×3"),
        group=msg("Harvests"),
        rule="harvest",
        pad=Pad(kind="times", slots=6, so_far=True, note=WENT[direction(n)]),
    )


def copy_category(key: str, label: Msg, hint: Msg) -> Category:
    """What a copy card is aimed at, asked of who holds it."""
    return Category(
        key=key,
        label=label,
        hint=hint,
        group=msg("Parchments"),
        widget="choice",
        rule="copies",
        pad=None,
        needed=holds(key),
        options=neighbours_cards(key),
    )


COUNT: Final = Count(
    state=realm,
    categories=(
        *(harvest_category(n) for n in range(1, ROUNDS + 1)),
        Category(
            key="parchments",
            label=msg("Parchments"),
            hint=msg("Turn them over and tick them; treasures stand first"),
            group=msg("Parchments"),
            widget="cards",
            rule="parchments",
            options=all_cards,
            pad=Pad(kind="lines", slots=7, note=msg("Copies first, Opportunist last")),
        ),
        copy_category("liberal", msg("Liberal copies"), msg("One parchment of the right neighbour")),
        copy_category("socialist", msg("Socialist copies"), msg("One parchment of the left neighbour")),
        Category(
            key=CHAIN,
            label=msg("The copied copy card copies"),
            hint=msg("Read from the copier's own seat"),
            group=msg("Parchments"),
            widget="choice",
            rule="copy-of-copy",
            pad=None,
            needed=has_chain,
            options=chain_cards,
        ),
        Category(
            key="counts",
            label=msg("What your missions count"),
            hint=msg("As the map stands after the last harvest"),
            group=msg("Missions"),
            widget="tally",
            high=999,
            rule="missions",
            pad=None,
            needed=lambda tally, seat: bool(figures(tally, seat)),
            options=figures,
        ),
        Category(
            key="fief_points",
            label=msg("Points of each fief"),
            hint=msg("In the last harvest, such as 30+12+6: Little Prince counts them again"),
            group=msg("Missions"),
            widget="terms",
            rule="little-prince",
            pad=None,
            needed=needs_fiefs,
        ),
    ),
)
