"""Following a play: every event, what it refuses, how the last lap begins and ends, who sees what."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from companion import codec
from companion.core.errors import Invalid, Missing, NotNow, Refused
from companion.core.events import Arrived, Event, Left, OptionsChosen, PhaseEnded, Reordered, Undone
from companion.core.game import Setting
from companion.core.secrets import Hidden, seen
from companion.games.space_pioneers import GAME
from companion.games.space_pioneers.happenings import (
    TASK_OPTIONS,
    TASKS,
    TURN,
    Captured,
    Laid,
    LaidNothing,
    LastCard,
    MissionsDone,
    NotedTasks,
    Removed,
    Resized,
    TurnedOver,
)
from companion.games.space_pioneers.state import Options
from companion.games.space_pioneers.tracker import TRACKER
from tests.games.space_pioneers.following import after, begun, counted, over, totals

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases" / "space-pioneers.yaml").read_text("utf-8"))["cases"]
LAST = LastCard(seat=1)
ALL_FOUR = MissionsDone(seat=1, by=4)


def lay(seat: int, card: Any = "planet", planet: str = "", *, network: int | None = None) -> Laid:
    return Laid(seat=seat, network=network or seat, card=card, planet=planet)


def note(seat: int, *keys: str) -> NotedTasks:
    return NotedTasks(held=Hidden(owner=seat, count=len(keys), keys=keys))


def end(round_: int, seat: int | None) -> PhaseEnded:
    return PhaseEnded(round=round_, phase=TURN, seat=seat)


def fronts(*events: Event, **options: Any) -> list[tuple[int, int, int | None]]:
    """Planets, missions and network of the three after *events*."""
    state = after(begun(**options), *events).state
    return [(one.planets, one.missions, one.network) for one in state.fronts.values()]


# ---------------------------------------------------------------- what lies in front of everybody


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([], [(0, 0, 0), (0, 0, 0), (0, 0, 0)]),
        ([lay(1, "spaceship")], [(0, 0, 1), (0, 0, 0), (0, 0, 0)]),
        ([lay(1, network=2)], [(0, 0, 0), (0, 0, 1), (0, 0, 0)]),
        ([lay(1, planet="Zog"), lay(1, planet="Zog")], [(1, 0, 1), (0, 0, 0), (0, 0, 0)]),
        ([lay(1, planet="Zog"), lay(1, planet=" zOG ")], [(1, 0, 1), (0, 0, 0), (0, 0, 0)]),
        ([lay(1, planet="Zog"), lay(1, planet="Vara")], [(0, 0, 2), (0, 0, 0), (0, 0, 0)]),
        ([lay(1), lay(1)], [(0, 0, 2), (0, 0, 0), (0, 0, 0)]),
        ([lay(1, planet="Zog"), lay(1, "spaceship", "Zog")], [(0, 0, 2), (0, 0, 0), (0, 0, 0)]),
        ([lay(1, planet="Zog"), lay(2, planet="Zog", network=1)], [(0, 0, 1), (1, 0, 0), (0, 0, 0)]),
        ([lay(1, planet="Zog"), lay(2, planet="Zog")], [(0, 0, 1), (0, 0, 1), (0, 0, 0)]),
        ([Captured(seat=1, by=1)], [(1, 0, 0), (0, 0, 0), (0, 0, 0)]),
        ([lay(1), lay(2, network=1), Captured(seat=2, by=1, network=1)], [(0, 0, 1), (1, 0, 0), (0, 0, 0)]),
        ([Captured(seat=1, by=3), Captured(seat=1, by=-2)], [(1, 0, 0), (0, 0, 0), (0, 0, 0)]),
        ([MissionsDone(seat=2, by=1), MissionsDone(seat=2, by=1)], [(0, 0, 0), (0, 2, 0), (0, 0, 0)]),
        ([Resized(seat=3, by=9), Resized(seat=3, by=-1)], [(0, 0, 0), (0, 0, 0), (0, 0, 8)]),
        ([lay(1, "spaceship"), Removed(seat=1, place="network")], [(0, 0, 0), (0, 0, 0), (0, 0, 0)]),
        ([lay(1, "spaceship"), Removed(seat=1, place="hand")], [(0, 0, 1), (0, 0, 0), (0, 0, 0)]),
        ([LaidNothing(seat=1)], [(0, 0, 0), (0, 0, 0), (0, 0, 0)]),
    ],
)
def test_what_lies_in_front_of_everybody(events: list[Event], expected: list[tuple[int, int, int | None]]) -> None:
    assert fronts(*events) == expected


def test_the_owner_takes_a_planet_doubled_in_their_network_where_the_table_says_so() -> None:
    doubled = [lay(1, planet="Zog"), lay(2, planet="Zog", network=1)]
    assert fronts(*doubled, capture_owner="owner") == [(1, 0, 1), (0, 0, 0), (0, 0, 0)]
    changed = after(begun(), *doubled, OptionsChosen(options={"capture_owner": "owner"}))
    assert [one.planets for one in changed.state.fronts.values()] == [1, 0, 0], "as if it had been so from the start"


@pytest.mark.parametrize("case", [one for one in CASES if "procedure" in one], ids=lambda one: one["id"])
def test_captures_are_as_in_the_worked_cases(case: dict[str, Any]) -> None:
    given, expected = case["procedure"]["given"], case["procedure"]["expect"]
    cards = [lay(1, "spaceship") if name == "ship" else lay(1, planet=name) for name in given["network_before"]]
    play = after(begun(), *cards, lay(1, planet=given["plays"]))
    assert play.state.fronts[1].planets == expected["captured"]
    assert play.state.fronts[1].network == expected["network_after"]


@pytest.mark.parametrize(
    ("events", "refused"),
    [
        ([lay(9)], Missing),
        ([lay(1, network=9)], Missing),
        ([LaidNothing(seat=9)], Missing),
        ([Captured(seat=9, by=1)], Missing),
        ([Captured(seat=1, by=1, network=9)], Missing),
        ([Captured(seat=1, by=-1)], NotNow),
        ([MissionsDone(seat=1, by=-1)], NotNow),
        ([Resized(seat=1, by=-1)], NotNow),
        ([Removed(seat=1, place="network")], NotNow),
        ([Removed(seat=9, place="hand")], Missing),
        ([LastCard(seat=9)], Missing),
        ([note(9, "1")], Missing),
        ([note(1, "3")], Refused),
        ([note(1, "0", "1")], Refused),
        ([end(1, None)], Refused),
        ([end(1, 2)], NotNow),
        ([end(2, 1)], NotNow),
        ([PhaseEnded(round=1, phase="lunch", seat=1)], NotNow),
        ([end(1, 1), end(1, 1)], NotNow),
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
        {"kind": "laid", "seat": 1, "network": 1, "card": "moon"},
        {"kind": "laid", "seat": 1, "network": 1},
        {"kind": "laid", "seat": 1, "network": 1, "card": "planet", "planet": "x" * 41},
        {"kind": "laid", "seat": 1, "network": 1, "card": "planet", "planet": "\n"},
        {"kind": "captured", "seat": 1},
        {"kind": "captured", "seat": 1, "by": 1000},
        {"kind": "missions", "seat": 1, "by": 10},
        {"kind": "removed", "seat": 1, "place": "deck"},
        {"kind": "last_card"},
    ],
)
def test_what_no_table_can_mean_is_no_event(raw: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        codec.event_of(GAME, raw)


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        ([MissionsDone(seat=1, by=5)], "Somebody has 5 missions; a Mission card has 4"),
        ([lay(1, "spaceship"), lay(1)], "2 cards are laid in this turn"),
        ([Removed(seat=1, place="hand"), Removed(seat=1, place="hand")], "2 spaceships are removed"),
        ([lay(1, "spaceship", network=2)], "only planets may be laid there"),
        ([lay(1)], "a network begins with a spaceship"),
        ([LAST], "by the other reading it stops at once"),
    ],
)
def test_what_looks_odd_is_a_doubt_and_no_wall(events: list[Event], sentence: str) -> None:
    doubts = TRACKER.doubts(after(begun(), *events).state)
    assert any(sentence in str(doubt) for doubt in doubts), doubts
    assert TRACKER.doubts(over(after(begun(), *events), 1).state) == () or "missions" in sentence or LAST in events


# ---------------------------------------------------------------- turns and the last lap


@pytest.mark.parametrize("start", [1, 2, 3])
def test_turns_go_round_clockwise_from_whoever_begins_for_as_long_as_it_takes(start: int) -> None:
    play, order = begun(start=start), [(start - 1 + n) % 3 + 1 for n in range(3)]
    for round_ in range(1, 30):
        for seat in order:
            where = TRACKER.where(play.state)
            assert where is not None and (where.round, where.turn, where.is_last) == (round_, seat, False)
            assert list(where.turns) == order
            play = over(play)


@pytest.mark.parametrize(
    "case", [one for one in CASES if "last-lap" in str(one.get("requests"))], ids=lambda c: c["id"]
)
@pytest.mark.parametrize("trigger", ["deck", "missions"])
def test_the_last_lap_is_as_in_the_worked_cases(case: dict[str, Any], trigger: str) -> None:
    request = case["requests"][0]["input"]
    names, expected = request["seats"], case["requests"][0]["expect"]["turns_left"]
    play = over(begun(*names, start=names.index(request["start"]) + 1), 6)  # two rounds go by
    by = names.index(request["trigger_by"]) + 1
    while play.state.on != by:
        play = over(play)
    play = after(play, LastCard(seat=by) if trigger == "deck" else MissionsDone(seat=by, by=4))
    left = []
    while (play := over(play)).state.is_over is False:
        left.append(play.table.names[play.state.on])
    assert left == expected and TRACKER.where(play.state) is None


def test_missions_of_somebody_whose_turn_it_is_not_bring_the_end_too() -> None:
    play = after(begun(), MissionsDone(seat=3, by=4))
    where = TRACKER.where(play.state)
    assert where is not None and where.is_last and play.state.end_by == 1
    assert over(play, 3).state.is_over


@pytest.mark.parametrize(
    ("trigger", "back"), [(LAST, LastCard(seat=1, on=False)), (ALL_FOUR, MissionsDone(seat=1, by=-1))]
)
def test_what_was_tapped_by_mistake_takes_the_last_lap_back(trigger: Event, back: Event) -> None:
    play = after(begun(), trigger, back)
    where = TRACKER.where(play.state)
    assert where is not None and not where.is_last and play.state.end_by is None
    assert not over(play, 3).state.is_over
    undone = after(begun(), trigger, Undone(seq=2))
    assert not over(undone, 3).state.is_over


def test_a_game_that_is_over_goes_on_where_its_last_turn_is_taken_back() -> None:
    play = over(after(begun(), LAST), 3)
    assert play.state.is_over
    with pytest.raises(NotNow):
        after(play, end(1, 3))
    again = after(play, Undone(seq=play.head))
    assert not again.state.is_over and again.state.on == 3
    back = after(again, LastCard(seat=1, on=False))
    assert over(back).state.round == 2


def test_two_taps_on_next_end_one_turn() -> None:
    play = over(begun())
    assert play.repeat_of(end(1, 1), by=1, base=0) is not None
    assert play.repeat_of(end(1, 2), by=1, base=0) is None
    assert play.state.on == 2


@pytest.mark.parametrize(
    ("turns", "events", "on", "rest"),
    [
        (0, [Left(seat=1)], 2, [3]),
        (0, [Left(seat=2)], 1, [3]),
        (1, [Left(seat=1)], 2, [3]),
        (1, [Left(seat=2)], 3, []),
        (2, [Left(seat=3)], 1, [2]),
        (2, [Left(seat=1)], 3, []),
        (0, [Arrived(seat=4, name="Dee", colour="black")], 1, [2, 3, 4]),
        (2, [Arrived(seat=4, name="Dee", colour="black")], 3, [4]),
        (0, [Reordered(order=(1, 3, 2))], 1, [3, 2]),
        (1, [Reordered(order=(2, 1, 3))], 2, []),
    ],
)
def test_the_lap_follows_who_sits_at_the_table(turns: int, events: list[Event], on: int, rest: list[int]) -> None:
    state = after(over(begun(), turns), *events).state
    assert (state.on, list(state.coming)) == (on, rest)


def test_whoever_leaves_last_in_the_last_lap_ends_it_and_keeps_their_points() -> None:
    play = after(over(after(begun(), LAST, Captured(seat=3, by=2)), 2), Left(seat=3))
    assert play.state.is_over and totals(play) == [0, 0, 2]
    assert [row.turn for row in TRACKER.panel(play.state, 1, play.table.names, {}).rows] == ["done", "done", "left"]


def test_a_newcomer_has_nothing_and_counts() -> None:
    play = after(begun(), Arrived(seat=4, name="Dee", colour="black"), Captured(seat=4, by=2), note(4, "1"))
    assert totals(play, {4}) == [0, 0, 0, 3]


# ---------------------------------------------------------------- networks


def test_networks_are_known_as_long_as_cards_are_entered() -> None:
    play = begun()
    for _ in range(2):
        for seat in (1, 2, 3):
            play = over(after(play, lay(seat, "spaceship")))
    assert [one.network for one in play.state.fronts.values()] == [2, 2, 2]
    play = over(after(play, LaidNothing(seat=1)), 3)
    assert [one.network for one in play.state.fronts.values()] == [2, 2, 2], "nothing fitted anybody"
    silent = over(play, 3)
    assert [one.network for one in silent.state.fronts.values()] == [None, None, None]


def test_a_network_that_was_counted_stays_known_and_grows_from_there() -> None:
    play = after(over(begun(), 3), Resized(seat=1, by=9))
    play = over(after(play, lay(1), lay(2)), 3)
    assert [one.network for one in play.state.fronts.values()] == [10, None, None]
    assert over(play, 6).state.fronts[1].network == 10
    assert [TRACKER.known(play.state).get(("network", seat)) for seat in (1, 2, 3)] == ["10", None, None]


def test_a_play_that_was_not_followed_says_nothing_about_the_count() -> None:
    assert TRACKER.known(begun(depth="count").state) == {}
    known = TRACKER.known(over(begun()).state)
    assert known["planets", 1] == "0" and ("network", 1) not in known and ("secrets", 1) not in known


# ---------------------------------------------------------------- secrets


def test_secret_tasks_are_the_owners_until_they_are_turned_over() -> None:
    play = after(begun(), note(1, "2"))
    assert seen(play.state, frozenset({1})).tasks[1].keys == ("2",)
    assert seen(play.state, frozenset({2})).tasks[1] == Hidden(owner=1, count=1)
    assert totals(play, {1})[0] == 2 and totals(play, {2})[0] == 0
    open_ = after(play, TurnedOver())
    assert seen(open_.state, frozenset()).tasks[1].keys == ("2",) and totals(open_, ())[0] == 2


def test_the_reveal_is_offered_once_and_what_is_noted_after_it_lies_open() -> None:
    play = begun()
    offered = TRACKER.reveal(play.state)
    assert offered is not None and offered.key == "turned_over"
    open_ = after(play, TurnedOver(), note(2, "1"))
    assert TRACKER.reveal(open_.state) is None
    assert totals(open_, ()) == [0, 1, 0]
    rows = TRACKER.panel(open_.state, 1, open_.table.names, {}).rows
    assert [row.secrets for row in rows] == [None, "1", None]


def test_notes_say_how_many_tasks_are_done_and_can_be_taken_back() -> None:
    assert [option.key for option in TASK_OPTIONS] == [str(n) for n in range(TASKS + 1)]
    play = after(begun(), note(1, "2"), note(1, "1"))
    assert totals(play)[0] == 1
    assert not after(play, note(1)).state.tasks[1].count


def test_a_secret_is_in_no_row_and_no_sentence_before_the_reveal() -> None:
    play = after(begun(), note(1, "2"))
    assert [row.secrets for row in TRACKER.panel(play.state, 1, play.table.names, {}).rows] == [None] * 3
    assert str(TRACKER.told(note(1, "2"), {1: "Ann"})) == "Ann notes the secret tasks"


# ---------------------------------------------------------------- words, values, the panel


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (lay(1, "spaceship"), "Ann lays a spaceship"),
        (lay(1, "spaceship", network=2), "Ann lays a spaceship in the network of Ben"),
        (lay(1), "Ann lays a planet"),
        (lay(1, network=2), "Ann lays a planet in the network of Ben"),
        (lay(1, planet="Zog"), "Ann lays the planet Zog"),
        (lay(1, planet="Zog", network=2), "Ann lays the planet Zog in the network of Ben"),
        (LaidNothing(seat=1), "Ann: nothing fits"),
        (Captured(seat=1, by=1), "Ann captures 1 planet"),
        (Captured(seat=1, by=2), "Ann captures 2 planets"),
        (Captured(seat=1, by=-1), "Ann, captured planets: -1"),
        (MissionsDone(seat=1, by=1), "Ann does a mission"),
        (MissionsDone(seat=1, by=-1), "Ann, missions: -1"),
        (Resized(seat=1, by=9), "Ann, cards in the network: +9"),
        (Removed(seat=1, place="hand"), "Ann removes a spaceship from the hand"),
        (Removed(seat=1, place="network"), "Ann removes a spaceship from their own network"),
        (LastCard(seat=1), "Ann: the last card of the deck is drawn"),
        (LastCard(seat=1, on=False), "The deck is not used up after all"),
        (TurnedOver(), "The Top Secret cards are turned over"),
    ],
)
def test_every_event_is_told_in_a_sentence(event: Event, sentence: str) -> None:
    assert str(TRACKER.told(event, {1: "Ann", 2: "Ben"})) == sentence


def test_missions_and_secrets_are_worth_what_the_table_says() -> None:
    events = (Captured(seat=1, by=5), MissionsDone(seat=1, by=3), note(1, "2"))
    assert totals(after(begun(), *events))[0] == 10
    assert totals(after(begun(mission_points=2, secret_points=3), *events))[0] == 17
    assert any("print no value" in str(doubt) for doubt in counted(after(begun(), *events)).doubts)


def test_the_panel_knows_who_takes_what_and_what_the_checker_needs() -> None:
    play = after(begun(), lay(1, "spaceship"))
    panel = TRACKER.panel(play.state, 1, play.table.names, {})
    assert [row.name for row in panel.targets] == ["Ann", "Ben", "Cleo"] and panel.check == ()
    assert panel.taken == (panel.here, panel.here)
    ben = TRACKER.panel(over(play).state, 2, play.table.names, {})
    assert [row.name for row in ben.targets] == ["Ben", "Ann", "Cleo"]
    assert dict(ben.check) == {"empty": "1", "card": "spaceship"}
    foreign = over(play), lay(2, network=1)
    loose = TRACKER.panel(after(*foreign).state, 2, play.table.names, {})
    assert [row.name for row in loose.taken] == ["Ben", "Ann"]
    strict = after(begun(foreign_pairs="two_pairs", capture_owner="owner"), lay(1, network=2))
    owned = TRACKER.panel(strict.state, 1, strict.table.names, {})
    assert [row.name for row in owned.taken] == ["Ben", "Ben"]
    assert ("rulings.foreign_pairs", "two_pairs") in owned.check and ("rulings.capture_owner", "owner") in owned.check


def test_the_panel_offers_to_remove_from_a_network_only_where_a_card_lies() -> None:
    def panel(*events: Event) -> Any:
        play = after(begun(), *events)
        return TRACKER.panel(play.state, 1, play.table.names, {})

    assert panel().here.is_bare and not panel(lay(1, "spaceship")).here.is_bare
    gone = panel(lay(1, "spaceship"), Removed(seat=1, place="network"))
    assert gone.here.is_bare and gone.removed == 1
    assert not panel(end(1, 1), end(1, 2), end(1, 3)).here.is_bare, "nobody entered a card, so nobody knows"


@pytest.mark.parametrize(("owner", "who"), [("player", "Ben"), ("owner", "Ann")])
def test_a_planet_that_was_captured_as_it_was_laid_is_not_asked_for_again(owner: str, who: str) -> None:
    play = over(after(begun(capture_owner=owner), lay(1, "spaceship"), lay(1, planet="Mars")))
    assert TRACKER.panel(play.state, 2, play.table.names, {}).caught == ()
    play = after(play, lay(2, planet="mars", network=1))
    [(name, row)] = TRACKER.panel(play.state, 2, play.table.names, {}).caught
    assert (name, row.name, row.planets) == ("Mars", who, 1)
    assert after(play, end(1, 2)).state.caught == ()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_checklist_is_the_same_for_every_table(players: int) -> None:
    steps = TRACKER.setup(Setting(options=Options(), seats=tuple(range(1, players + 1)), start=1))
    said = {step.key: str(step.text) for step in steps}
    assert said["hand"] == "Deal 3 cards to each player"
    assert said["row"] == "Lay 2 cards face up beside the deck"
    assert said["start"] == "Whoever was last in a planetarium begins"
    assert len(said) == len(steps) == 6
