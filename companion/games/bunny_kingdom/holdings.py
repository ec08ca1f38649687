"""What every seat's parchments stand for, copies settled, and the figures that missions may count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.core.score import Seat

from .fiefs import counts, fiefs
from .parchments import PARCHMENTS, CardKind, CountKey, Parchment, value
from .state import Kingdom, Realm


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A parchment in front of a seat: the *card* itself, and the card it counts as (None: a copy of nothing).

    *through* is the copy card that a copy was aimed at, where it was; *end* is where such a chain would lead.
    """

    card: Parchment
    as_card: Parchment | None
    through: Parchment | None = None
    end: Parchment | None = None


def settle(card: Parchment, copies: Mapping[str, str], *, chains: bool) -> Held:
    """What *card* counts as. A copy aimed at a copy card goes on from the copier's own seat, if *chains* are allowed.

    A chain that comes back to itself, or that names nothing, ends on no card.
    """
    if card.kind != "copy":
        return Held(card=card, as_card=card, end=card)
    seen = {card.key}
    end = first = PARCHMENTS.get(copies.get(card.key, ""))
    while end is not None and end.kind == "copy":
        again = end.key in seen
        seen.add(end.key)
        end = None if again else PARCHMENTS.get(copies.get(end.key, ""))
    through = first if first is not None and first.kind == "copy" else None
    return Held(card=card, as_card=end if chains or through is None else None, through=through, end=end)


class Holding:
    """One seat as its missions see it: its settled cards, and the figures, from its board or as typed."""

    def __init__(self, seat: Seat, kingdom: Kingdom, *, chains: bool = True) -> None:
        self.seat = seat
        self.kingdom = kingdom
        self.chains = chains

    @cached_property
    def cards(self) -> tuple[Held, ...]:
        """The parchments in the order given, each once; what is no parchment is passed over."""
        keys = dict.fromkeys(key for key in self.kingdom.parchments if key in PARCHMENTS)
        return tuple(settle(PARCHMENTS[key], self.kingdom.copies, chains=self.chains) for key in keys)

    @cached_property
    def counted_as(self) -> tuple[Parchment, ...]:
        """The cards that all of them together count as."""
        return tuple(held.as_card for held in self.cards if held.as_card is not None)

    def number_of(self, kind: CardKind) -> int:
        """How many of the cards count as one of this kind."""
        return sum(card.kind == kind for card in self.counted_as)

    @cached_property
    def treasures(self) -> int:
        """Treasures, copied ones too."""
        return sum(card.is_treasure for card in self.counted_as)

    @cached_property
    def counts(self) -> Mapping[CountKey, int]:
        """What missions count: from the board, else as typed; a figure that was not given is missing."""
        return self.kingdom.counts if self.kingdom.board is None else counts(self.kingdom.board)

    @cached_property
    def fief_points(self) -> tuple[int, ...]:
        """The final value of every fief."""
        board = self.kingdom.board
        return self.kingdom.fief_points if board is None else tuple(fief.points for fief in fiefs(board))

    @cached_property
    def territories(self) -> int | None:
        """How many territories are theirs; None where nobody said."""
        board = self.kingdom.board
        return self.kingdom.territories if board is None else len(board.controlled)

    @cached_property
    def standing_camps(self) -> int:
        """Their camps on the map."""
        board = self.kingdom.board
        return 0 if board is None else sum(one.camp is not None for one in board.buildings.values())

    @property
    def camp_cards(self) -> int:
        """Camp cards played: as typed, but no fewer than the camps that stand or are known as never placed."""
        return max(self.kingdom.camp_cards, self.standing_camps + self.kingdom.unplaced)


class Table:
    """The whole realm with every seat's holding, made once for one scoring."""

    def __init__(self, realm: Realm) -> None:
        chains = realm.rulings.get("copy_of_copy") != "not_allowed"
        self.realm = realm
        self.holdings: Mapping[Seat, Holding] = {
            seat: Holding(seat, kingdom, chains=chains) for seat, kingdom in realm.kingdoms.items()
        }

    def value(self, card: Parchment) -> int:
        """What the card pays at this table."""
        return value(card, self.realm.options.card_values)

    def holders(self, kind: CardKind) -> tuple[Holding, ...]:
        """The seats with a card that counts as one of this kind."""
        return tuple(holding for holding in self.holdings.values() if holding.number_of(kind))

    @cached_property
    def territories(self) -> Mapping[Seat, int] | None:
        """Territories by seat; None while somebody's are not known, or nobody is there to compare with."""
        known = {seat: holding.territories for seat, holding in self.holdings.items()}
        found = {seat: n for seat, n in known.items() if n is not None}
        return found if len(found) == len(known) > 1 else None
