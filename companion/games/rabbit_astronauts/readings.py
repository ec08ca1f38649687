"""What the rules leave open, both readings in words, and which one a table has chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from companion.core.data import data
from companion.core.errors import Refused
from companion.core.score import Choice, Ruling
from companion.core.text import Msg, msg

Question = Literal["helmets_from_zero", "gift_over_cap", "warehouse_scope", "moon_cards_in_space", "hand_kept"]
Answer = Literal["no", "yes", "player", "team"]
Rulings = Mapping[Question, Answer]


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """A question with its readings; the first one is recommended."""

    question: Msg
    readings: tuple[tuple[Answer, Msg], ...]
    rule: str


OPEN: Final[dict[Question, Open]] = {
    "helmets_from_zero": Open(
        question=msg("Where does the helmet track start again each round?"),
        readings=(
            ("no", msg("At its start, %(n)d, as the rules of the phase say", n=data(__file__)["setup"]["helmets"])),
            ("yes", msg("At 0, as the summary says")),
        ),
        rule="helmets-from-zero",
    ),
    "gift_over_cap": Open(
        question=msg("May a gift take the receiver over the limit?"),
        readings=(
            ("no", msg("No: only as many may be given as the receiver has room for")),
            ("yes", msg("Yes: what is over the limit is lost")),
        ),
        rule="gift-over-cap",
    ),
    "warehouse_scope": Open(
        question=msg("Whose stock do the Warehouses' bonus points reward?"),
        readings=(
            ("player", msg("Each player's own Warehouse, each for itself")),
            ("team", msg("All Warehouses together, once for the team")),
        ),
        rule="warehouse-scope",
    ),
    "moon_cards_in_space": Open(
        question=msg("Does a card on the Moon still count as a card in Space?"),
        readings=(
            ("yes", msg("Yes: it scores its value and the extra points")),
            ("no", msg("No: it scores only the extra points")),
        ),
        rule="moon-cards-in-space",
    ),
    "hand_kept": Open(
        question=msg("What happens to cards still in hand after the Draw phase?"),
        readings=(
            ("no", msg("They are discarded")),
            ("yes", msg("They stay in hand until the next Draw phase")),
        ),
        rule="hand-kept",
    ),
}


def chosen(rulings: Mapping[Question, Answer], question: Question) -> Answer:
    """What the table has chosen, else the recommended reading. Refuses a reading that there is not."""
    readings = [key for key, _ in OPEN[question].readings]
    answer = rulings.get(question, readings[0])
    if answer not in readings:
        raise Refused(msg("Choose one of these: %(choices)s.", choices=tuple(readings)), f"rulings.{question}")
    return answer


def counted(rulings: Mapping[str, Choice], question: Question) -> Answer:
    """The same for a final count, where anything else means the recommended reading."""
    readings = [key for key, _ in OPEN[question].readings]
    return next((key for key in readings if key == rulings.get(question)), readings[0])


def ruling(question: Question, answer: Answer) -> Ruling:
    """The question as it is asked, with the reading that the figures use."""
    one = OPEN[question]
    return Ruling(
        id=question,
        options=tuple(key for key, _ in one.readings),
        default=one.readings[0][0],
        question=one.question,
        labels=tuple(label for _, label in one.readings),
        rule=one.rule,
        chosen=answer,
    )
