"""Following a play: every event, what it refuses, what is booked and kept, and the counts it leads to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from companion import codec
from companion.core.errors import Invalid, Missing, NotNow, Refused
from companion.core.events import Arrived, Corrected, Event, Left, OptionsChosen, PhaseEnded, Reordered, Undone
from companion.core.game import Setting
from companion.core.play import Play
from companion.core.secrets import Hidden, seen
from companion.games.bunny_kingdom import GAME
from companion.games.bunny_kingdom.happenings import (
    Built,
    Harvested,
    KeptParchments,
    NewWorld,
    PassedOn,
    PlayedCamps,
    Saved,
    Settled,
    TurnedOver,
)
from companion.games.bunny_kingdom.state import Building, Options
from companion.games.bunny_kingdom.track import deck_used, direction, draft, marks
from companion.games.bunny_kingdom.tracker import TRACKER
from tests.games.bunny_kingdom.following import after, begun, booked, counted, ended, rounds, to_harvest

CASES = Path(__file__).parents[2] / "cases" / "bunny-kingdom.yaml"
FOUR = ("Ann", "Bob", "Cy", "Dee")


def settle(seat: int, *at: str) -> Settled:
    return Settled(seat=seat, at=at)


def give_up(seat: int, at: str) -> Settled:
    return Settled(seat=seat, at=(at,), on=False)


def build(seat: int, at: str, **building: Any) -> Built:
    return Built(seat=seat, at=at, **building)


def keep(seat: int, *keys: str) -> KeptParchments:
    return KeptParchments(held=Hidden(owner=seat, count=len(keys), keys=keys))


CAMP = build(1, "C7", camp=2)
LAND = settle(1, "A3", "A4")  # a wood and a printed city: 1 × 1


# ---------------------------------------------------------------- land and buildings


@pytest.mark.parametrize(
    ("events", "ann", "bob"),
    [
        ([], "", ""),
        ([settle(1, "A3")], "A3", ""),
        ([settle(1, "a3", " b4 ")], "A3 B4", ""),
        ([settle(1, "A3"), settle(1, "A3")], "A3", ""),
        ([settle(1, "A3"), settle(2, "B3")], "A3", "B3"),
        ([settle(1, "A3", "B3"), give_up(1, "A3")], "B3", ""),
        ([settle(1, "A3"), give_up(1, "A3"), settle(2, "A3")], "", "A3"),
        ([settle(1, "A3"), give_up(1, "A3"), settle(1, "A3")], "A3", ""),
        ([CAMP], "C7", ""),
        ([CAMP, build(1, "C7")], "", ""),
        ([CAMP, give_up(1, "C7")], "", ""),
        ([CAMP, settle(1, "C7")], "C7", ""),
        ([CAMP, settle(2, "C7")], "", "C7"),
        ([CAMP, settle(2, "C6", "C7")], "", "C6 C7"),
    ],
)
def test_whose_land_it_is(events: list[Event], ann: str, bob: str) -> None:
    state = after(begun(), *events).state
    assert [sorted(state.board(seat).controlled) for seat in (1, 2)] == [ann.split(), bob.split()]


@pytest.mark.parametrize(
    ("events", "standing"),
    [
        ([build(1, "A3", city=2)], {"A3": {"city": 2}}),
        ([build(1, "a3", farm="wood")], {"A3": {"farm": "wood"}}),
        ([build(1, "A3", city=2), build(1, "A3", post="fish")], {"A3": {"post": "fish"}}),
        ([build(1, "A3", city=2), build(1, "A3")], {}),
        ([build(1, "A3", city=2), give_up(1, "A3")], {}),
        ([build(1, "A3", sky="a"), build(1, "A4", sky="a")], {"A3": {"sky": "a"}, "A4": {"sky": "a"}}),
        ([CAMP], {"C7": {"camp": 2}}),
        ([CAMP, settle(1, "C7")], {}),
        ([CAMP, settle(1, "C7"), build(1, "C7", farm="spice")], {"C7": {"farm": "spice"}}),
    ],
)
def test_what_stands_on_it(events: list[Event], standing: dict[str, Any]) -> None:
    state = after(begun(), settle(1, "A3", "A4"), *events).state
    assert state.board(1).buildings == {at: Building(**one) for at, one in standing.items()}


@pytest.mark.parametrize(
    ("events", "refused"),
    [
        ([settle(1, "A11")], Refused),
        ([settle(1, "A3", "")], Refused),
        ([settle(9, "A3")], Missing),
        ([settle(1, "A3"), settle(2, "A3")], NotNow),
        ([give_up(1, "A3")], NotNow),
        ([settle(1, "A3"), give_up(2, "A3")], NotNow),
        ([settle(1, "A3", "A4"), Settled(seat=1, at=("A3", "A4"), on=False)], Refused),
        ([build(1, "K1", city=1)], Refused),
        ([build(1, "A3", city=1, farm="wood")], Refused),
        ([settle(1, "A3"), build(2, "A3", city=1)], NotNow),
        ([settle(1, "A3"), build(1, "A3", camp=1)], NotNow),
        ([settle(1, "A3"), build(2, "A3", camp=1)], NotNow),
        ([CAMP, build(2, "C7", camp=1)], NotNow),
        ([Saved(seat=7, cards=())], Missing),
        ([Harvested(seat=7, round=1, typed="3")], Missing),
        ([Harvested(seat=1, round=1, typed="many")], Refused),
        ([Harvested(seat=1, round=1, typed="2,5")], Refused),
        ([Harvested(seat=1, round=1, typed="-3")], Refused),
        ([keep(7, "fisher")], Missing),
        ([keep(1, "fisherman")], Missing),
        ([PlayedCamps(seat=1, by=-1)], NotNow),
        ([CAMP, PlayedCamps(seat=1, by=-1)], NotNow),
        ([PlayedCamps(seat=7, by=1)], Missing),
        ([PhaseEnded(round=1, phase="harvest")], NotNow),
        ([PhaseEnded(round=2, phase="exploration")], NotNow),
        ([PhaseEnded(round=1, phase="lunch")], NotNow),
        ([PassedOn(round=1, turn=2)], NotNow),
        ([PassedOn(round=2, turn=1)], NotNow),
        ([*ended((1, "exploration")), PassedOn(round=1, turn=1)], NotNow),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(events: list[Event], refused: type[Refused]) -> None:
    play = after(begun(), *events[:-1])
    with pytest.raises(refused) as told:
        after(play, events[-1])
    assert len(str(told.value.message)) > 15
    assert play.state == after(begun(), *events[:-1]).state


@pytest.mark.parametrize(
    "raw",
    [
        {"kind": "built", "seat": 1, "at": "A3", "farm": "gravel"},
        {"kind": "built", "seat": 1, "at": "A3", "city": 4},
        {"kind": "built", "seat": 1, "at": "A3", "camp": 7},
        {"kind": "built", "seat": 1, "at": "A3", "post": "pearl"},
        {"kind": "built", "seat": 1, "at": "A3", "sky": "\n"},
        {"kind": "settled", "seat": 1, "at": []},
        {"kind": "harvested", "seat": 1, "round": 5, "typed": "1"},
        {"kind": "harvested", "seat": 1, "typed": "1"},
        {"kind": "passed_on", "round": 1, "turn": 11},
    ],
)
def test_what_no_box_holds_is_no_event(raw: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        codec.event_of(GAME, raw)


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        ([build(1, "A3", farm="pearl")], "A3 is forest, but this needs sea"),
        ([build(1, "A4", city=3)], "A4 is a printed city"),
        ([build(1, "J6", city=1)], "J6 is not theirs"),
        ([build(1, "A3", sky="a")], "one token on the map"),
        (
            [build(1, "A3", farm="wood"), settle(2, "C7"), build(2, "C7", farm="wood")],
            "2 farms for wood, but the game has 1",
        ),
    ],
)
def test_what_looks_odd_is_a_doubt_and_no_wall(events: list[Event], sentence: str) -> None:
    assert not TRACKER.doubts(after(begun(), LAND).state)
    doubts = TRACKER.doubts(after(begun(), LAND, *events).state)
    assert any(sentence in str(doubt) for doubt in doubts), doubts


def test_a_tap_twice_is_a_repeat_but_a_second_try_later_is_news() -> None:
    """What was put down, taken off and put down again stands."""
    play = begun()
    for events in (
        [settle(1, "A3"), give_up(1, "A3"), settle(1, "A3")],
        [settle(1, "A3"), build(1, "A3", city=1), give_up(1, "A3"), settle(1, "A3"), build(1, "A3", city=1)],
        [CAMP, settle(2, "C7"), give_up(2, "C7"), CAMP],
    ):
        now = play
        for event in events:
            assert now.repeat_of(event, by=1, base=now.head) is None, event
            now = after(now, event)
        assert now.repeat_of(events[-1], by=1, base=now.head) is not None


# ---------------------------------------------------------------- harvests


def harvesting(*events: Event, typed: str = "") -> Play[NewWorld]:
    """Ann's land in the harvest of round 1."""
    extra = [Harvested(seat=1, round=1, typed=typed)] if typed else []
    return after(begun(), LAND, *events, *to_harvest(1), *extra)


