"""The calculators: may it lie there, who still plays, and the final score."""

from __future__ import annotations

from typing import Final, TypeVar, get_args

from companion.core.errors import Refused
from companion.core.game import Calculator, Page
from companion.core.score import Ruling
from companion.core.text import Doubt, Msg, msg

from .pages import LastLapForm, PlacementForm, read_last_lap, read_placement
from .placement import Lay, PairsReading, Verdict, judge, oddities
from .scoring import score
from .shapes import (
    FinalAnswer,
    FinalInput,
    LastLapAnswer,
    LastLapInput,
    PlacementAnswer,
    PlacementInput,
    Question,
    Rulings,
)
from .state import OWNER_WORDS, PAIR_WORDS, Finish, Options, Owner, TieReading
from .turns import lap_said, turns_left

C = TypeVar("C")
PAIRS: Final[tuple[PairsReading, ...]] = get_args(PairsReading)
OWNERS: Final[tuple[Owner, ...]] = get_args(Owner)
TIES: Final[tuple[TieReading, ...]] = get_args(TieReading)


def settled(rulings: Rulings, question: Question, choices: tuple[C, ...]) -> C:
    """What the table has chosen, else the first choice. Refuses a choice that there is not."""
    chosen = rulings.get(question, choices[0])
    found = next((choice for choice in choices if choice == chosen), None)
    if found is None:
        words = tuple(str(choice) for choice in choices)
        raise Refused(msg("Choose one of these: %(choices)s.", choices=words), f"rulings.{question}")
    return found


def placement(given: PlacementInput) -> PlacementAnswer:
    """Whether the card may lie there, by the chosen reading; what the other would say, where it differs."""
    lay = Lay(
        network=given.network,
        card=given.card,
        is_first=given.empty,
        is_rotated=given.rotated,
        neighbours=given.neighbours,
    )
    chosen = settled(given.rulings, "foreign_pairs", PAIRS)
    verdict, other = judge(lay, chosen), judge(lay, next(one for one in PAIRS if one != chosen))
    differs = (verdict.reason is None) != (other.reason is None)
    captured_by = _captured_by(given, verdict, settled(given.rulings, "capture_owner", OWNERS))
    return PlacementAnswer(
        legal=verdict.reason is None,
        reason=verdict.reason,
        why=_both_said(verdict, other) if differs else verdict.why,
        rule=verdict.rule,
        other_reading=_other_said(other) if differs else None,
        captured_by=captured_by,
        doubts=(*oddities(lay), *_no_capture(given)),
        rulings=(
            *((pairs_ruling(chosen),) if differs else ()),
            *((owner_ruling(captured_by),) if captured_by and given.network == "other" else ()),
        ),
    )


def _both_said(verdict: Verdict, other: Verdict) -> Msg:
    """Why, and that the other reading says otherwise."""
    if other.reason is None:
        return msg("%(why)s The other reading says yes.", why=verdict.why)
    return msg("%(why)s The other reading says no.", why=verdict.why)


def _other_said(other: Verdict) -> Msg:
    """What the other reading would say, in short."""
    if other.reason is None:
        return msg("Legal: one pair is enough.")
    return msg("Not legal: colour, corners and centre must all match.")


def _captured_by(given: PlacementInput, verdict: Verdict, ruled: Owner) -> Owner | None:
    """Who takes the older copy of the planet, in another's network as *ruled*; None where there is nothing to take."""
    if verdict.reason or not given.same_planet or given.card != "planet" or given.empty:
        return None
    return "player" if given.network == "own" else ruled


def _no_capture(given: PlacementInput) -> tuple[Doubt, ...]:
    """A spaceship is no planet, and nothing lies in an empty network."""
    if given.same_planet and (given.card != "planet" or given.empty):
        return (msg("Only a planet that already lies in that network can be captured.").under("planets"),)
    return ()


def pairs_ruling(chosen: PairsReading) -> Ruling:
    """How many of the three pairs are meant."""
    return Ruling(
        id="foreign_pairs",
        options=PAIRS,
        default="one_pair",
        question=msg("In another player's network: how much must match?"),
        labels=tuple(word for _, word in PAIR_WORDS),
        rule="foreign-pairs",
        chosen=chosen,
    )


