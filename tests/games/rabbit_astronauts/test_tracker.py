"""Rabbit astronauts event by event: the worked examples, every limit from both sides, every reading."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.core.errors import Invalid, Missing, NotNow, Refused
from companion.core.events import Arrived, Left, PhaseEnded
from companion.core.game import Setting
from companion.core.play import Play
from companion.games.rabbit_astronauts import GAME
from companion.games.rabbit_astronauts.board import board
from companion.games.rabbit_astronauts.happenings import Agencies, Ready
from companion.games.rabbit_astronauts.state import Options
from companion.games.rabbit_astronauts.tracker import TRACKER
from companion.games.rabbit_astronauts.tracks import agency_of, launches, lines
from tests.games.rabbit_astronauts.following import after, begun, counted, on, stands, totals

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases" / "rabbit-astronauts.yaml").read_text("utf-8"))["cases"]
PROCEDURES = {case["id"]: case["procedure"] for case in CASES if "procedure" in case}
Raw = dict[str, Any]


def count(seat: int, resource: str, by: int, round_: int = 1) -> Raw:
    return {"kind": "counted", "seat": seat, "round": round_, "resource": resource, "by": by}


def gift(seat: int, to: int, amount: int, resource: str = "carrots", round_: int = 1) -> Raw:
    return {"kind": "gave", "seat": seat, "to": to, "round": round_, "resource": resource, "amount": amount}


def train(step: str, cost: int = 0, seat: int = 1, round_: int = 1, **more: Any) -> Raw:
    return {"kind": "trained", "seat": seat, "round": round_, "step": step, "cost": cost, **more}


def card(number: int, cost: int, seat: int = 1, **more: Any) -> Raw:
    return {"kind": "card", "seat": seat, "card": f"{seat}-{number}", "cost": cost, **more}


def move(number: int, to: str, seat: int = 1, **more: Any) -> Raw:
    return {"kind": "moved", "seat": seat, "card": f"{seat}-{number}", "to": to, **more}


def stock(by: int, round_: int = 1, **more: Any) -> Raw:
    return {"kind": "stocked", "seat": 1, "round": round_, "by": by, **more}


def keep(by: int, resource: str = "carrots", round_: int = 1) -> Raw:
    return {"kind": "kept", "seat": 1, "round": round_, "resource": resource, "by": by}


def to_carrots(**options: Any) -> Play[Agencies]:
    return after(begun(**options), *on(1, "draw"))


def to_gold(**options: Any) -> Play[Agencies]:
    return after(begun(**options), *on(1, "draw", "carrots"))


def zone(play: Play[Agencies], number: int, seat: int = 1) -> str:
    return play.state.cards[f"{seat}-{number}"].zone


def odd(play: Play[Agencies], seat: int = 1) -> list[str]:
    return [str(text) for text in board(play.state, seat, play.table.names, {}).crew.doubts]


# ---------------------------------------------------------------- worked examples


def test_every_procedure_is_played_here() -> None:
    assert set(PROCEDURES) == {"RS-1", "RS-2", "RS-19", "RS-20"}


def test_RS_1_everybody_starts_alike() -> None:
    given, expect = PROCEDURES["RS-1"]["given"], PROCEDURES["RS-1"]["expect"]
    play = begun("Ann", "Ben", "Cy")
    assert len(play.state.seats) == given["players"]
    for seat in play.state.seats:
        found = {one: stands(play, seat, one) for one in ("carrots", "gold", "helmets")}
        assert found == {one: expect[one] for one in found}
    said = [str(step.text) for step in TRACKER.setup(Setting(options=Options(), seats=(1, 2, 3), start=1))]
    low, high = expect["level_1_costs"]
    assert f"Lay a starting card of cost {low} and one of cost {high} at level 1" in said
    assert "Leave 2 unused starting cards in the box" in said


def test_RS_2_the_center_holds_a_card_for_each_helmet() -> None:
    given, expect = PROCEDURES["RS-2"]["given"], PROCEDURES["RS-2"]["expect"]
    play = after(begun(), *(card(n, n) for n in range(1, given["center_cards"] + 1)))
    assert odd(play) == [f"The Training Center holds {given['helmets']}: discard {expect['discard']} card."]
    assert [row.over for row in board(play.state, 2, play.table.names, {}).rows] == [expect["discard"], 0]
    play = after(play, move(3, "discard"))
    assert odd(play) == []
    assert len(play.state.lying(1, "training_center")) == expect["keep"]


@pytest.mark.parametrize("case", ["RS-19", "RS-20"])
def test_RS_19_and_20_the_seventh_card_set_aside_ends_the_game(case: str) -> None:
    given, expect = PROCEDURES[case]["given"], PROCEDURES[case]["expect"]
    play = after(begun(), *(event for n in range(1, given["cards_set_aside"] + 1) for event in on(n)))
    where = TRACKER.where(play.state)
    assert (where is None) == expect["over"]
    assert where is None or where.round == expect["round_next"]


@pytest.mark.parametrize(("players", "unused"), [(1, "Leave 6 unused"), (2, "Leave 4 unused"), (4, None)])
def test_the_checklist_knows_how_many_play(players: int, unused: str | None) -> None:
    steps = TRACKER.setup(Setting(options=Options(), seats=tuple(range(1, players + 1)), start=1))
    found = [str(step.text) for step in steps if step.key == "unused"]
    assert found == ([f"{unused} starting cards in the box"] if unused else [])


@pytest.mark.parametrize(
    ("mission", "said"),
    [
        ("ceres", "Lay the Command Center in the middle, for all"),
        ("jupiter", "Give everybody a Warehouse"),
        ("moon", "Give everybody a Moon card"),
        ("pluto", "Shuffle the 8 Events face down"),
        ("venus", "Everybody takes a Space Station and chooses a side"),
        ("none", None),
    ],
)
def test_the_checklist_lays_out_the_one_mission(mission: Any, said: str | None) -> None:
    steps = TRACKER.setup(Setting(options=Options(mission=mission), seats=(1, 2), start=1))
    assert [str(step.text) for step in steps if step.key == "mission"] == ([said] if said else [])


def test_unused_starting_cards_are_shuffled_in_where_the_table_says_so() -> None:
    steps = TRACKER.setup(Setting(options=Options(is_drawn_unused=True), seats=(1, 2), start=1))
    assert "Shuffle the 4 unused starting cards in" in [str(step.text) for step in steps]


# ---------------------------------------------------------------- rounds


def test_the_last_one_who_is_done_ends_the_phase_for_all() -> None:
    def done(seat: int, phase: Any = "draw", on: bool = True) -> Ready:
        return Ready(seat=seat, round=1, phase=phase, on=on)

    play = after(begun(), done(1))
    assert play.state.phase == "draw" and play.state.ready == {1}
    assert after(play, done(1, on=False)).state.ready == frozenset()
    play = after(play, done(2))
    assert play.state.phase == "carrots" and not play.state.ready
    assert after(play, done(2)).state == play.state, "what is over stays over"
    with pytest.raises(NotNow, match="not begun"):
        after(play, done(1, "gold"))
    with pytest.raises(Missing):
        after(play, done(7, "carrots"))


def test_a_phase_ends_once() -> None:
    play = after(begun(), *on(1, "draw"))
    with pytest.raises(NotNow, match="over already"):
        after(play, PhaseEnded(round=1, phase="draw"))


def test_whoever_has_left_is_not_waited_for() -> None:
    done = [Ready(seat=seat, round=1, phase="draw") for seat in (1, 2, 3)]
    play = after(begun("Ann", "Ben", "Cy"), done[2], Left(seat=3), done[0])
    assert play.state.ready == {1}
    assert after(play, done[1]).state.phase == "carrots"


def test_a_newcomer_begins_with_two_helmets() -> None:
    play = after(begun(), Arrived(seat=3, name="Cy", colour="pink"))
    assert stands(play, 3, "helmets") == 2 and totals(play)["Cy"] == 0


# ---------------------------------------------------------------- counting


@pytest.mark.parametrize(("by", "stood"), [(19, 19), (20, 20), (21, 20), (0, 0)])
def test_what_is_counted_stops_at_twenty(by: int, stood: int) -> None:
    play = after(to_carrots(), *([count(1, "carrots", by)] if by else []))
    assert stands(play, 1, "carrots") == stood


def test_symbols_stand_until_they_are_counted_anew() -> None:
    play = after(to_carrots(), count(1, "carrots", 6), *on(1, "carrots", "gold", "helmets"), *on(2, "draw"))
    assert stands(play, 1, "carrots") == 6
    track = board(play.state, 1, play.table.names, {}).crew.tracks[0]
    assert track.last
    play = after(play, count(1, "carrots", 3, 2))
    assert stands(play, 1, "carrots") == 9 and not board(play.state, 1, play.table.names, {}).crew.tracks[0].last


@pytest.mark.parametrize(("zero", "symbols", "stood"), [(False, 3, 5), (False, 5, 7), (False, 6, 7), (True, 3, 3)])
def test_helmets_are_counted_on_from_their_start(zero: bool, symbols: int, stood: int) -> None:
    play = after(begun(is_zero_helmets=zero), *on(1, "draw", "carrots", "gold"), count(1, "helmets", symbols))
    assert stands(play, 1, "helmets") == stood
    assert stands(after(play, *on(1, "helmets")), 1, "helmets") == stood, "they are the room of the next draw"


def test_no_counter_goes_under_zero() -> None:
    for event in (count(1, "carrots", -1), stock(-1, free=True), keep(-1)):
        with pytest.raises(NotNow, match="0 is the least"):
            after(to_carrots(), event)


def test_another_round_is_not_counted_now() -> None:
    for event in (count(1, "carrots", 1, 2), gift(1, 2, 1, round_=2), train("promote", 1, round_=2), stock(1, 2)):
        with pytest.raises(NotNow, match="Round 2 is not on"):
            after(to_carrots(), event)


def test_cards_count_where_they_lay_when_the_phase_began() -> None:
    play = after(begun(), card(1, 3, gold=4, zone="level_2"), *on(1, "draw", "carrots"))
    assert stands(play, 1, "gold") == 4
    play = after(play, move(1, "space"))
    assert stands(play, 1, "gold") == 1, "its Gold was counted before it flew"
    assert stands(after(play, *on(1, "gold", "helmets"), *on(2, "draw", "carrots")), 1, "gold") == 0


def test_a_card_put_right_counts_as_it_lay_all_the_time() -> None:
    play = after(begun(), card(1, 3, gold=4, zone="level_2"), *on(1, "draw", "carrots"))
    assert stands(after(play, move(1, "discard")), 1, "gold") == 4
    assert stands(after(play, move(1, "training_center", free=True)), 1, "gold") == 4
    assert stands(after(play, move(1, "moon", free=True)), 1, "gold") == 0
    assert stands(after(play, card(1, 3, gold=2)), 1, "gold") == 2
    late = after(play, card(2, 5, gold=3))
    assert stands(late, 1, "gold") == 7, "one that was forgotten"


def test_a_colour_bonus_needs_another_card_and_counts_once() -> None:
    mine = card(1, 3, color="red", carrots=1, bonus=2, zone="level_1")
    assert stands(after(begun(), mine, *on(1, "draw")), 1, "carrots") == 1
    reds = [card(n, n, color="Red") for n in (2, 3, 4)]
    assert stands(after(begun(), mine, *reds, *on(1, "draw")), 1, "carrots") == 3
    theirs = card(1, 2, seat=2, color="red")
    assert stands(after(begun(), mine, theirs, *on(1, "draw")), 1, "carrots") == 1


@pytest.mark.parametrize(("only", "gold"), [(False, 5), (True, 3)])
def test_a_bonus_gives_what_the_card_shows_or_carrots_only(only: bool, gold: int) -> None:
    cards = (card(1, 3, color="red", gold=3, bonus=2, bonus_of="gold"), card(2, 2, color="red"))
    assert stands(after(begun(is_bonus_for_carrots=only), *cards, *on(1, "draw", "carrots")), 1, "gold") == gold


def test_an_astronaut_shows_its_other_side() -> None:
    play = after(begun(), card(1, 1, gold=2, back_gold=5, zone="level_1"), *on(1, "draw", "carrots"))
    assert stands(play, 1, "gold") == 2
    play = after(play, move(1, "level_2"), *on(1, "gold", "helmets"), *on(2, "draw", "carrots"))
    assert stands(play, 1, "gold") == 5


@pytest.mark.parametrize(("anyones", "gold"), [(False, 0), (True, 4)])
def test_mission_cards_wait_for_an_astronaut(anyones: bool, gold: int) -> None:
    theirs = card(1, 9, seat=2, zone="space")
    play = after(begun(is_anyones_astronaut=anyones), card(1, 3, gold=4, type="mission"), theirs)
    assert stands(after(play, *on(1, "draw", "carrots")), 1, "gold") == gold
    own = after(play, card(2, 1, zone="space"), *on(1, "draw", "carrots"))
    assert stands(own, 1, "gold") == 4
    satellite = after(begun(), card(1, 3, gold=4, type="mission"), card(2, 1, type="satellite", zone="space"))
    assert stands(after(satellite, *on(1, "draw", "carrots")), 1, "gold") == 0


def test_an_astronaut_on_the_moon_is_one_in_space_whoever_sent_it() -> None:
    theirs = card(1, 9, seat=2, zone="moon")
    play = after(begun(is_anyones_astronaut=True), card(1, 3, gold=4, type="mission"), theirs)
    assert stands(after(play, *on(1, "draw", "carrots")), 1, "gold") == 4


def test_a_launch_of_this_gold_phase_changes_no_gold_that_is_counted_already() -> None:
    theirs = card(1, 1, seat=2, gold=2, zone="level_2")
    play = after(begun(is_anyones_astronaut=True), card(1, 3, gold=4, helmets=1, type="mission"), theirs)
    play = after(play, *on(1, "draw", "carrots"), move(1, "space", seat=2))
    assert stands(play, 1, "gold") == 0
    assert stands(after(play, *on(1, "gold")), 1, "helmets") == 3


@pytest.mark.parametrize("sent", [train("send", 2), {"kind": "launched", "seat": 1, "round": 1, "typed": "2"}])
def test_a_card_that_was_not_entered_wakes_mission_cards_from_the_next_count_on(sent: dict[str, Any]) -> None:
    play = after(begun(), card(1, 3, gold=4, helmets=1, type="mission"), *on(1, "draw", "carrots"))
    play = after(play, count(1, "gold", 2), sent)
    assert stands(after(play, count(1, "gold", 1)), 1, "gold") == (1 if sent["kind"] == "trained" else 3)
    play = after(play, *on(1, "gold"))
    assert stands(play, 1, "helmets") == 3
    assert stands(after(play, *on(1, "helmets"), *on(2, "draw", "carrots")), 1, "gold") == 6


def test_a_reason_names_a_card_by_its_cost_and_colour() -> None:
    play = after(begun(), card(1, 7, gold=1, color="red"), card(2, 3, gold=1), *on(1, "draw", "carrots"))
    said = [str(line.label) for line in lines(play.state, 1, "gold")]
    assert said == ["Cost 7, red", "Cost 3"]


# ---------------------------------------------------------------- gifts


def test_a_gift_moves_both_tokens_and_can_be_changed() -> None:
    play = after(to_carrots(), count(1, "carrots", 6), count(2, "carrots", 1), gift(1, 2, 3))
    assert (stands(play, 1, "carrots"), stands(play, 2, "carrots")) == (3, 4)
    play = after(play, gift(1, 2, 1))
    assert (stands(play, 1, "carrots"), stands(play, 2, "carrots")) == (5, 2)
    play = after(play, gift(1, 2, 0))
    assert (stands(play, 1, "carrots"), stands(play, 2, "carrots")) == (6, 1)


@pytest.mark.parametrize(
    ("has", "other", "amount", "sentence"),
    [
        (12, 9, 4, ""),
        (3, 0, 3, ""),
        (3, 0, 4, "only 3"),
        (9, 17, 3, ""),
        (9, 17, 4, "no room"),
        (9, 20, 1, "no room"),
    ],
)
def test_a_gift_is_what_the_giver_has_and_the_receiver_has_room_for(
    has: int, other: int, amount: int, sentence: str
) -> None:
    play = after(to_carrots(), count(1, "carrots", has), count(2, "carrots", other))
    if not sentence:
        assert stands(after(play, gift(1, 2, amount)), 2, "carrots") == other + amount
    else:
        with pytest.raises(NotNow, match=sentence) as refused:
            after(play, gift(1, 2, amount))
        assert refused.value.field == "amount"


def test_a_gift_over_the_limit_is_lost_where_the_table_says_so() -> None:
    play = after(to_carrots(is_excess_lost=True), count(1, "carrots", 9), count(2, "carrots", 18), gift(1, 2, 4))
    assert (stands(play, 1, "carrots"), stands(play, 2, "carrots")) == (5, 20)


def test_a_gift_has_one_receiver_or_is_shared_out() -> None:
    three = ("Ann", "Ben", "Cy")
    play = after(begun(*three), *on(1, "draw"), count(1, "carrots", 9), gift(1, 2, 1))
    with pytest.raises(NotNow, match="one receiver"):
        after(play, gift(1, 3, 1))
    assert stands(after(play, *on(1, "carrots"), count(1, "gold", 2), gift(1, 3, 1, "gold")), 3, "gold") == 1
    shared = after(begun(*three, is_gift_shared=True), *on(1, "draw"), count(1, "carrots", 9), gift(1, 2, 3))
    assert stands(after(shared, gift(1, 3, 1)), 1, "carrots") == 5
    with pytest.raises(NotNow, match="4 at most"):
        after(shared, gift(1, 3, 2))


def test_no_gift_to_oneself_and_none_before_the_count() -> None:
    with pytest.raises(Refused, match="somebody else"):
        after(to_carrots(), gift(1, 1, 1))
    with pytest.raises(NotNow, match="later phase"):
        after(to_carrots(), gift(1, 2, 1, "gold"))


def test_the_panel_offers_exactly_what_may_be_given() -> None:
    play = after(begun("Ann", "Ben", "Cy"), *on(1, "draw"))
    play = after(play, count(1, "carrots", 3), count(2, "carrots", 19))
    view = board(play.state, 1, play.table.names, {}).crew
    assert [(one.name, one.most, one.given) for one in view.gifts] == [("Ben", 1, 0), ("Cy", 3, 0)]
    play = after(play, gift(1, 3, 2))
    view = board(play.state, 1, play.table.names, {}).crew
    assert [(one.name, one.most, one.given) for one in view.gifts] == [("Ben", 0, 0), ("Cy", 3, 2)]


@pytest.mark.parametrize(
    ("has", "gives", "said"),
    [
        ((6, 0, 0), [gift(1, 2, 1)], "a gift has one receiver in each phase"),
        ((0, 0, 0), [], "there is nothing to give"),
        ((6, 0, 20), [], "no room: 20 already"),
    ],
)
def test_where_nothing_can_be_given_the_panel_says_why(has: tuple[int, ...], gives: list[Raw], said: str) -> None:
    counts = [count(seat, "carrots", n) for seat, n in enumerate(has, 1)]
    play = after(begun("Ann", "Ben", "Cy"), *on(1, "draw"), *counts, *gives)
    cy = board(play.state, 1, play.table.names, {}).crew.gifts[1]
    assert (cy.most, str(cy.why)) == (0, said)


def test_what_was_given_on_is_odd_but_stands() -> None:
    play = after(to_carrots(), count(1, "carrots", 1), count(2, "carrots", 9), gift(2, 1, 4))
    assert odd(after(play, gift(1, 2, 1))) == []
    assert odd(after(play, gift(1, 2, 3))) == ["More was given than was counted; gifts are not passed on."]


def test_what_was_given_or_paid_cannot_be_counted_away() -> None:
    play = after(to_carrots(), count(1, "carrots", 6), gift(1, 2, 4), train("promote", 2))
    with pytest.raises(NotNow, match="paid or given already"):
        after(play, count(1, "carrots", -1))
    receiver = after(play, train("promote", 4, seat=2))
    with pytest.raises(NotNow, match="paid or given already"):
        after(receiver, gift(1, 2, 1))


# ---------------------------------------------------------------- training


@pytest.mark.parametrize(("cost", "left"), [(5, 1), (6, 0), (7, None)])
def test_a_card_pays_what_there_is(cost: int, left: int | None) -> None:
    play = after(begun(), card(1, cost), *on(1, "draw"), count(1, "carrots", 6))
    for event in (move(1, "level_1"), train("promote", cost)):
        if left is not None:
            assert stands(after(play, event), 1, "carrots") == left
        else:
            with pytest.raises(NotNow, match="there are 6 Carrots"):
                after(play, event)


def test_a_card_takes_two_steps_in_one_phase_if_both_are_paid() -> None:
    play = after(begun(), card(1, 4, zone="level_1"), *on(1, "draw", "carrots"), count(1, "gold", 8))
    play = after(play, move(1, "level_2"), move(1, "space"))
    assert zone(play, 1) == "space" and stands(play, 1, "gold") == 0 and totals(play)["Ann"] == 4
    short = after(begun(), card(1, 4, zone="level_1"), *on(1, "draw", "carrots"), count(1, "gold", 7))
    with pytest.raises(NotNow, match="there is 3 Gold"):
        after(short, move(1, "level_2"), move(1, "space"))


@pytest.mark.parametrize(("event", "cost", "stood"), [("", 2, (6, 6)), ("", 5, (3, 0)), ("red", 5, (5, 4))])
def test_a_card_put_right_has_paid_what_it_really_costs(event: str, cost: int, stood: tuple[int, int]) -> None:
    turned = {"kind": "event", "round": 1, "color": event}
    play = after(begun(mission="pluto"), card(1, 3, color="red"), *on(1, "draw"), turned, count(1, "carrots", 8))
    play = after(play, move(1, "level_1"), card(1, cost, color="red"))
    assert stands(play, 1, "carrots") == stood[0]
    play = after(play, card(1, 3, color="red"), *on(1, "carrots"), count(1, "gold", 10))
    play = after(play, move(1, "level_2"), move(1, "space"), card(1, cost, color="red"))
    assert stands(play, 1, "gold") == stood[1]
    with pytest.raises(NotNow, match="paid or given already"):
        after(play, card(1, 9, color="red"))


def test_a_colour_put_right_brings_the_event_and_a_symbol_put_right_none() -> None:
    turned = {"kind": "event", "round": 1, "color": "red"}
    play = after(begun(mission="pluto"), card(1, 3, color="blue"), *on(1, "draw"), turned, count(1, "carrots", 8))
    play = after(play, move(1, "level_1"))
    assert stands(after(play, card(1, 3, color="blue", gold=2)), 1, "carrots") == 5
    assert stands(after(play, card(1, 3, color="red")), 1, "carrots") == 7


@pytest.mark.parametrize(
    ("at", "to", "sentence"),
    [
        ("training_center", "level_2", "Only a card at level 1"),
        ("training_center", "space", "Only an Astronaut at level 2"),
        ("level_1", "space", "Only an Astronaut at level 2"),
        ("space", "level_1", "Only a card in the Training Center"),
        ("level_1", "training_center", "pays its way only to"),
        ("level_2", "moon", "pays its way only to"),
    ],
)
def test_no_level_is_left_out(at: str, to: str, sentence: str) -> None:
    play = after(begun(), card(1, 0, zone=at), *on(1, "draw", "carrots"), count(1, "gold", 20))
    with pytest.raises(NotNow, match=sentence):
        after(play, move(1, to))
    assert zone(after(play, move(1, to, free=True)), 1) == to, "the table is believed"


def test_nothing_is_paid_before_it_is_counted() -> None:
    play = after(begun(), card(1, 3, zone="level_1"), *on(1, "draw"), count(1, "gold", 9))
    for event in (move(1, "level_2"), train("certify", 3)):
        with pytest.raises(NotNow, match="counted in a later phase: Gold"):
            after(play, event)


def test_a_scientist_never_flies_and_a_satellite_skips_level_2() -> None:
    cards = (card(1, 4, type="scientist", zone="level_2"), card(2, 4, type="satellite", zone="level_1"))
    play = after(begun(), *cards, *on(1, "draw", "carrots"), count(1, "gold", 20))
    for free in (False, True):
        with pytest.raises(NotNow, match="Scientists cannot"):
            after(play, move(1, "space", free=free))
    with pytest.raises(NotNow, match="no Astronaut side"):
        after(play, move(2, "level_2"))
    play = after(play, move(2, "space"))
    assert zone(play, 2) == "space" and stands(play, 1, "gold") == 16


def test_a_satellite_pays_twice_by_the_other_reading() -> None:
    play = after(begun(is_satellite_twice=True), card(1, 4, type="satellite", zone="level_1"))
    play = after(play, *on(1, "draw", "carrots"), count(1, "gold", 9), move(1, "space"))
    assert stands(play, 1, "gold") == 1


def test_a_robot_takes_a_card_along_for_free() -> None:
    cards = (card(1, 2, type="robot", zone="level_2"), card(2, 9), card(3, 9))
    play = after(begun(), *cards, *on(1, "draw", "carrots"), count(1, "gold", 2), move(1, "space"))
    assert any("Robot in Space" in text for text in odd(play))
    ways = [
        way for zone_ in board(play.state, 1, {1: "Ann", 2: "Ben"}, {}).crew.zones for c in zone_[1] for way in c.ways
    ]
    assert {(way.to, way.free, way.can) for way in ways} == {("level_1", True, True)}
    play = after(play, move(2, "level_1", free=True))
    assert zone(play, 2) == "level_1" and not odd(play) and stands(play, 1, "gold") == 0


@pytest.mark.parametrize(("once", "left"), [(False, (6, 4)), (True, (6, 2))])
def test_an_event_lowers_each_payment_of_its_colour(once: bool, left: tuple[int, int]) -> None:
    play = after(begun(mission="pluto", is_event_once=once), {"kind": "event", "round": 1, "color": "red"})
    play = after(play, card(1, 4, color="Red", zone="level_1"), card(2, 1, color="red", zone="level_1"))
    play = after(play, *on(1, "draw", "carrots"), count(1, "gold", 8), move(1, "level_2"))
    assert stands(play, 1, "gold") == left[0]
    assert stands(after(play, move(1, "space")), 1, "gold") == left[1]
    assert stands(after(play, move(2, "level_2")), 1, "gold") == left[0], "never below 0"
    assert stands(after(play, train("certify", 4, is_event=True)), 1, "gold") == left[0] - 2
    later = after(play, *on(1, "gold", "helmets"), *on(2, "draw", "carrots"), move(1, "space"))
    assert stands(later, 1, "gold") == 4, "only in its round"


def test_a_card_is_its_own_players() -> None:
    play = after(begun(), card(1, 3))
    with pytest.raises(Missing, match="no such card"):
        after(play, {**move(1, "level_1"), "seat": 2})
    with pytest.raises(NotNow, match="another player"):
        after(play, {**card(1, 4), "seat": 2})


@pytest.mark.parametrize("key", ["", "1", "1 2", "x-1", "1-x", "1-٣", "-", "1-2-3"])
def test_a_card_is_numbered_for_its_player(key: str) -> None:
    with pytest.raises(Invalid):
        after(begun(), {**card(1, 3), "card": key})


# ---------------------------------------------------------------- missions and evolutions


def test_too_many_carrots_for_the_warehouse_are_no_price() -> None:
    with pytest.raises(NotNow, match="6 more would go to the Warehouse, and there are 5 Carrots"):
        after(to_carrots(mission="jupiter"), count(1, "carrots", 5), stock(6))


def test_a_warehouse_takes_carrots_off_the_track() -> None:
    play = after(to_carrots(mission="jupiter"), count(1, "carrots", 12), stock(10))
    assert stands(play, 1, "carrots") == 2 and totals(play)["Ann"] == 5
    with pytest.raises(NotNow, match="there are 2 Carrots"):
        after(play, stock(3))
    assert stands(after(play, stock(-4)), 1, "carrots") == 6
    later = after(play, *on(1, "carrots", "gold", "helmets"), *on(2, "draw"))
    with pytest.raises(NotNow, match="stays there"):
        after(later, stock(-1, 2))
    assert totals(after(later, stock(20, 2, free=True)))["Ann"] == 15


@pytest.mark.parametrize(("stocked", "points"), [(9, 0), (10, 5), (19, 5), (20, 10), (29, 10), (30, 15), (45, 15)])
def test_the_highest_step_of_a_warehouse_counts(stocked: int, points: int) -> None:
    assert totals(after(to_carrots(mission="jupiter"), stock(stocked, free=True)))["Ann"] == points


def test_a_card_goes_from_space_to_the_moon() -> None:
    play = after(begun(mission="moon"), card(1, 5, zone="space"), card(2, 7, value=6, zone="space"), *on(1, "draw"))
    play = after(play, count(1, "carrots", 7), move(2, "moon"))
    assert totals(play)["Ann"] == 5 + 6 + 5 and stands(play, 1, "carrots") == 0
    assert agency_of(play.state, 1).moon == (6,) and agency_of(play.state, 1).space == (5,)


def test_a_card_by_its_value_goes_to_the_moon_if_it_is_in_space() -> None:
    play = after(begun(mission="moon"), {"kind": "launched", "seat": 1, "round": 1, "typed": "5+7"}, *on(1, "draw"))
    play = after(play, train("moon", value=7, free=True))
    assert totals(play)["Ann"] == 5 + 7 + 5
    with pytest.raises(NotNow, match="no card of value 7"):
        after(play, train("moon", value=7, free=True))


def test_the_command_center_gives_to_all_and_scores_nothing() -> None:
    one = card(1, 2, carrots=1, helmets=2, back_carrots=3, color="red", zone="level_1")
    own = card(1, 4, seat=2, color="red", carrots=1, bonus=2, zone="level_1")
    play = after(begun(mission="ceres"), one, own, *on(1, "draw"), count(1, "carrots", 4))
    assert stands(play, 1, "carrots") == 5
    play = after(play, move(1, "command_center"))
    assert stands(play, 1, "carrots") == 3, "it was counted where it lay"
    assert stands(play, 2, "carrots") == 1
    helmets = after(play, *on(1, "carrots", "gold"))
    assert (stands(helmets, 1, "helmets"), stands(helmets, 2, "helmets")) == (4, 4)
    later = after(helmets, *on(1, "helmets"), *on(2, "draw"))
    assert (stands(later, 1, "carrots"), stands(later, 2, "carrots")) == (4 + 3, 1 + 3), "no colour bonus by it"
    assert totals(later) == {"Ann": 0, "Ben": 0}


def test_helmets_of_the_command_center_may_be_left_out() -> None:
    play = after(begun(mission="ceres", is_center_without_helmets=True), card(1, 2, helmets=2, zone="command_center"))
    assert stands(after(play, *on(1, "draw", "carrots", "gold")), 2, "helmets") == 2


def test_the_command_center_has_three_slots() -> None:
    cards = [card(n, 0, zone="level_1") for n in range(1, 5)]
    play = after(begun(mission="ceres"), *cards, *on(1, "draw"), move(1, "command_center"), move(2, "command_center"))
    play = after(play, train("center", 0))
    for event in (move(3, "command_center"), train("center", 0), card(9, 1, zone="command_center")):
        with pytest.raises(NotNow, match="has 3 slots"):
            after(play, event)


@pytest.mark.parametrize(("once", "most"), [(False, 8), (True, 4)])
def test_scientists_keep_carrots_and_gold(once: bool, most: int) -> None:
    cards = [card(n, 1, type="scientist", zone="level_2") for n in (1, 2)]
    play = after(begun(is_scientist_once=once), *cards, *on(1, "draw"), count(1, "carrots", 6))
    play = after(play, *on(1, "carrots"), count(1, "gold", 5), *on(1, "gold"))
    assert board(play.state, 1, play.table.names, {}).crew.most_kept == most
    play = after(play, keep(6), keep(2, "gold"))
    assert bool(odd(play)) == once
    with pytest.raises(NotNow, match="only 6 left"):
        after(play, keep(1))
    with pytest.raises(NotNow, match="kept for the next round"):
        after(play, count(1, "carrots", -1))
    play = after(play, *on(1, "helmets"), *on(2, "draw"))
    assert stands(play, 1, "carrots") == 12 and stands(after(play, *on(2, "carrots")), 1, "gold") == 7
    play = after(play, *on(2, "carrots", "gold", "helmets"), *on(3, "draw"))
    assert stands(play, 1, "carrots") == 6, "kept for one round only"


# ---------------------------------------------------------------- score and log


def test_typed_values_count_in_place_of_what_was_followed() -> None:
    play = after(to_gold(), count(1, "gold", 9), train("send", 4))
    assert totals(play)["Ann"] == 4
    play = after(play, {"kind": "launched", "seat": 1, "round": 1, "typed": "3+7"})
    assert totals(play)["Ann"] == 10
    assert odd(play) == ["Typed for this round: 3+7. It counts in place of what was followed."]
    assert totals(after(play, {"kind": "launched", "seat": 1, "round": 1, "typed": ""}))["Ann"] == 4


@pytest.mark.parametrize("typed", ["many", "3,5", "-4"])
def test_values_that_cannot_be_are_refused(typed: str) -> None:
    with pytest.raises(Refused):
        after(to_gold(), {"kind": "launched", "seat": 1, "round": 1, "typed": typed})


def test_the_value_may_differ_from_the_cost() -> None:
    play = after(to_gold(), count(1, "gold", 9), train("send", 4, value=0), train("send", 5, value=8))
    assert [one.value for one in launches(play.state, 1)] == [0, 8] and totals(play)["Ann"] == 8


def test_depth_may_change_at_any_time_and_nothing_is_lost() -> None:
    play = after(to_gold(), count(1, "gold", 9), train("send", 4))
    for depth in ("count", "round", "full"):
        play = after(play, {"kind": "depth_chosen", "depth": depth})
        assert totals(play)["Ann"] == 4 and stands(play, 1, "gold") == 5


def test_against_one_another_the_most_points_win_and_a_tie_is_shared() -> None:
    play = after(begun(mode="competitive"), {"kind": "launched", "seat": 1, "round": 1, "typed": "22"})
    assert counted(play).winners == (1,)
    play = after(play, {"kind": "launched", "seat": 2, "round": 1, "typed": "15+7"})
    assert counted(play).winners == (1, 2) and counted(play).decided_by == "shared"


@pytest.mark.parametrize(("winners", "verdict"), [(False, "4 boxes"), (True, "2 boxes")])
def test_boxes_after_playing_against_one_another(winners: bool, verdict: str) -> None:
    play = after(begun(mode="competitive", is_winner_boxed=winners))
    for seat, typed in ((1, "22"), (2, "23")):
        play = after(play, {"kind": "launched", "seat": seat, "round": 1, "typed": typed})
    assert str(counted(play).ladder[-1].verdict) == verdict


def test_every_event_is_told_in_words() -> None:
    names = {1: "Ann", 2: "Ben"}
    for kind in TRACKER.events:
        fields = {name: field for name, field in kind.__dataclass_fields__.items() if name != "kind"}
        sample: Raw = {
            "seat": 1, "to": 2, "round": 1, "phase": "draw", "resource": "gold", "by": 1, "amount": 1, "step": "send",
            "cost": 3, "card": "1-1", "typed": "3", "box": "mars", "links": ("earth-1",), "color": "red",
        }  # fmt: skip
        given = {name: sample[name] for name in fields if name in sample}
        if "zone" in fields or kind.__name__ == "Moved":
            given["to"] = "space"
        given = {name: value for name, value in given.items() if name in fields}
        assert str(TRACKER.told(kind(**given), names)) not in ("", "Something happened"), kind


def test_the_game_is_followed_in_as_many_rounds_as_it_has() -> None:
    assert GAME.tracker is TRACKER and TRACKER.rounds == 7
    assert [phase.key for phase in TRACKER.phases] == ["draw", "carrots", "gold", "helmets"]