HARVEST1 = ended((1, "harvest"))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("", 1), ("7", 7), ("6×5 + 4×3", 42), ("0", 0), (" 8 ", 8)],
)
def test_a_typed_harvest_counts_before_the_map(typed: str, expected: int) -> None:
    assert booked(after(harvesting(typed=typed), *HARVEST1)) == [expected, None, None, None]


def test_ways_are_mixed_between_players_and_what_nobody_knows_stays_open() -> None:
    play = after(
        begun(*FOUR),
        LAND,
        settle(2, "B7", "C7"),
        *to_harvest(1),
        Harvested(seat=2, round=1, typed="5"),
        Harvested(seat=3, round=1, typed="2×3"),
        *HARVEST1,
    )
    assert [booked(play, seat)[0] for seat in (1, 2, 3, 4)] == [1, 5, 6, None]
    result = counted(play)
    assert [result.total(seat) for seat in (1, 2, 3, 4)] == [1, 5, 6, 0]
    why = {line.seat: str(line.why) for line in result.lines if line.key == "harvest1" and line.points}
    assert why == {1: "1×1, from the map", 2: "5, as typed", 3: "2×3, as typed"}


def test_a_harvest_typed_after_the_booking_books_anew_and_cleared_gives_the_old_map_back() -> None:
    later = after(harvesting(), *HARVEST1, build(1, "A3", city=2))
    assert booked(later)[0] == 1
    typed = after(later, Harvested(seat=1, round=1, typed="9"))
    assert booked(typed)[0] == 9
    cleared = after(typed, Harvested(seat=1, round=1, typed=""))
    assert booked(cleared)[0] == 1, "as the land was then, not as it is now"
    assert booked(after(typed, Undone(seq=typed.head)))[0] == 1


