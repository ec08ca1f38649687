"""What looks odd in a count, though the table may be right: more than the box holds, sums that do not fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.core.data import data
from companion.core.score import Seat
from companion.core.text import Doubt, msg, msgs

from .investments import columns
from .state import Company, Materials
from .words import AREAS

BOX: Final[Mapping[str, int]] = {key: n for key, n in data(__file__)["box"].items() if isinstance(n, int)}
SETUP: Final = data(__file__)["setup"]
INITIAL_CARDS: Final = BOX["initial_action_cards_each"]
LOOSE_TOKENS: Final = BOX["tokens_each"] - int(SETUP["rocket_tokens"])
LARGEST_CONTAINER: Final = max(int(row["capacity"]) for row in data(__file__)["rocket"]["transport_container"])
CELLS: Final = sum(sum(columns(area)) for area in AREAS)


def doubts(companies: Mapping[Seat, Company], names: Mapping[Seat, str]) -> tuple[Doubt, ...]:
    """Everything that looks odd: about each seat, with its name where it is known, and about the whole table."""
    alone = [_named(doubt, names.get(seat)) for seat, one in companies.items() for doubt in of_one(one)]
    return (*alone, *of_all(companies))


def _named(doubt: Doubt, name: str | None) -> Doubt:
    return doubt if name is None else msg("%(name)s: %(doubt)s", name=name, doubt=doubt).under(doubt.rule)


def of_one(company: Company) -> tuple[Doubt, ...]:
    """What looks odd in one seat's count."""
    return (
        *track_doubts(company.vp_track),
        *card_doubts(company.materials.action_cards),
        *container_doubts(company.materials),
        *end_card_doubts(company),
        *token_doubts(company.tokens),
        *waiting_doubts(len(company.unachieved_losses)),
    )


def track_doubts(vp: int) -> tuple[Doubt, ...]:
    """Nothing takes VP off the track before the end."""
    return (
        (msg("%(n)d VP on the track: nothing takes VP away before the final scoring.", n=vp).under("vp-track"),)
        if vp < 0
        else ()
    )


def card_doubts(owned: int) -> tuple[Doubt, ...]:
    """Initial Action cards are never lost; the rest come out of one deck."""
    if owned < INITIAL_CARDS:
        return (
            msgs(
                "%(n)d Action card: everybody keeps the %(m)d Initial ones at least.",
                "%(n)d Action cards: everybody keeps the %(m)d Initial ones at least.",
                owned,
                m=INITIAL_CARDS,
            ).under("cards-kept"),
        )
    most = INITIAL_CARDS + BOX["additional_action_cards"]
    return (
        (msg("%(n)d Action cards: nobody can have more than %(m)d.", n=owned, m=most).under("employment"),)
        if owned > most
        else ()
    )


def end_card_doubts(company: Company) -> tuple[Doubt, ...]:
    """End-of-game cards are Action cards too, and the types add up to all of them."""
    found = []
    owned, held = company.cards_owned, len(company.end_cards)
    if owned and held > max(0, owned - INITIAL_CARDS):
        found.append(
            msg(
                "End-of-game cards: %(n)d. Action cards gained: only %(m)d.", n=held, m=max(0, owned - INITIAL_CARDS)
            ).under("end-cards")
        )
    by_type, counted = company.types.total, company.materials.action_cards
    if (by_type or "type_split" in company.end_cards) and counted and by_type != counted:
        found.append(msg("Action cards by type: %(n)d. In all: %(m)d.", n=by_type, m=counted).under("type-split"))
    return tuple(found)


def container_doubts(left: Materials) -> tuple[Doubt, ...]:
    """Even the best Transport Container holds only so many cubes."""
    inside = left.beans_container + left.water_container
    if inside <= LARGEST_CONTAINER:
        return ()
    return (
        msg("%(n)d cubes in the container: it holds %(m)d at most.", n=inside, m=LARGEST_CONTAINER).under("rocket"),
    )


def token_doubts(tokens: int) -> tuple[Doubt, ...]:
    """Each has so many tokens besides those on the Rocket board."""
    if tokens <= LOOSE_TOKENS:
        return ()
    return (
        msg("%(n)d tokens on Investment cells: one player has %(m)d to place.", n=tokens, m=LOOSE_TOKENS).under(
            "invest"
        ),
    )


def waiting_doubts(waiting: int) -> tuple[Doubt, ...]:
    """At most one Order of each destination waits."""
    most = int(SETUP["received_at_most"])
    if waiting <= most:
        return ()
    return (
        msg("%(n)d Orders still waiting: one for each destination makes %(m)d.", n=waiting, m=most).under("orders"),
    )


def of_all(companies: Mapping[Seat, Company]) -> tuple[Doubt, ...]:
    """What is odd about the whole table."""
    orders = sum(one.orders + len(one.failed_losses) + len(one.unachieved_losses) for one in companies.values())
    gained = sum(max(0, one.materials.action_cards - INITIAL_CARDS) for one in companies.values())
    tokens = sum(one.tokens for one in companies.values())
    return (
        *order_doubts(orders, len(companies)),
        *_too_many(
            gained,
            BOX["additional_action_cards"],
            msg(
                "%(n)d Additional Action cards are counted; the box has %(m)d.",
                n=gained,
                m=BOX["additional_action_cards"],
            ).under("employment"),
        ),
        *_too_many(
            tokens,
            CELLS,
            msg("%(n)d tokens on Investment cells; there are %(m)d cells.", n=tokens, m=CELLS).under("invest"),
        ),
    )


def order_doubts(orders: int, players: int) -> tuple[Doubt, ...]:
    """Orders of all kinds against the cards in the game: the stacks and everybody's Initial Order."""
    most = BOX["orders"] + players * int(SETUP["initial_orders_each"])
    return _too_many(
        orders, most, msg("%(n)d Orders are counted; this game has %(m)d.", n=orders, m=most).under("orders")
    )


def _too_many(n: int, most: int, doubt: Doubt) -> tuple[Doubt, ...]:
    return (doubt,) if n > most else ()
