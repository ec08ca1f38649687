"""The one scorer of Space Pioneers: captured planets, missions, secret tasks; a tie goes to the larger network."""

from __future__ import annotations

from typing import Final

from companion.core.data import data
from companion.core.score import Line, Result, Ruling, Rung, Seat, ranked, tied
from companion.core.text import Doubt, msg, msgs

from .state import Finish, Pioneer

DATA: Final = data(__file__)
PLANET: Final = int(DATA["capture"]["points"])


def planets(seat: Seat, pioneer: Pioneer) -> Line:
    """One point for each captured planet."""
    why = msgs("%(n)d captured planet", "%(n)d captured planets", pioneer.planets)
    label = msg("Captured planets")
    return Line(seat=seat, key="planets", label=label, points=pioneer.planets * PLANET, why=why, rule="planets")


def missions(seat: Seat, pioneer: Pioneer, each: int) -> Line:
    """What the table gives for each mission on the Mission card."""
    why = msgs("%(n)d mission × %(each)d", "%(n)d missions × %(each)d", pioneer.missions, each=each)
    return Line(
        seat=seat, key="missions", label=msg("Missions"), points=pioneer.missions * each, why=why, rule="missions"
    )


def secrets(seat: Seat, pioneer: Pioneer, each: int) -> Line:
    """What the table gives for each task on the Top Secret card."""
    why = msgs("%(n)d secret task × %(each)d", "%(n)d secret tasks × %(each)d", pioneer.secrets, each=each)
    label = msg("Secret tasks")
    return Line(seat=seat, key="secrets", label=label, points=pioneer.secrets * each, why=why, rule="secrets")


def lines_of(seat: Seat, finish: Finish) -> tuple[Line, ...]:
    """The whole score of one seat."""
    pioneer, values = finish.pioneers[seat], finish.values
    return (
        planets(seat, pioneer),
        missions(seat, pioneer, values.mission_points),
        secrets(seat, pioneer, values.secret_points),
    )


def totals(finish: Finish) -> dict[Seat, int]:
    """Points by seat."""
    return {seat: sum(line.points for line in lines_of(seat, finish)) for seat in finish.pioneers}


def leaders(finish: Finish) -> tuple[Seat, ...]:
    """The seats that share the most points; empty if one leads alone."""
    return tied(totals(finish))


def counted(finish: Finish, seats: tuple[Seat, ...]) -> dict[Seat, int]:
    """The network sizes of *seats*, as far as they were given."""
    sizes = {seat: finish.pioneers[seat].network for seat in seats}
    return {seat: size for seat, size in sizes.items() if size is not None}


def undecided(finish: Finish) -> tuple[Seat, ...]:
    """The seats level in points that may still win, while the size of a network among them is missing."""
    level = leaders(finish)
    known = counted(finish, level)
    if len(known) == len(level):
        return ()
    best = max(known.values(), default=0)
    return tuple(seat for seat in level if known.get(seat, best) == best)


def places(finish: Finish) -> dict[Seat, int]:
    """Places by points; first place, if level, by network and then as the table has ruled."""
    level, open_seats = leaders(finish), undecided(finish)
    sizes = counted(finish, level)
    most = max(sizes.values(), default=0)

    def rank(seat: Seat, points: int) -> tuple[int, int, int]:
        if seat not in level:
            return points, 0, 0
        size = most if seat in open_seats else sizes[seat]
        return points, size, finish.pioneers[seat].planets if _planets_decide(finish) else 0

    return ranked({seat: rank(seat, points) for seat, points in totals(finish).items()})


def _level_in_both(finish: Finish) -> tuple[Seat, ...]:
    """The seats level in points and in network; empty while that is open."""
    level = leaders(finish)
    return () if not level or undecided(finish) else tied(counted(finish, level))


def _planets_decide(finish: Finish) -> bool:
    return finish.tie == "planets" and bool(_level_in_both(finish))


def ladder(finish: Finish) -> tuple[Rung, ...]:
    """How a tie for first place is decided: the larger network, then as the table has ruled."""
    level = leaders(finish)
    if not level:
        return ()
    both, open_seats = _level_in_both(finish), undecided(finish)
    verdict = msg("Still to be counted") if open_seats else msg("Still level") if both else msg("Decided")
    network = Rung(
        key="network",
        label=msg("Most cards in their own network"),
        values=counted(finish, level),
        verdict=verdict,
        rule="tie",
    )
    return (network, *(_after_network(finish, both) if both else ()))


def _after_network(finish: Finish, both: tuple[Seat, ...]) -> tuple[Rung, ...]:
    shared = Rung(key="shared", label=msg("The victory is shared"), rule="tie-after-network")
    if finish.tie == "shared":
        return (shared,)
    captured = {seat: finish.pioneers[seat].planets for seat in both}
    level = tied(captured)
    rung = Rung(
        key="planets",
        label=msg("Most captured planets, as the table has ruled"),
        values=captured,
        verdict=msg("Still level") if level else msg("Decided"),
        rule="tie-after-network",
    )
    return (rung, shared) if level else (rung,)


def rulings(finish: Finish) -> tuple[Ruling, ...]:
    """What follows after the network is asked only where seats are level in it too."""
    if not _level_in_both(finish):
        return ()
    return (
        Ruling(
            id="tie_after_network",
            options=("shared", "planets"),
            default="shared",
            question=msg("Level in points and in the network too: who wins?"),
            labels=(msg("They share the victory"), msg("Whoever captured more planets")),
            rule="tie-after-network",
            chosen=finish.tie,
        ),
    )


def doubts(finish: Finish) -> tuple[Doubt, ...]:
    """More missions than a Mission card has, more tasks than a Top Secret card."""
    found: list[Doubt] = []
    most = DATA["cards"]
    for seat, one in finish.pioneers.items():
        name = finish.names.get(seat, "")
        if one.missions > most["missions"]:
            said = msg(
                "%(name)s: %(n)d missions; a Mission card has %(m)d.", name=name, n=one.missions, m=most["missions"]
            ).under("missions")
            found.append(said)
        if one.secrets > most["secrets"]:
            said = msg(
                "%(name)s: %(n)d secret tasks; a Top Secret card has %(m)d.",
                name=name,
                n=one.secrets,
                m=most["secrets"],
            ).under("secrets")
            found.append(said)
    return (*found, *_values(finish))


def _values(finish: Finish) -> tuple[Doubt, ...]:
    """That the worth of missions and tasks is the table's word, wherever it counts."""
    if not any(one.missions or one.secrets for one in finish.pioneers.values()):
        return ()
    values = finish.values
    return (
        msg(
            "The rules that we have print no value for missions and secret tasks. Here a mission counts %(mission)d "
            "and a secret task %(secret)d.",
            mission=values.mission_points,
            secret=values.secret_points,
        ).under("mission-value"),
    )


def score(finish: Finish) -> Result:
    """Everybody's points and place; a tie that lacks a network size stays undecided."""
    rungs = ladder(finish)
    return Result(
        lines=tuple(line for seat in finish.pioneers for line in lines_of(seat, finish)),
        places=places(finish),
        decided_by=rungs[-1].key if rungs else "points",
        ladder=rungs,
        doubts=doubts(finish),
        rulings=rulings(finish),
        undecided=undecided(finish),
    )