def test_a_harvest_typed_late_without_a_map_can_be_taken_back_to_open() -> None:
    play = after(begun(), *rounds(1), Harvested(seat=1, round=1, typed="9"), settle(1, "A3", "A4"))
    assert booked(after(play, Harvested(seat=1, round=1, typed=" ")))[0] is None


def test_a_harvest_typed_early_waits_for_its_round() -> None:
    play = after(begun(), Harvested(seat=1, round=2, typed="9"), *rounds(1))
    assert booked(play) == [None, None, None, None]
    assert booked(after(play, *rounds(2)))[1] == 9


def test_correcting_old_land_changes_all_later_harvests() -> None:
    play = after(begun(), settle(1, "A4"), settle(1, "B1"), *rounds(1, 2), settle(1, "B3"), *rounds(3))
    assert booked(play) == [0, 0, 0, None]
    wood = after(play, Corrected(seq=3, event=settle(1, "A3")))
    assert booked(wood) == [1, 1, 2, None]
    assert booked(after(wood, Undone(seq=wood.head))) == [0, 0, 0, None]


def test_a_correction_that_later_steps_cannot_follow_names_them() -> None:
    play = after(begun(), settle(1, "A3"), settle(2, "A4"))
    with pytest.raises(NotNow, match="3"):
        after(play, Corrected(seq=2, event=settle(1, "A4")))


