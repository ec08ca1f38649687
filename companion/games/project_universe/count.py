"""The final count: the track, what is left, Orders, and only for who holds them what end-of-game cards need."""

from __future__ import annotations

from companion.core.data import data
from companion.core.game import Category, Count, Option, Pad, Tally
from companion.core.score import Seat
from companion.core.text import msg, verbatim

from .sets import VP
from .state import Company, Finish, Materials, Types
from .words import CARD_TYPES, DESTINATIONS, END_CARDS, LETTERED, MATERIALS, STATIONS, EndCard

SHORT = {**MATERIALS, "action_cards": msg("Cards")}
PER = tuple(data(__file__)["materials"][kind]["per"] for kind in MATERIALS)


def holds(card: EndCard, tally: Tally, seat: Seat) -> bool:
    """This seat has the end-of-game card at least once."""
    return tally.counts("end_cards", seat).get(card, 0) > 0


def company(tally: Tally, seat: Seat) -> Company:
    """One seat as counted. Beans and Water come as one figure; a loss may be typed with or without its minus."""
    left, types, held = (tally.counts(key, seat) for key in ("materials", "types", "end_cards"))
    achieved = tally.counts("achieved", seat)
    return Company(
        vp_track=tally.number("vp_track", seat),
        materials=Materials(
            workforce=left.get("workforce", 0),
            beans_warehouse=left.get("beans", 0),
            money=left.get("money", 0),
            water_warehouse=left.get("water", 0),
            action_cards=left.get("action_cards", 0),
        ),
        achieved={one: achieved[one] for one in DESTINATIONS if one in achieved},
        end_cards=tuple(card for card in END_CARDS for _ in range(held.get(card, 0))),
        types=Types(**{kind: types.get(kind, 0) for kind in CARD_TYPES}),
        tokens=tally.number("tokens", seat),
        failed_losses=tuple(abs(n) for n in tally.numbers("losses", seat) if n),
    )


def finish(tally: Tally) -> Finish:
    """The table as counted, with the reading it has chosen."""
    gained = tally.rulings.get("card_count_scope") == "gained"
    return Finish(
        companies={seat: company(tally, seat) for seat in tally.names},
        names=tally.names,
        card_scope="gained" if gained else "all",
    )


COUNT = Count(
    state=finish,
    categories=(
        Category(
            key="vp_track",
            label=msg("VP track"),
            hint=msg("Where your score marker stands before the final scoring"),
            group=msg("Track"),
            low=-999,
            high=999,
            rule="vp-track",
        ),
        Category(
            key="materials",
            label=msg("Materials left"),
            hint=msg("Beans and Water: Warehouse and container together, 3+2 is fine. Cards: all your Action cards."),
            group=msg("Materials"),
            widget="tally",
            high=999,
            rule="materials",
            options=lambda tally, seat: tuple(Option(key=key, label=label) for key, label in SHORT.items()),
            pad=Pad(note=msg("For every %(each)s, rounded down", each=tuple(str(n) for n in PER))),
        ),
        Category(
            key="achieved",
            label=msg("Achieved Orders"),
            hint=msg("Face-up Orders: %(stations)s", stations=tuple(LETTERED.values())),
            group=msg("Orders"),
            widget="tally",
            high=99,
            rule="destination-sets",
            options=lambda tally, seat: tuple(
                Option(key=one, label=verbatim(one), more=name) for one, name in STATIONS.items()
            ),
            pad=Pad(
                note=msg("Sets of %(sizes)s give %(vp)s", sizes=tuple(map(str, VP)), vp=tuple(map(str, VP.values())))
            ),
        ),
        Category(
            key="losses",
            label=msg("Failed Orders"),
            hint=msg("The loss on each failed Order and on each one still waiting, such as 3+5; 0 for none"),
            group=msg("Orders"),
            widget="terms",
            low=-999,
            high=999,
            rule="failed-orders",
            pad=Pad(note=msg("Losses printed on them, and on those still waiting")),
        ),
        Category(
            key="end_cards",
            label=msg("End-of-game cards"),
            hint=msg("How many of each you have; go on if nobody has any"),
            group=msg("Cards"),
            widget="tally",
            high=9,
            rule="end-cards",
            options=lambda tally, seat: tuple(Option(key=key, label=label) for key, label in END_CARDS.items()),
            pad=Pad(kind="lines", slots=2, note=msg("Which, and what it is worth")),
        ),
        Category(
            key="tokens",
            label=msg("Tokens on Investment cells"),
            hint=msg("All your own, in both areas"),
            group=msg("Cards"),
            high=99,
            rule="investment-chips",
            needed=lambda tally, seat: holds("investment_chips", tally, seat),
            pad=None,
        ),
        Category(
            key="types",
            label=msg("Action cards by type"),
            hint=msg("All that you have, the Initial ones too"),
            group=msg("Cards"),
            widget="tally",
            high=99,
            rule="type-split",
            needed=lambda tally, seat: holds("type_split", tally, seat),
            options=lambda tally, seat: tuple(Option(key=key, label=label) for key, label in CARD_TYPES.items()),
            pad=None,
        ),
    ),
)
