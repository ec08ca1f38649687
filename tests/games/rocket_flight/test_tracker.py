"""A flight through events: fuel and planets, every card on the map, hands that the phones hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion import codec
from companion.core.errors import NotNow, Refused
from companion.core.events import Arrived, Corrected, DepthChosen, Left, Logged, PhaseEnded, Undone
from companion.core.game import Setting
from companion.core.play import Play, replayed
from companion.core.secrets import Hidden, seen
from companion.core.text import verbatim
from companion.games.rocket_flight import GAME
from companion.games.rocket_flight.cockpit import cockpit
from companion.games.rocket_flight.draw import COPIES
from companion.games.rocket_flight.engine import VALUES, Rocket, Turn, moves
from companion.games.rocket_flight.happenings import (
    Dealt,
    Flew,
    FlightChosen,
    GivenUp,
    Marked,
    Passed,
    TurnDone,
    Visited,
    Voyage,
)
from companion.games.rocket_flight.notation import written
from companion.games.rocket_flight.solver import perfect
from companion.games.rocket_flight.state import Options
from companion.games.rocket_flight.tracker import TRACKER, lacks, onward
from tests.games.rocket_flight.following import CODE, after, begun, counted, flying, turn


def held(play: Play[Voyage], seat: int) -> tuple[int, ...]:
    return tuple(map(int, play.state.hands[seat].keys))


def with_hand(play: Play[Voyage], *cards: int, seat: int = 1) -> Play[Voyage]:
    """The hands are held by the phones, and *seat* holds these cards."""
    hands = {**play.state.hands, seat: Hidden(owner=seat, count=len(cards), keys=tuple(map(str, cards)))}
    return replace(play, state=replace(play.state, on_phones=True, hands=hands))


# ---------------------------------------------------------------- worked examples of the table


def test_p01_a_pass_changes_two_cards_of_the_players_choice() -> None:
    play = with_hand(after(flying(), Dealt()), 2, 2, 5)
    passed = after(play, Passed(turn=1, discard=(2, 2)))
    assert held(passed, 1)[0] == 5 and len(held(passed, 1)) == 3
    assert passed.state.pile.left == 16 and passed.state.acting == 2


@pytest.mark.parametrize("discard", [(2,), (2, 2, 5), ()])
def test_p02_a_pass_always_discards_two(discard: tuple[int, ...]) -> None:
    with pytest.raises(Refused, match="exactly two"):
        after(with_hand(after(flying(), Dealt()), 2, 2, 5), Passed(turn=1, discard=discard))


def test_p04_only_cards_that_are_held_are_played() -> None:
    play = with_hand(after(flying(), Dealt()), 1, 3, 6)
    once = after(play, Flew(seat=1, play="3"))
    with pytest.raises(Refused, match="not in the hand"):
        after(once, Flew(seat=1, play="3"))
    with pytest.raises(Refused, match="not in the hand"):
        after(play, Passed(turn=1, discard=(3, 3)))


@pytest.mark.parametrize(("crew", "left"), [(1, 21), (2, 18), (3, 15), (4, 12)])
def test_p05_a_deal_leaves_the_pile_and_one_division_marked(crew: int, left: int) -> None:
    play = after(flying(*"ABCD"[:crew]), Dealt())
    assert (play.state.deck.count, play.state.pile.left, play.state.fuel) == (left, left, 1)
    cards = [*play.state.deck.keys, *(card for hand in play.state.hands.values() for card in hand.keys)]
    assert Counter(cards) == dict.fromkeys("123456", 4)


def test_p08_the_last_division_gives_no_new_pile() -> None:
    play = after(flying(), Dealt(), Marked(by=4))
    assert play.state.fuel == 5 and not play.state.is_last_phase
    while play.state.pile.left:
        play = after(play, Passed(turn=play.state.turn, discard=held(play, play.state.acting)[:2]))
    assert (play.state.fuel, play.state.is_last_phase, play.state.is_over) == (5, True, False)
    again = after(play, Passed(turn=play.state.turn, discard=held(play, play.state.acting)[:2]))
    assert again.state.pile.left == 0 and again.state.fuel == 5
    assert sum(hand.count for hand in again.state.hands.values()) == 4


def test_p10_out_of_cards_before_coming_home_is_lost() -> None:
    play = after(flying("Ann", "Bob", "Cy"), Dealt(), Marked(by=5))
    while not play.state.is_over:
        play = after(play, Passed(turn=play.state.turn, discard=held(play, play.state.acting)[:2]))
    assert play.state.is_lost and TRACKER.where(play.state) is None
    assert str(counted(play).outcome) == "Lost in space after 0 planets"
    with pytest.raises(NotNow, match="lost in space"):
        after(play, Flew(seat=1, play="1"))


def test_who_is_next_is_named_past_those_whose_hands_are_empty() -> None:
    play = with_hand(flying("Ann", "Bob", "Cy"), 3, 5)
    assert cockpit(play.state, 1, play.table.names, {}).after == verbatim("Bob")
    played_out = with_hand(play, seat=2)
    assert cockpit(played_out.state, 1, play.table.names, {}).after == verbatim("Cy")


# ---------------------------------------------------------------- fuel and planets only


def test_the_round_helper_needs_a_tap_for_a_planet_and_one_for_a_division() -> None:
    play = begun(depth="round")
    for n in range(1, 10):
        forward = onward(play.state, "round")
        assert forward is not None and forward.event == Visited(n=n)
        play = after(play, forward.event, *([Marked(by=1)] if n in (3, 6) else []))
    assert TRACKER.where(play.state) is None
    assert str(counted(play).outcome) == "Home on 3 of 5 divisions of fuel"


def test_a_phase_that_ends_is_a_landing_too_and_planets_come_in_order() -> None:
    play = after(begun(), PhaseEnded(round=1, phase="flight"))
    assert play.state.visited == 1
    with pytest.raises(NotNow, match="Mercury is visited already"):
        after(play, Visited(n=1))
    with pytest.raises(NotNow, match="Venus comes first"):
        after(play, Visited(n=3))


def test_a_landing_marked_by_hand_frees_no_piece_of_the_line() -> None:
    play = after(flying(), Flew(seat=1, play="3"))
    assert play.state.rocket is not None and len(play.state.rocket.drawn) == 3
    landed = after(play, Visited(n=1)).state.rocket
    assert landed is not None and landed.on_planet and landed.drawn == play.state.rocket.drawn


def test_fuel_cannot_sink_below_the_first_division_and_too_much_is_doubted() -> None:
    with pytest.raises(NotNow):
        after(begun(), Marked(by=-1))
    assert TRACKER.doubts(after(begun(), Marked(by=4)).state) == ()
    (doubt,) = TRACKER.doubts(after(begun(), Marked(by=5)).state)
    assert "6 divisions" in str(doubt) and "5" in str(doubt)
    assert TRACKER.doubts(after(begun(fuel="score"), Marked(by=11)).state) == ()


def test_a_flight_given_up_says_how_far_it_came() -> None:
    play = after(begun(depth="round"), Visited(n=1), Visited(n=2), GivenUp())
    assert str(counted(play).outcome) == "Lost in space after 2 planets"


# ---------------------------------------------------------------- every card on the map


def test_the_phone_checks_each_card_and_says_why_not() -> None:
    play = flying()
    with pytest.raises(Refused, match="L12 is a planet cell that was not drawn"):
        after(play, Flew(seat=1, play="4"))
    with pytest.raises(Refused, match="has to move first"):
        after(play, Flew(seat=1, play="5 SE"))
    flown = after(play, Flew(seat=1, play="3"), Flew(seat=1, play="5 SE"))
    assert flown.state.rocket is not None and flown.state.rocket.owes_move
    assert flown.state.stretches == (((5, -3), (2, 0)),)


def test_one_cell_and_one_card_are_told_in_the_singular() -> None:
    at_the_rim = after(begun(), FlightChosen(code=CODE)).state
    blocked = Rocket(cell=(10, 0), heading="E", visited=2)
    (card, *_) = cockpit(replace(at_the_rim, rocket=blocked, visited=2), 1, {1: "Ann"}, {}).cards
    assert str(card.others[0].label) == "1: fly 1 cell"
    next_door = replace(at_the_rim, rocket=Rocket(cell=(-1, 1), heading="W"))
    hint = cockpit(next_door, 1, {1: "Ann"}, {}).hint
    assert hint and str(hint.said) == "Mercury can be reached with 1 card, if it is the right one."


def test_what_a_card_cannot_do_for_one_reason_is_told_at_once() -> None:
    view = cockpit(after(begun(), FlightChosen(code=CODE)).state, 1, {1: "Ann"}, {})
    (five,) = (card for card in view.cards if card.card == 5)
    assert [[way.use for way in ways] for ways in five.refused] == [["move"], ["turn", "turn"]]


@pytest.mark.parametrize(("hand", "can_play"), [((2, 2, 6), False), ((1, 2, 6), True)])
def test_a_hand_that_can_only_pass_is_known(hand: tuple[int, ...], can_play: bool) -> None:
    play = with_hand(after(begun(), FlightChosen(code="00000011")), *hand)
    assert cockpit(play.state, 1, {1: "Ann"}, {}).can_play == can_play


def test_planets_are_drawn_before_the_cards_are_dealt() -> None:
    steps = TRACKER.setup(Setting(options=Options(), seats=(1, 2), start=1))
    assert [step.key for step in steps][:5] == ["deck", "sheet", "planets", "direction", "hands"]
    groups = [step.group for step in steps]
    assert sorted(groups, key=groups.index) == groups, "no group comes twice, so that the page keeps the order"


def test_a_debt_passes_to_the_next_player() -> None:
    play = turn(flying(), "3", "5 SE")
    assert play.state.acting == 2
    with pytest.raises(Refused, match="has to move first"):
        after(play, Flew(seat=2, play="5 SW"))
    assert after(play, Flew(seat=2, play="2")).state.rocket != play.state.rocket


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Flew(seat=2, play="3"), "somebody else"),
        (Flew(seat=9, play="3"), "Nobody sits there"),
        (Flew(seat=1, play="3, 3"), "one card"),
        (Flew(seat=1, play="x 1 2"), "one card"),
        (Flew(seat=1, play="nonsense"), "not understood"),
        (Flew(seat=1, play="3", turn=2), "over already"),
        (TurnDone(turn=1), "at least one card"),
        (TurnDone(turn=7), "over already"),
        (FlightChosen(code="nope!"), "8 letters"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(event: Any, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        after(flying(), event)


def test_a_turn_is_three_cards_at_most_and_a_pass_is_a_whole_turn() -> None:
    play = after(flying(), Flew(seat=1, play="1"), Flew(seat=1, play="1"))
    with pytest.raises(NotNow, match="whole turn"):
        after(play, Passed(turn=1, discard=(1, 2)))
    with pytest.raises(NotNow, match="played already"):
        after(play, Flew(seat=1, play="1", turn=1, card=2))
    full = after(play, Flew(seat=1, play="1"))
    with pytest.raises(NotNow, match="Three cards"):
        after(full, Flew(seat=1, play="1"))


def test_no_other_flight_once_the_rocket_has_left() -> None:
    assert after(flying(), FlightChosen(code="7")).state.flight != flying().state.flight
    with pytest.raises(NotNow, match="left Earth"):
        after(flying(), Flew(seat=1, play="3"), FlightChosen(code="7"))
    with pytest.raises(NotNow, match="Choose the flight"):
        after(begun(), Flew(seat=1, play="3"))


def test_a_card_and_a_turn_are_told_once_however_many_phones_tell_them() -> None:
    play = after(flying(), Flew(seat=1, play="3", turn=1, card=1))
    assert play.repeat_of(Flew(seat=1, play="3", turn=1, card=1), by=2, base=play.head) is not None
    done = after(play, TurnDone(turn=1))
    assert done.repeat_of(TurnDone(turn=1), by=2, base=play.head) is not None


def test_fuel_is_marked_by_itself_while_cards_are_followed() -> None:
    play = flying()
    for _ in range(9):
        play = after(play, Passed(turn=play.state.turn))
    assert (play.state.pile.left, play.state.fuel) == (0, 1)
    play = after(play, Passed(turn=play.state.turn))
    assert (play.state.pile.left, play.state.fuel) == (18, 2)


@pytest.mark.parametrize("crew", [1, 2, 3, 4])
@pytest.mark.parametrize("reading", ["drawn_angle", "course_change"])
def test_a_perfect_flight_comes_home(crew: int, reading: str) -> None:
    play = flying(*"ABCD"[:crew], turn_reading=reading)
    found = perfect(CODE, "normal", reading)  # type: ignore[arg-type]
    for own in found.turns:
        play = turn(play, *(written([Turn(plays=(one,))]) for one in own.plays))
    assert play.state.is_home and TRACKER.where(play.state) is None
    assert str(counted(play).outcome).startswith("Home on ")
    assert sum(len(one.plays) for one in play.state.turns()) == found.cards


def test_depth_changes_in_mid_flight_lose_nothing() -> None:
    play = turn(flying(), "3", "5 SE")
    line = play.state.stretches
    play = after(play, DepthChosen(depth="round"), Visited(n=1), Visited(n=2), DepthChosen(depth="full"))
    assert play.state.rocket is not None and play.state.rocket.on_planet and play.state.stretches == line
    drawn = play.state.flight
    assert drawn is not None and play.state.rocket.cell == drawn.field.route[1]
    legal = next(moves(drawn.field, play.state.rocket, range(1, 7)))
    after(play, Flew(seat=2, play=written([Turn(plays=(legal,))])))


def test_an_early_card_cannot_be_taken_back_from_under_the_later_ones() -> None:
    play = turn(turn(flying(), "3", "5 SE"), "2")
    card = next(entry.seq for entry in play.log if isinstance(entry.event, Flew))
    with pytest.raises(NotNow, match="later steps"):
        after(play, Undone(seq=card))


# ---------------------------------------------------------------- hands on phones


def test_nobody_but_its_owner_sees_a_hand_and_nobody_the_deck() -> None:
    play = after(flying("Ann", "Bob", "Cy"), Dealt())
    for seats in (frozenset[int](), frozenset({1}), frozenset({2, 3}), frozenset({1, 2, 3})):
        state = seen(play.state, seats)
        assert state.deck.keys == () and state.deck.count == 15
        assert {seat for seat, hand in state.hands.items() if hand.keys} == set(seats)
        for entry in play.log:
            shown = codec.exported(entry, seats)["event"]
            if shown["kind"] == "dealt":
                assert shown["deck"]["keys"] == []
                assert {hand["owner"] for hand in shown["hands"] if hand["keys"]} == set(seats)


def test_a_phone_cannot_choose_the_cards() -> None:
    rigged = Hidden(owner=1, count=3, keys=("6", "6", "6"))
    asked = Dealt(hands=(rigged, replace(rigged, owner=2)), deck=Hidden(owner=0, count=1, keys=("6",)))
    play = after(flying(), asked)
    assert play.state.deck.count == 18
    for event in (asked, TurnDone(turn=1, shuffled=rigged), Passed(turn=1, discard=(1, 1), shuffled=rigged)):
        with pytest.raises(NotNow, match="cannot be corrected"):
            after(play, Corrected(seq=3, event=event))
    done = TRACKER.chance(play.state, TurnDone(turn=1, shuffled=rigged), Random(1).randrange)
    assert isinstance(done, TurnDone) and done.shuffled.count == 0


def test_every_order_of_cards_is_drawn_evenly() -> None:
    below = Random(7).randrange
    seen_: Counter[str] = Counter()
    for _ in range(600):
        event = TRACKER.chance(flying().state, Dealt(), below)
        assert isinstance(event, Dealt)
        seen_[event.deck.keys[0]] += 1
    assert all(70 < seen_[card] < 135 for card in "123456")


def test_open_hands_are_seen_by_all() -> None:
    play = after(flying(hands="open"), Dealt())
    state = seen(play.state, frozenset())
    assert all(hand.keys for hand in state.hands.values()) and not state.deck.keys
    assert len(TRACKER.phases[0].todo(state)) == 2, "open hands may talk"


def random_turn(play: Play[Voyage], rng: Random) -> Play[Voyage]:
    """Whoever's turn it is plays a card or two at random, or passes."""
    seat, drawn, rocket = play.state.acting, play.state.flight, play.state.rocket
    assert drawn is not None and rocket is not None
    for _ in range(rng.randint(1, 2)):
        rocket = play.state.rocket
        choices = list(moves(drawn.field, rocket, held(play, seat))) if rocket else []
        if not choices:
            break
        one = rng.choice(choices)
        play = after(play, Flew(seat=seat, play=written([Turn(plays=(one,))])))
    if play.state.is_over:
        return play
    number = play.state.turn
    event = TurnDone(turn=number) if play.state.played else Passed(turn=number, discard=held(play, seat)[:2])
    return after(play, event, seed=rng.randrange(10**6))