def test_each_harvest_keeps_what_its_trading_posts_gave() -> None:
    start = (settle(1, "A3", "A4", "B3", "C3"), build(1, "C3", post="wood"))
    play = after(begun(), *start, *rounds(1), build(1, "C3", post="fish"), *rounds(2), build(1, "C3", post="wood"))
    assert booked(play)[:2] == [2, 4]
    kept = [one.board.buildings["C3"].post for one in play.state.booked.values() if one.board]
    assert kept == ["wood", "fish"]


def test_a_phase_that_is_ended_twice_ends_once() -> None:
    play = after(begun(), LAND, *rounds(1, 2, 3), *to_harvest(4))
    over = after(play, *ended((4, "harvest")))
    assert booked(over) == [1, 1, 1, 1] and TRACKER.where(over.state) is None
    again = ended((4, "harvest"))[0]
    assert over.repeat_of(again, by=1, base=0) is not None
    with pytest.raises(NotNow):
        after(over, again)


def test_no_harvest_is_counted_before_it_is_over() -> None:
    play = after(begun(), LAND, *rounds(1, 2, 3))
    assert counted(play).total(1) == 3
    assert counted(after(play, *rounds(4))).total(1) == 4


def test_phases_go_round_four_times() -> None:
    play, seen_ = begun(), []
    while where := TRACKER.where(play.state):
        seen_.append((where.round, where.phase))
        assert where.acting == play.table.order
        play = after(play, PhaseEnded(round=where.round, phase=where.phase))
    assert seen_ == [(n, phase) for n in (1, 2, 3, 4) for phase in ("exploration", "construction", "harvest")]


# ---------------------------------------------------------------- turns and hands


def test_hands_are_passed_on_turn_by_turn_and_start_anew_each_round() -> None:
    play = after(begun(*FOUR), *(PassedOn(round=1, turn=n) for n in (1, 2, 3, 4)))
    assert play.state.turn == 5
    with pytest.raises(NotNow, match="last turn"):
        after(play, PassedOn(round=1, turn=5))
    assert after(play, *rounds(1)).state.turn == 1
    assert play.repeat_of(PassedOn(round=1, turn=4), by=1, base=0) is not None


@pytest.mark.parametrize(
    ("players", "lines"),
    [
        (
            2,
            (
                "takes 10 new cards, and 10 as a reserve",
                "draw one from your reserve, play one, discard one face down. 10 turns",
                "to the left",
            ),
        ),
        (3, ("takes 12 new", "play 2 cards, all at once. 6 turns", "to the left")),
        (4, ("takes 10 new", "play 2 cards, all at once. 5 turns", "to the left")),
    ],
)
def test_what_to_do_when_exploring(players: int, lines: tuple[str, ...]) -> None:
    play = begun(*FOUR[:players])
    said = [str(line) for line in TRACKER.phases[0].todo(play.state)]
    assert len(said) == 3 and all(part in line for part, line in zip(lines, said, strict=True))
    second = [str(line) for line in TRACKER.phases[0].todo(after(play, *rounds(1)).state)]
    assert "to the right" in second[2]


def procedures() -> dict[str, Any]:
    cases = yaml.safe_load(CASES.read_text("utf-8"))["cases"]
    return {case["id"]: case["procedure"] for case in cases if "procedure" in case}


def test_the_rabbits_stand_as_in_the_worked_case() -> None:
    case = procedures()["R06"]
    assert [list(marks(n)) for n in case["given"]["points"]] == case["expect"]["marks"]
    for points, expected in zip(case["given"]["points"], case["expect"]["marks"], strict=True):
        play = after(begun(), *to_harvest(1), Harvested(seat=1, round=1, typed=str(points)), *HARVEST1)
        row = TRACKER.panel(play.state, 1, play.table.names, {}).rows[0]
        assert list(row.stands) == expected and row.leads