def owner_ruling(chosen: Owner) -> Ruling:
    """Who takes a planet that is doubled in another player's network."""
    return Ruling(
        id="capture_owner",
        options=OWNERS,
        default="player",
        question=msg("A planet comes up twice in another player's network: who takes the older one?"),
        labels=tuple(word for _, word in OWNER_WORDS),
        rule="capture-owner",
        chosen=chosen,
    )


def last_lap(given: LastLapInput) -> LastLapAnswer:
    """Who still has a turn. Refuses a name that is not among the players, and one that two of them bear."""
    for n, name in enumerate(given.seats):
        if name in given.seats[:n]:
            raise Refused(msg("“%(name)s” stands here twice.", name=name), f"seats.{n}")
    for field, name in (("start", given.start), ("trigger_by", given.trigger_by)):
        if name not in given.seats:
            raise Refused(msg("Nobody here is called “%(name)s”.", name=name), field)
    left = turns_left(given.seats, given.start, given.trigger_by)
    return LastLapAnswer(turns_left=left, why=_lap_said(given, left), rule="end")


def _lap_said(given: LastLapInput, left: tuple[str, ...]) -> Msg:
    now, start = given.trigger_by, given.start
    if given.cause == "deck":
        return lap_said(now, left, start)
    if not left:
        return msg(
            "%(now)s has done all missions, and the game is over: next would be %(start)s.", now=now, start=start
        )
    return msg(
        "%(now)s has done all missions; then %(left)s, and the game stops before %(start)s.",
        now=now,
        left=left,
        start=start,
    )


def final(given: FinalInput) -> FinalAnswer:
    """Everybody's points, who won, or whose networks must be counted first. Refuses a game without anybody."""
    if not given.players:
        raise Refused(msg("At least one player is needed.").under("players"), "players")
    names = dict(enumerate(given.players, 1))
    result = score(
        Finish(
            pioneers={seat: given.players[name] for seat, name in names.items()},
            names=names,
            values=Options(mission_points=given.mission_points, secret_points=given.secret_points),
            tie=settled(given.rulings, "tie_after_network", TIES),
        )
    )
    return FinalAnswer(
        scores={name: result.total(seat) for seat, name in names.items()},
        winners=tuple(names[seat] for seat in result.winners),
        undecided=tuple(names[seat] for seat in result.undecided),
        decided_by=result.decided_by,
        lines=result.lines,
        doubts=result.doubts,
        rulings=result.rulings,
    )


PLACEMENT: Final = Calculator(
    key="placement",
    title=msg("May it lie there?"),
    about=msg("Tick what touches the card and what matches; says yes or no and by which rule."),
    rule="placement",
    input=PlacementInput,
    output=PlacementAnswer,
    run=placement,
    example={
        "network": "other",
        "card": "planet",
        "neighbours": [{"side": "above", "kind": "spaceship", "color": True, "centre": True}],
    },
    page=Page(form=PlacementForm, read=read_placement),
    page_example={
        "network": "other",
        "card": "planet",
        "above": {"kind": "spaceship", "color": True, "centre": True},
    },
)
LAST_LAP: Final = Calculator(
    key="last-lap",
    title=msg("The last lap"),
    about=msg("The end has come near: who still has a turn?"),
    rule="end",
    input=LastLapInput,
    output=LastLapAnswer,
    run=last_lap,
    example={"seats": ["Ann", "Ben", "Cleo"], "start": "Ann", "trigger_by": "Ben", "cause": "deck"},
    page=Page(form=LastLapForm, read=read_last_lap),
    page_example={"seats": "Ann, Ben, Cleo", "start": "Ann", "trigger_by": "Ben", "cause": "deck"},
)
FINAL: Final = Calculator(
    key="final",
    title=msg("Final score"),
    about=msg("Captured planets, missions and secret tasks; a tie goes to the larger network."),
    rule="points",
    input=FinalInput,
    output=FinalAnswer,
    run=final,
    example={
        "players": {
            "Ann": {"planets": 5, "missions": 3, "secrets": 1, "network": 9},
            "Ben": {"planets": 6, "missions": 2, "secrets": 1, "network": 11},
        }
    },
)
CALCULATORS: Final = (PLACEMENT, LAST_LAP, FINAL)