def all_cards(voyage: Voyage) -> Counter[str]:
    return Counter(
        [*voyage.deck.keys, *map(str, voyage.heap), *(c for hand in voyage.hands.values() for c in hand.keys)]
    )


@pytest.mark.parametrize("crew", [1, 2, 3, 4])
def test_no_card_is_ever_lost_whatever_is_played_and_undone(crew: int) -> None:
    for seed in range(3):
        rng = Random(f"{crew}/{seed}")
        play = after(flying(*"ABCD"[:crew], code=str(seed)), Dealt(), seed=seed)
        marks = 0
        while not play.state.is_over and play.state.turn < 60:
            before = play
            play = random_turn(play, rng)
            assert all_cards(play.state) == dict.fromkeys("123456", 4)
            assert (
                sum(hand.count for hand in play.state.hands.values()) + play.state.pile.left + play.state.pile.heap
                == 24
            )
            assert play.state.pile.left == play.state.deck.count and play.state.pile.heap == len(play.state.heap)
            if rng.random() < 0.2:
                back = after(play, Undone(seq=play.head))
                assert back.state.hands == before.state.hands or before.head + 1 < play.head
                assert after(back, Undone(seq=back.head)).state == play.state
            marks = play.state.fuel
        assert marks >= 2 and replayed(GAME, play.log).state == play.state