def test_cards_are_dealt_as_in_the_worked_case() -> None:
    for players, expected in procedures()["D01"]["expect"].items():
        one = draft(int(players))
        play = begun(*FOUR[: int(players)])
        turns = TRACKER.panel(play.state, 1, play.table.names, {}).turns
        assert (turns[0].hand, len(turns)) == (expected["hand"], expected["turns_per_round"])
        assert expected == {
            "hand": one.hand,
            "reserve": one.reserve,
            "turns_per_round": one.turns,
            "played_per_player_round": one.played,
            "discarded_per_player_round": one.discarded,
            "played_per_player_game": 4 * one.played,
            "deck_used_without_provisions": deck_used(int(players)),
        }


def test_hands_go_round_as_in_the_worked_case() -> None:
    case = procedures()["D02"]
    assert [direction(n) for n in case["given"]["rounds"]] == case["expect"]["directions"]
    play, passes = begun(*FOUR), []
    for n in case["given"]["rounds"]:
        passes.append(TRACKER.panel(play.state, 1, play.table.names, {}).passes[0])
        play = after(play, *rounds(n))
    to = {"left": ("Ann", "Bob"), "right": ("Ann", "Dee")}
    assert passes == [to[way] for way in case["expect"]["directions"]]


# ---------------------------------------------------------------- camps


@pytest.mark.parametrize(
    ("events", "played"),
    [
        ([], 0),
        ([CAMP], 1),
        ([CAMP, settle(2, "C7")], 1),
        ([CAMP, settle(1, "C7")], 1),
        ([CAMP, build(1, "C7")], 0),
        ([CAMP, give_up(1, "C7")], 0),
        ([CAMP, build(1, "D7", camp=3)], 2),
        ([PlayedCamps(seat=1, by=1)], 1),
        ([PlayedCamps(seat=1, by=1), CAMP], 1),
        ([CAMP, PlayedCamps(seat=1, by=1)], 2),
        ([PlayedCamps(seat=1, by=3), PlayedCamps(seat=1, by=-2)], 1),
        ([CAMP, settle(2, "C7"), PlayedCamps(seat=1, by=2)], 3),
    ],
)
def test_camp_cards_played_are_no_fewer_than_camps_that_stood(events: list[Event], played: int) -> None:
    play = after(begun(), LAND, *events, keep(1, "colonist"))
    assert play.state.camps_played(1) == played
    assert {line.item: line.points for line in counted(play).lines}["colonist"] == 3 * played


def test_a_camp_card_that_never_stood_asks_the_table() -> None:
    play = after(begun(), LAND, CAMP, PlayedCamps(seat=1, by=1), keep(1, "colonist"))
    assert [one.id for one in counted(play).rulings] == ["unplaced_camps"]
    sure = after(begun(), LAND, CAMP, keep(1, "colonist"))
    assert not counted(sure).rulings


def test_buildings_that_wait_stay_until_they_are_said_to_be_used() -> None:
    play = after(begun(), Saved(seat=1, cards=("city-3", "camp-2")), *rounds(1, 2))
    control = next(one for one in TRACKER.phases[1].inputs if one.key == "saved")
    assert control.now(play.state, 1) == ("city-3", "camp-2") and control.now(play.state, 2) == ()
    assert control.now(after(play, Saved(seat=1, cards=())).state, 1) == ()


# ---------------------------------------------------------------- parchments


def test_parchments_are_the_owners_until_they_are_turned_over() -> None:
    play = after(begun(), keep(1, "fisher", "royal_crown"))
    assert seen(play.state, frozenset({1})).parchments[1].keys == ("fisher", "royal_crown")
    assert seen(play.state, frozenset({2})).parchments[1] == Hidden(owner=1, count=2)
    assert counted(play, {1}).total(1) == 5 and counted(play, {2}).total(1) == 0
    over = after(play, *rounds(1, 2, 3, 4), TurnedOver())
    assert seen(over.state, frozenset()).parchments[1].keys == ("fisher", "royal_crown")
    assert counted(over, set()).total(1) == 5


