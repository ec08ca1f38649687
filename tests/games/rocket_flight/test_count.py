"""The end of a flight: what is asked, and what it comes to."""

from __future__ import annotations

from itertools import product

import pytest

from companion.core.game import TABLE, Tally
from companion.core.rules import load
from companion.games.rocket_flight import GAME
from companion.games.rocket_flight.state import Flown, Options


def tally(crew: int = 2, options: Options | None = None, ruling: str = "", **answers: int) -> Tally:
    return Tally(
        names={seat: f"P{seat}" for seat in range(1, crew + 1)},
        options=options or Options(),
        answers={(key, TABLE): value for key, value in answers.items()},
        rulings={"fuel_moment": ruling} if ruling else {},
    )


def asked(given: Tally) -> list[str]:
    return [category.key for category in GAME.count.categories if category.needed(given, TABLE)]


SCORE = Options(fuel="score")


@pytest.mark.parametrize(
    ("given", "questions"),
    [
        (tally(), ["home"]),
        (tally(home=0), ["home", "planets"]),
        (tally(home=1), ["home", "fuel", "unmarked"]),
        (tally(home=1, fuel=4), ["home", "fuel", "unmarked"]),
        (tally(home=1, fuel=5), ["home", "fuel"]),
        (tally(home=1, fuel=9, options=SCORE), ["home", "fuel", "unmarked"]),
    ],
)
def test_only_what_matters_is_asked(given: Tally, questions: list[str]) -> None:
    assert asked(given) == questions


@pytest.mark.parametrize(
    ("given", "outcome", "decided", "winners", "total"),
    [
        (tally(home=1, fuel=4), "Home on 4 of 5 divisions of fuel", "home", (1, 2), 4),
        (tally(home=1, fuel=5), "Home on 5 of 5 divisions of fuel", "home", (1, 2), 5),
        (tally(home=1, fuel=6), "Home, but on 6 divisions of fuel where 5 are allowed", "over_limit", (), 6),
        (tally(3, home=1, fuel=6), "Home on 6 of 6 divisions of fuel", "home", (1, 2, 3), 6),
        (tally(4, home=1, fuel=7), "Home on 7 of 7 divisions of fuel", "home", (1, 2, 3, 4), 7),
        (tally(1, home=1, fuel=5), "Home on 5 of 5 divisions of fuel", "home", (1,), 5),
        (tally(1, Options(solo="hard"), home=1, fuel=5), "Home, but on 5 divisions", "over_limit", (), 5),
        (tally(home=1, fuel=9, options=SCORE), "Home on 9 divisions of fuel", "home", (1, 2), 9),
        (tally(home=1, fuel=1, options=SCORE), "Home on 1 division of fuel", "home", (1, 2), 1),
        (tally(home=0, planets=6), "Lost in space after 6 planets", "lost", (), 6),
        (tally(home=0, planets=1), "Lost in space after 1 planet", "lost", (), 1),
        (tally(home=1, fuel=4, unmarked=1), "Home on 4 of 5 divisions of fuel", "home", (1, 2), 4),
        (tally(home=1, fuel=4, unmarked=1, ruling="when_emptied"), "Home on 5 of 5", "home", (1, 2), 5),
        (tally(home=1, fuel=4, ruling="when_emptied"), "Home on 4 of 5", "home", (1, 2), 4),
        (tally(), "Is the rocket back on Earth?", "open", (), 0),
    ],
)
def test_a_crew_wins_or_loses_together(
    given: Tally, outcome: str, decided: str, winners: tuple[int, ...], total: int
) -> None:
    result = GAME.score(GAME.count.state(given))
    assert str(result.outcome).startswith(outcome)
    assert (result.decided_by, result.winners, result.total(None)) == (decided, winners, total)
    assert set(result.places) == set(given.names)
    assert all(line.seat is None and str(line.why) for line in result.lines)


def test_the_moment_of_the_mark_is_asked_only_if_it_occurred() -> None:
    assert GAME.score(GAME.count.state(tally(home=1, fuel=4))).rulings == ()
    assert GAME.score(GAME.count.state(tally(home=0, planets=4, unmarked=1))).rulings == ()
    (ruling,) = GAME.score(GAME.count.state(tally(home=1, fuel=4, unmarked=1))).rulings
    assert (ruling.id, ruling.default, ruling.chosen) == ("fuel_moment", "when_needed", "when_needed")
    assert len(ruling.labels) == len(ruling.options)


def test_the_moment_of_the_mark_never_costs_the_win() -> None:
    for crew, fuel in product(range(1, 5), range(1, 8)):
        given = tally(crew, home=1, fuel=fuel)
        if "unmarked" in asked(given):
            ruled = tally(crew, home=1, fuel=fuel, unmarked=1, ruling="when_emptied")
            assert GAME.score(GAME.count.state(ruled)).decided_by == "home"


def test_no_fuel_at_all_is_doubted() -> None:
    (doubt,) = GAME.score(Flown(crew=(1, 2), home=True)).doubts
    assert "at least 1" in str(doubt)


def test_everything_that_is_linked_is_written_and_the_scoring_rules_are_short() -> None:
    entries = {entry.id: entry for entry in load(GAME.folder, "en")}
    results = [GAME.score(Flown(crew=(1, 2), home=home, fuel=4, unmarked=True)) for home in (True, False)]
    linked = {line.rule for result in results for line in result.lines}
    linked |= {ruling.rule for result in results for ruling in result.rulings}
    linked |= {category.rule for category in GAME.count.categories} | {c.rule for c in GAME.calculators}
    assert linked <= set(entries)
    assert sum(len(entry.text.split()) for entry in entries.values() if entry.scoring) < 400