def test_cards_that_an_exported_flight_does_not_tell_are_taken_on_trust() -> None:
    play = after(flying(), Dealt(), seed=3)
    for _ in range(12):
        play = random_turn(play, Random(5))
    public = [codec.exported(entry, frozenset()) for entry in play.log]
    copy = replayed(GAME, codec.log_of(GAME, public))
    assert (copy.state.rocket, copy.state.fuel, copy.state.past) == (
        play.state.rocket,
        play.state.fuel,
        play.state.past,
    )
    assert {seat: hand.count for seat, hand in copy.state.hands.items()} == {1: 3, 2: 3}
    random = [entry for entry in copy.log if isinstance(entry, Logged)]
    assert len(random) == len(play.log)


def test_who_leaves_puts_the_cards_on_the_heap_and_a_newcomer_draws() -> None:
    play = after(flying("Ann", "Bob", "Cy"), Dealt())
    gone = after(play, Left(seat=1))
    assert (gone.state.acting, len(gone.state.heap), gone.state.most) == (2, 3, 5)
    come = after(gone, Arrived(seat=7, name="Dee", colour="blue"))
    assert come.state.hands[7].count == 3 and come.state.most == 6
    assert all_cards(come.state) == dict.fromkeys("123456", 4)


def test_the_large_button_is_the_games_own_where_cards_are_followed() -> None:
    forward = onward(flying().state, "full")
    assert forward is not None and forward.event is None


