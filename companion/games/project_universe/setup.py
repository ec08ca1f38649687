"""How the table is laid out, by the number of players."""

from __future__ import annotations

from typing import Final

from companion.core.data import data
from companion.core.game import Setting, Step
from companion.core.text import Msg, msg, msgs

from .steps import setup_money
from .words import AREAS, FACILITIES, LETTERED

DATA: Final = data(__file__)


def setup(setting: Setting) -> tuple[Step, ...]:
    """The checklist for so many players."""
    return (*head_office(), *cards(), *everybody(setting))


def head_office() -> tuple[Step, ...]:
    """The Head Office board: a stack for each facility, by area and name."""
    group, level = msg("Head Office"), int(DATA["setup"]["facility_level"])
    stacks = tuple(
        Step(
            key=f"stack-{facility}",
            group=group,
            rule="facilities",
            text=msg("%(facility)s: its stack of tiles, level %(n)d showing", facility=FACILITIES[facility], n=level),
            more=msg("%(area)s area", area=AREAS[area]),
        )
        for area in AREAS
        for facility in DATA["areas"][area]
    )
    return (
        *stacks,
        Step(key="bank", group=group, rule="bank", text=msg("Beans, Water and the Bank within reach")),
        Step(
            key="round",
            group=group,
            rule="time",
            text=msg("Round card 1, and the Time marker on the number of round 1"),
            more=msg("Count the steps to Overtime while you look at it"),
        ),
    )


def cards() -> tuple[Step, ...]:
    """Orders, Action cards, Conference cards, stations."""
    group = msg("Cards and tokens")
    first, second = DATA["setup"]["stacks"][0]
    row = int(DATA["setup"]["face_up_action_cards"])
    return (
        Step(
            key="orders",
            group=group,
            rule="orders",
            text=msgs(
                "%(n)d Order stack, one card face up", "%(n)d Order stacks, one card face up on each", len(LETTERED)
            ),
            more=msg("%(stations)s", stations=tuple(LETTERED.values())),
        ),
        Step(
            key="decks",
            group=group,
            rule="action-decks",
            text=msg("Additional Action cards of round 1: “%(a)s” on top of “%(b)s”", a=first, b=second),
            more=msg("Sort the rest by letter; rounds 2 and 3 need them"),
        ),
        Step(key="row", group=group, rule="action-decks", text=msg("Deal %(n)d of them face up", n=row)),
        Step(
            key="conferences",
            group=group,
            rule="conference",
            text=msg("Shuffle the %(n)d Conference cards face down", n=int(DATA["box"]["conference_cards"])),
        ),
        Step(
            key="stations",
            group=group,
            rule="construction",
            text=msg("The %(n)d station tokens on the Universe board", n=int(DATA["box"]["station_tokens"])),
        ),
    )


def everybody(setting: Setting) -> tuple[Step, ...]:
    """What each player takes, and who begins with how much."""
    group, names = msg("Everybody"), msg("In turn order")
    money = tuple(str(n) for n in setup_money(setting.seats).values())
    markers = msg("Workforce and Money markers at 0, a score marker at 0")
    return (
        Step(
            key="board",
            group=group,
            rule="rocket",
            text=ROCKET,
            more=msg("Launch Engine, Propulsion Engine, Container"),
        ),
        Step(key="garage", group=group, rule="states", text=msg("The rocket in the garage")),
        Step(key="markers", group=group, rule="materials", text=markers),
        Step(
            key="initial-cards",
            group=group,
            rule="preparation",
            text=msg(
                "Shuffle the %(n)d Initial Action cards as a deck", n=int(DATA["box"]["initial_action_cards_each"])
            ),
        ),
        Step(
            key="initial-order",
            group=group,
            rule="initial-orders",
            text=msg("Deal an Initial Order to each, face up among the Received Orders"),
            more=msg("Raise Workforce to the number on it"),
        ),
        Step(key="start", group=names, rule="start-player", text=START),
        Step(
            key="money",
            group=names,
            rule="start-money",
            text=msg("Money, the start player first: %(money)s", money=money),
        ),
    )


ROCKET: Final[Msg] = msg("A Rocket board with a token on level 1 of each part")
START: Final[Msg] = msg("The lowest number in the corner of an Initial Order starts")