def test_the_reveal_is_offered_while_somebody_holds_hidden_parchments() -> None:
    play = begun()
    assert TRACKER.reveal(play.state) is None
    hidden = after(play, keep(1, "fisher"))
    for state in (hidden.state, seen(hidden.state, frozenset())):
        offered = TRACKER.reveal(state)
        assert offered is not None and offered.key == "turned_over"
    over = after(hidden, TurnedOver())
    assert TRACKER.reveal(over.state) is None
    again = after(over, Undone(seq=over.head))
    assert TRACKER.reveal(again.state) and not seen(again.state, frozenset()).parchments[1].keys
    assert again.repeat_of(TurnedOver(), by=1, base=again.head) is None


def test_a_card_found_after_the_reveal_lies_open_too() -> None:
    play = after(begun(), keep(1, "fisher"), TurnedOver(), keep(1, "fisher", "explorer"))
    assert TRACKER.reveal(play.state) is None and play.state.parchments[1].open


def test_no_sentence_tells_a_parchment() -> None:
    assert str(TRACKER.told(keep(1, "fisher", "explorer"), {1: "Ann"})) == "Ann holds 2 parchments"


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (settle(1, "a3", "B4"), "Ann takes A3, B4"),
        (give_up(1, "A3"), "Ann gives up A3"),
        (build(1, "a3", city=2), "Ann builds on A3: City of strength 2"),
        (build(1, "a3"), "Ann clears A3"),
        (Saved(seat=1, cards=("sky",)), "Ann keeps 1 building"),
        (Harvested(seat=1, round=2, typed="6×5"), "Ann, harvest 2: 6×5"),
        (Harvested(seat=1, round=2), "Ann, harvest 2: –"),
        (PlayedCamps(seat=1, by=-1), "Ann, Camp cards: -1"),
        (PassedOn(round=2, turn=3), "Round 2, turn 3: hands passed on"),
        (TurnedOver(), "The parchments are turned over"),
    ],
)
def test_every_event_is_told_in_a_sentence(event: Event, sentence: str) -> None:
    assert str(TRACKER.told(event, {1: "Ann"})) == sentence


# ---------------------------------------------------------------- people


def test_a_new_order_turns_the_neighbours_round() -> None:
    play = after(begun(*FOUR), Reordered(order=(2, 1, 4, 3)))
    passes = dict(TRACKER.panel(play.state, 1, play.table.names, {}).passes)
    assert passes == {"Bob": "Ann", "Ann": "Dee", "Dee": "Cy", "Cy": "Bob"}


def test_somebody_may_sit_down_late_and_somebody_may_leave() -> None:
    play = after(begun(*FOUR[:3]), LAND, *rounds(1), Arrived(seat=4, name="Dee", colour="black"), settle(4, "J1", "J3"))
    assert booked(after(play, *rounds(2)), 4) == [None, 0, None, None]
    fewer = after(play, Left(seat=1), Left(seat=2), Left(seat=3), *rounds(2))
    assert booked(fewer, 1) == [1, None, None, None], "what was booked stays"
    assert TRACKER.phases[0].todo(fewer.state) and TRACKER.panel(fewer.state, 4, fewer.table.names, {})
    assert counted(fewer).total(1) == 1


def test_house_rules_hold_from_the_start() -> None:
    play = after(
        begun(), keep(1, "royal_crown"), TurnedOver(), OptionsChosen(options={"card_values": {"royal_crown": 7}})
    )
    assert counted(play).total(1) == 7


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_checklist_fits_the_table(players: int) -> None:
    steps = TRACKER.setup(Setting(options=Options(), seats=tuple(range(1, players + 1)), start=1))
    said = {step.key: str(step.text) for step in steps}
    assert said["hand"] == f"Deal {draft(players).hand} cards to each player"
    assert said["cities"] == "Put a City of strength 1 on each of the 18 printed cities"
    assert ("reserve" in said) == (players == 2)
    assert len(said) == len(steps)