KINDS: list[tuple[Callable[[], Any], str]] = [
    (lambda: FlightChosen(code="7"), "The flight is 7"),
    (Dealt, "The phone shuffles and deals"),
    (lambda: Flew(seat=1, play="5 NE"), "Ann plays 5 NE"),
    (lambda: TurnDone(turn=3), "Turn 3 is over"),
    (lambda: Passed(turn=3, discard=(1, 2)), "Turn 3: a pass, discarding 1 and 2"),
    (lambda: Passed(turn=3), "Turn 3: a pass"),
    (lambda: Marked(by=-1), "Fuel: −1"),
    (lambda: Visited(n=9), "Landed on Earth"),
    (GivenUp, "The crew gives the flight up"),
]


@pytest.mark.parametrize(("made", "sentence"), KINDS)
def test_the_log_tells_it_in_one_sentence(made: Callable[[], Any], sentence: str) -> None:
    assert str(TRACKER.told(made(), {1: "Ann"})) == sentence


def test_a_play_that_came_without_its_hidden_cards_is_dealt_anew_from_those_that_nobody_saw() -> None:
    whole = after(flying("Ann", "Bob", "Cy"), Dealt(), seed=5)
    for seed in range(1, 12):
        hand = whole.state.hand
        whole = after(whole, Passed(turn=whole.state.turn, discard=tuple(map(int, hand.keys[:2]))), seed=seed)
    assert not whole.state.are_cards_lost and whole.state.fuel > 1
    brought = flying("Ann", "Bob", "Cy")
    for step in whole.log[brought.head :]:
        brought = brought.append(replace(step, event=seen(step.event, frozenset({1}))))
    assert brought.state.are_cards_lost and lacks(brought.state.hands[2])
    dealt = after(brought, Dealt(turn=brought.state.turn), seed=7).state
    assert Dealt(turn=2).slot() != Dealt().slot(), "else the second deal would count as the first, told twice"
    assert not dealt.are_cards_lost and dealt.heap == whole.state.heap and dealt.pile == whole.state.pile
    assert {seat: hand.count for seat, hand in dealt.hands.items()} == dict.fromkeys((1, 2, 3), 3)
    keys = [key for held_ in (dealt.deck, *dealt.hands.values()) for key in held_.keys]
    everything = [*dealt.heap, *map(int, keys)]
    assert sorted(everything) == sorted(VALUES * COPIES)
    with pytest.raises(NotNow):
        after(whole, Dealt())


def test_whoever_leaves_in_the_middle_of_a_turn_leaves_it_behind() -> None:
    play = after(flying("Ann", "Bob", "Cy"), Flew(seat=1, play="3"), Left(seat=1))
    assert (play.state.acting, play.state.turn, play.state.played) == (2, 2, ())
    assert written(play.state.turns()) == "3"
    assert after(play, Flew(seat=2, play="5 SE"), Flew(seat=2, play="1"), Flew(seat=2, play="1")).state.played
