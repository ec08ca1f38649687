"""Symbols, gifts and training: both edges of every limit, every zone, every kind of card, every reading."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import schema
from companion.core.errors import Invalid, Refused
from companion.core.game import Calculator
from companion.games.rabbit_astronauts.calculators import GIFT_CHECK, RESOURCES, TRAINING
from companion.games.rabbit_astronauts.pages import TrainingForm, read_training
from companion.games.rabbit_astronauts.rounds import after_draw, is_over, keepable, next_round, start
from companion.games.rabbit_astronauts.training import Purse, Trainee, train

COUNTING = ("training_center", "level_1", "level_2")
ELSEWHERE = ("hand", "space", "moon", "command_center")


def ask(calculator: Calculator[Any, Any], **given: Any) -> Any:
    """The answer as JSON values, sentences in English."""
    return schema.plain(calculator.run(schema.from_plain(calculator.input, given)), str, str)


def amount(*cards: dict[str, Any], **more: Any) -> int:
    """What is on the track, which is also the sum of the lines."""
    answer = ask(RESOURCES, cards=list(cards), **more)
    assert answer["amount"] == sum(line["points"] for line in answer["lines"]) <= answer["cap"]
    assert all(line["why"] and line["rule"] for line in answer["lines"])
    return int(answer["amount"])


def card(zone: str, color: str = "", icons: int = 0, **more: Any) -> dict[str, Any]:
    return {"zone": zone, "color": color, "icons": icons, **more}


@pytest.mark.parametrize(
    ("resource", "icons", "expected"),
    [
        ("carrots", 0, 0),
        ("carrots", 19, 19),
        ("carrots", 20, 20),
        ("carrots", 21, 20),
        ("gold", 20, 20),
        ("gold", 99, 20),
        ("helmets", 0, 2),
        ("helmets", 4, 6),
        ("helmets", 5, 7),
        ("helmets", 6, 7),
    ],
)
def test_each_track_has_its_start_and_its_limit(resource: str, icons: int, expected: int) -> None:
    assert amount(resource=resource, icons=icons) == expected


@pytest.mark.parametrize(("icons", "bonus", "expected"), [(18, 2, 20), (18, 3, 20), (3, 4, 7)])
def test_a_bonus_counts_before_the_limit(icons: int, bonus: int, expected: int) -> None:
    assert amount(resource="gold", icons=icons, bonus=bonus) == expected


@pytest.mark.parametrize(
    ("icons", "two", "zero", "is_asked"), [(0, 2, 0, True), (3, 5, 3, True), (6, 7, 6, True), (7, 7, 7, False)]
)
def test_helmets_start_at_two_or_by_the_other_reading_at_none(icons: int, two: int, zero: int, is_asked: bool) -> None:
    answer = ask(RESOURCES, resource="helmets", icons=icons)
    other = ask(RESOURCES, resource="helmets", icons=icons, rulings={"helmets_from_zero": "yes"})
    assert (answer["amount"], answer["start"], other["amount"], other["start"]) == (two, 2, zero, 0)
    for one, chosen in ((answer, "no"), (other, "yes")):
        assert [(r["id"], r["chosen"]) for r in one["rulings"]] == ([("helmets_from_zero", chosen)] if is_asked else [])


@pytest.mark.parametrize("resource", ["carrots", "gold"])
def test_the_reading_of_helmets_changes_no_other_track(resource: str) -> None:
    answer = ask(RESOURCES, resource=resource, icons=5, rulings={"helmets_from_zero": "yes"})
    assert (answer["amount"], answer["rulings"]) == (5, [])


@pytest.mark.parametrize("zone", COUNTING)
def test_symbols_count_in_front_of_a_player(zone: str) -> None:
    assert amount(card(zone, icons=3)) == 3


@pytest.mark.parametrize(("zone", "expected"), [("hand", 0), ("space", 0), ("moon", 0), ("command_center", 3)])
def test_elsewhere_only_the_command_center_gives_symbols(zone: str, expected: int) -> None:
    assert amount(card(zone, icons=3)) == expected


@pytest.mark.parametrize(("own", "other"), list(product((*COUNTING, *ELSEWHERE), repeat=2)))
def test_a_bonus_needs_both_cards_in_front_of_the_player(own: str, other: str) -> None:
    cards = card(own, "red", bonus={"color": "red", "icons": 2}), card(other, "red")
    assert amount(*cards) == (2 if own in COUNTING and other in COUNTING else 0)


@pytest.mark.parametrize(
    ("own", "asked", "other", "bonus"),
    [
        ("red", "red", "red", 2),
        ("red", "red", " Red ", 2),
        ("red", "", "RED", 2),
        ("red", "blue", "blue", 2),
        ("red", "blue", "red", 0),
        ("blue", "red", "blue", 0),
        ("red", "red", "", 0),
        ("", "", "", 0),
        ("", "", "red", 0),
        ("", "red", "red", 2),
    ],
)
def test_a_bonus_asks_for_its_colour_on_another_card(own: str, asked: str, other: str, bonus: int) -> None:
    assert amount(card("level_1", own, bonus={"color": asked, "icons": 2}), card("level_2", other)) == bonus


def test_a_card_that_asks_for_its_own_colour_does_not_serve_itself() -> None:
    assert amount(card("level_1", "red", 1, bonus={"icons": 2})) == 1


@pytest.mark.parametrize("others", [1, 2, 5])
def test_a_bonus_counts_once_however_many_others_there_are(others: int) -> None:
    assert amount(card("level_1", "red", 1, bonus={"icons": 2}), *[card("level_2", "red")] * others) == 3


def test_cards_and_plain_symbols_add_up() -> None:
    assert amount(card("level_1", icons=2), icons=3, bonus=1) == 6


@pytest.mark.parametrize(
    ("space", "expected", "asked"),
    [
        ([], 0, []),
        ([card("space")], 3, []),
        ([card("space", type="robot")], 3, []),
        ([card("space", type="satellite")], 0, []),
        ([card("level_2")], 0, []),
        ([card("moon")], 3, ["moon_cards_in_space"]),
        ([card("moon"), card("space")], 3, []),
        ([card("command_center")], 0, []),
    ],
)
def test_mission_cards_wait_for_an_astronaut_in_space(
    space: list[dict[str, Any]], expected: int, asked: list[str]
) -> None:
    mission = card("level_1", "red", 2, type="mission", bonus={"icons": 1})
    mate = card("level_1", "red")
    assert amount(mission, mate, *space) == expected
    answer = ask(RESOURCES, cards=[mission, mate, *space])
    assert [ruling["id"] for ruling in answer["rulings"]] == asked
    if asked:
        assert amount(mission, mate, *space, rulings={"moon_cards_in_space": "no"}) == 0


def test_a_sleeping_mission_card_still_lends_its_colour() -> None:
    assert amount(card("level_1", "red", bonus={"icons": 2}), card("level_1", "red", 5, type="mission")) == 2


@pytest.mark.parametrize(("kept", "icons", "expected"), [(4, 3, 7), (4, 17, 20), (0, 3, 3)])
def test_what_scientists_kept_is_added_up_to_the_limit(kept: int, icons: int, expected: int) -> None:
    assert amount(resource="carrots", kept=kept, icons=icons) == expected


def test_nothing_is_kept_of_helmets() -> None:
    answer = ask(RESOURCES, resource="helmets", kept=3)
    assert (answer["amount"], len(answer["doubts"])) == (2, 1)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"cards": [card("space", type="scientist")]}, "A Scientist cannot go to Space."),
        ({"cards": [card("level_2", type="satellite")]}, "never lies at level 2"),
        ({"cards": [card("level_1", bonus={"icons": 1})]}, "without any colour"),
        ({"cards": [card("training_center")] * 8}, "helmets allow 7"),
        ({"cards": [card("command_center")] * 4}, "it has 3 slots"),
        ({"cards": [card("level_2", type="scientist")], "kept": 5}, "keep 4 at most"),
        ({"cards": [card("level_1", type="scientist")], "kept": 1}, "keep 0 at most"),
    ],
)
def test_odd_cards_are_counted_with_a_doubt(given: dict[str, Any], said: str) -> None:
    assert any(said in doubt["message"] for doubt in ask(RESOURCES, **given)["doubts"])


@pytest.mark.parametrize(
    "given",
    [
        {"cards": [card("training_center")] * 7},
        {"cards": [card("command_center")] * 3},
        {"cards": [card("level_2", type="scientist")], "kept": 4},
        {"kept": 4},
        {"cards": [card("level_2", type="scientist"), card("level_1", type="satellite")]},
    ],
)
def test_what_can_be_is_not_doubted(given: dict[str, Any]) -> None:
    assert ask(RESOURCES, **given)["doubts"] == []


cards = st.fixed_dictionaries(
    {
        "zone": st.sampled_from((*COUNTING, *ELSEWHERE)),
        "color": st.sampled_from(["", "red", "blue"]),
        "icons": st.integers(0, 4),
        "type": st.sampled_from(["rabbit", "mission", "satellite", "scientist"]),
        "bonus": st.fixed_dictionaries({"color": st.sampled_from(["", "red", "blue"]), "icons": st.integers(0, 3)}),
    }
)


@settings(deadline=None)
@given(st.lists(cards, max_size=8), cards, st.sampled_from(["carrots", "gold", "helmets"]))
def test_one_more_card_never_lowers_an_amount_and_order_does_not_matter(
    some: list[dict[str, Any]], more: dict[str, Any], resource: str
) -> None:
    before = amount(*some, resource=resource)
    assert amount(more, *some, resource=resource) == amount(*some, more, resource=resource) >= before


@pytest.mark.parametrize(
    ("giver", "receiver", "most"),
    [
        (12, 9, 4),
        (3, 0, 3),
        (0, 0, 0),
        (4, 0, 4),
        (20, 16, 4),
        (20, 17, 3),
        (20, 19, 1),
        (20, 20, 0),
        (2, 17, 2),
        (20, 21, 0),
    ],
)
def test_a_gift_is_bounded_by_four_by_the_giver_and_by_the_receivers_room(giver: int, receiver: int, most: int) -> None:
    for gift in range(7):
        answer = ask(GIFT_CHECK, giver=giver, receiver=receiver, amount=gift)
        assert (answer["allowed"], answer["max"]) == (gift <= most, most)
        passed = gift if gift <= most else 0
        assert (answer["giver_after"], answer["receiver_after"]) == (giver - passed, receiver + passed)


def test_each_impossible_stock_of_a_gift_is_doubted_by_name() -> None:
    said = [str(doubt["message"]) for doubt in ask(GIFT_CHECK, giver=25, receiver=25, amount=1)["doubts"]]
    assert said == [
        "The giver has 25; nobody can have more than 20.",
        "The receiver has 25; nobody can have more than 20.",
    ]


@pytest.mark.parametrize(
    ("giver", "receiver", "most", "is_asked"),
    [(12, 16, 4, False), (12, 17, 4, True), (12, 20, 4, True), (2, 18, 2, False), (3, 18, 3, True), (0, 20, 0, False)],
)
def test_by_the_other_reading_a_gift_may_overflow(giver: int, receiver: int, most: int, is_asked: bool) -> None:
    rulings = {"gift_over_cap": "yes"}
    answer = ask(GIFT_CHECK, giver=giver, receiver=receiver, amount=most, rulings=rulings)
    assert (answer["allowed"], answer["max"]) == (True, most)
    assert (answer["giver_after"], answer["receiver_after"]) == (giver - most, min(20, receiver + most))
    assert not ask(GIFT_CHECK, giver=giver, receiver=receiver, amount=most + 1, rulings=rulings)["allowed"]
    for one in (answer, ask(GIFT_CHECK, giver=giver, receiver=receiver)):
        assert [ruling["id"] for ruling in one["rulings"]] == (["gift_over_cap"] if is_asked else [])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"giver": 9, "amount": 5}, "4 at most"),
        ({"giver": 3, "amount": 4}, "only 3"),
        ({"giver": 9, "receiver": 18, "amount": 3}, "has 18"),
        ({"giver": 9, "receiver": 18, "amount": 2}, "It may be given."),
        ({"giver": 9, "receiver": 18, "amount": 3, "rulings": {"gift_over_cap": "yes"}}, "1 of it is over"),
    ],
)
def test_a_gift_says_why(given: dict[str, Any], said: str) -> None:
    assert said in ask(GIFT_CHECK, **given)["why"]


def test_a_track_over_its_limit_is_doubted_and_never_lowered_by_a_gift() -> None:
    answer = ask(GIFT_CHECK, giver=21, receiver=25, amount=2, rulings={"gift_over_cap": "yes"})
    assert (len(answer["doubts"]), answer["receiver_after"]) == (2, 25)


def trained(card: dict[str, Any], *actions: str, **more: Any) -> tuple[str, int, int, list[str]]:
    """``(zone, carrots, gold, refused)`` after *actions*."""
    answer = ask(TRAINING, card=card, actions=list(actions), **more)
    assert [step["action"] for step in answer["steps"]] == list(actions)
    assert sum(step["paid"] for step in answer["steps"]) == (
        more.get("carrots", 0) - answer["carrots_after"] + more.get("gold", 0) - answer["gold_after"]
    )
    return answer["zone"], answer["carrots_after"], answer["gold_after"], answer["refused"]


@pytest.mark.parametrize(
    ("action", "zone", "then"),
    [("promote", "training_center", "level_1"), ("certify", "level_1", "level_2"), ("send", "level_2", "space")],
)
@pytest.mark.parametrize(("held", "is_done"), [(3, False), (4, True), (5, True)])
def test_a_step_needs_its_zone_and_its_cost(action: str, zone: str, then: str, held: int, is_done: bool) -> None:
    purse = {"carrots": held, "gold": 0} if action == "promote" else {"carrots": 0, "gold": held}
    left = held - 4 if is_done else held
    carrots, gold = (left, 0) if action == "promote" else (0, left)
    expected = (then, carrots, gold, []) if is_done else (zone, carrots, gold, [action])
    assert trained({"cost": 4, "zone": zone}, action, **purse) == expected


@pytest.mark.parametrize(
    ("action", "zone"),
    [
        (action, zone)
        for action, right in (("promote", "training_center"), ("certify", "level_1"), ("send", "level_2"))
        for zone in (*COUNTING, *ELSEWHERE)
        if zone != right
    ],
)
def test_from_any_other_zone_a_step_is_refused_and_free(action: str, zone: str) -> None:
    assert trained({"cost": 1, "zone": zone}, action, carrots=20, gold=20) == (zone, 20, 20, [action])


@pytest.mark.parametrize(
    ("carrots", "gold", "zone", "refused"),
    [
        (3, 6, "space", []),
        (3, 5, "level_2", ["send"]),
        (3, 2, "level_1", ["certify", "send"]),
        (2, 6, "training_center", ["promote", "certify", "send"]),
    ],
)
def test_several_steps_go_as_far_as_they_are_paid(carrots: int, gold: int, zone: str, refused: list[str]) -> None:
    answer = trained({"cost": 3}, "promote", "certify", "send", carrots=carrots, gold=gold)
    assert (answer[0], answer[3]) == (zone, refused)


def test_a_refused_step_does_not_stop_a_later_one() -> None:
    assert trained({"cost": 2}, "send", "promote", "promote", carrots=9, gold=9) == (
        "level_1",
        7,
        9,
        ["send", "promote"],
    )


@pytest.mark.parametrize(
    ("kind", "zone", "actions", "expected"),
    [
        ("scientist", "level_2", ["send"], ("level_2", 9, ["send"])),
        ("scientist", "level_1", ["certify"], ("level_2", 5, [])),
        ("scientist", "level_1", ["certify", "send"], ("level_2", 5, ["send"])),
        ("satellite", "level_1", ["send"], ("space", 5, [])),
        ("satellite", "level_1", ["certify"], ("level_1", 9, ["certify"])),
        ("satellite", "level_1", ["certify", "send"], ("space", 5, ["certify"])),
        ("satellite", "training_center", ["send"], ("training_center", 9, ["send"])),
        ("satellite", "space", ["send"], ("space", 9, ["send"])),
        ("robot", "level_1", ["send"], ("level_1", 9, ["send"])),
    ],
)
def test_kinds_of_cards_go_their_own_way(kind: str, zone: str, actions: list[str], expected: Any) -> None:
    zone_after, _, gold, refused = trained({"cost": 4, "type": kind, "zone": zone}, *actions, gold=9)
    assert (zone_after, gold, refused) == expected


def test_a_satellite_is_promoted_like_any_card() -> None:
    assert trained({"cost": 4, "type": "satellite"}, "promote", "send", carrots=4, gold=4) == ("space", 0, 0, [])


@pytest.mark.parametrize(("kind", "gold", "follows"), [("robot", 4, True), ("robot", 3, False), ("rabbit", 4, False)])
def test_a_robot_that_is_sent_takes_another_card_along(kind: str, gold: int, follows: bool) -> None:
    answer = ask(TRAINING, card={"cost": 4, "type": kind, "zone": "level_2"}, actions=["send"], gold=gold)
    assert (answer["then"] is not None) == follows


@pytest.mark.parametrize(
    ("cost", "color", "event", "paid"),
    [
        (5, "blue", "blue", 3),
        (5, "blue", " Blue", 3),
        (5, "blue", "red", 5),
        (5, "blue", "", 5),
        (5, "", "", 5),
        (5, "", "blue", 5),
        (2, "blue", "blue", 0),
        (1, "blue", "blue", 0),
        (0, "blue", "blue", 0),
    ],
)
def test_an_event_makes_each_payment_cheaper_but_never_negative(cost: int, color: str, event: str, paid: int) -> None:
    answer = trained(
        {"cost": cost, "color": color}, "promote", "certify", "send", carrots=9, gold=19, event_color=event
    )
    assert answer == ("space", 9 - paid, 19 - 2 * paid, [])


def test_a_card_in_hand_is_not_trained_and_asks_what_happens_to_it() -> None:
    answer = ask(TRAINING, card={"cost": 1, "zone": "hand"}, actions=["promote"], carrots=9)
    assert (answer["refused"], answer["zone"], answer["carrots_after"]) == (["promote"], "hand", 9)
    assert [(ruling["id"], ruling["chosen"]) for ruling in answer["rulings"]] == [("hand_kept", "no")]
    other = ask(TRAINING, card={"zone": "hand"}, rulings={"hand_kept": "yes"})
    assert other["rulings"][0]["chosen"] == "yes"
    assert ask(TRAINING, card={"cost": 1})["rulings"] == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"carrots": 21, "card": {}}, "21 Carrots"),
        ({"gold": 21, "card": {}}, "21 Gold"),
        ({"event_color": "red", "card": {}}, "colour was not given"),
        ({"card": {"type": "scientist", "zone": "space"}}, "cannot go to Space"),
    ],
)
def test_odd_training_is_answered_with_a_doubt(given: dict[str, Any], said: str) -> None:
    assert any(said in doubt["message"] for doubt in ask(TRAINING, **given)["doubts"])
    assert ask(TRAINING, carrots=20, gold=20, event_color="red", card={"color": "blue"})["doubts"] == []


@settings(deadline=None)
@given(
    st.integers(0, 9),
    st.sampled_from((*COUNTING, *ELSEWHERE)),
    st.sampled_from(["rabbit", "robot", "scientist", "satellite"]),
    st.integers(0, 20),
    st.integers(0, 20),
    st.lists(st.sampled_from(["promote", "certify", "send"]), max_size=6),
)
def test_training_never_goes_under_zero_nor_backwards(
    cost: int, zone: Any, kind: Any, carrots: int, gold: int, actions: Any
) -> None:
    purse = Purse(card=Trainee(cost=cost, zone=zone, type=kind), carrots=carrots, gold=gold)
    now, tried = train(purse, actions)
    done = [one for one in tried if one.done]
    assert now.carrots >= 0
    assert now.gold >= 0
    assert carrots + gold - now.carrots - now.gold == cost * len(done)
    assert len({one.action for one in done}) == len(done)
    assert now.card.zone == zone or done
    assert not (kind == "scientist" and now.card.zone == "space") or zone == "space"


@pytest.mark.parametrize(
    ("calculator", "given", "field"),
    [
        (RESOURCES, {"rulings": {"helmets_from_zero": "team"}}, "rulings.helmets_from_zero"),
        (RESOURCES, {"rulings": {"moon_cards_in_space": "player"}}, "rulings.moon_cards_in_space"),
        (GIFT_CHECK, {"rulings": {"gift_over_cap": "player"}}, "rulings.gift_over_cap"),
        (TRAINING, {"card": {"zone": "hand"}, "rulings": {"hand_kept": "team"}}, "rulings.hand_kept"),
    ],
)
def test_a_reading_of_another_question_is_refused(calculator: Any, given: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refused:
        ask(calculator, **given)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("calculator", "given"),
    [
        (RESOURCES, {"icons": -1}),
        (RESOURCES, {"resource": "water"}),
        (RESOURCES, {"cards": [{"zone": "level_3"}]}),
        (RESOURCES, {"cards": [{"color": "x" * 41}]}),
        (GIFT_CHECK, {"amount": -1}),
        (TRAINING, {}),
        (TRAINING, {"card": {"cost": -1}}),
        (TRAINING, {"card": {}, "actions": ["jump"]}),
        (TRAINING, {"card": {}, "rulings": {"helmets": "yes"}}),
    ],
)
def test_what_is_no_question_at_all_is_refused(calculator: Any, given: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        ask(calculator, **given)


def test_the_page_takes_the_ticks_in_the_order_of_the_phases() -> None:
    given = read_training(TrainingForm(carrots=5, gold=9, cost=4, send=True, promote=True, color="red"))
    assert given.actions == ("promote", "send")
    assert (given.card.cost, given.card.color, given.card.zone) == (4, "red", "training_center")
    assert TRAINING.run(given).refused == ("send",)


def test_everybody_starts_alike() -> None:
    begun = start()
    assert (begun.carrots, begun.gold, begun.helmets, begun.level_1) == (0, 0, 2, (3, 7))


@pytest.mark.parametrize(
    ("helmets", "center", "hand", "is_kept", "expected"),
    [
        (2, 3, 0, False, (2, 0, 1)),
        (2, 2, 0, False, (2, 0, 0)),
        (2, 1, 3, False, (1, 0, 3)),
        (2, 5, 2, False, (2, 0, 5)),
        (2, 5, 2, True, (2, 2, 3)),
        (7, 0, 4, True, (0, 4, 0)),
        (0, 1, 0, False, (0, 0, 1)),
    ],
)
def test_the_training_center_holds_a_card_for_each_helmet(
    helmets: int, center: int, hand: int, is_kept: bool, expected: tuple[int, int, int]
) -> None:
    held = after_draw(helmets, center, hand, is_hand_kept=is_kept)
    assert (held.keep, held.hand, held.discard) == expected


@pytest.mark.parametrize(
    ("scientists", "carrots", "gold", "kept"), [(0, 9, 9, 0), (1, 9, 9, 4), (1, 2, 1, 3), (2, 9, 9, 8), (2, 3, 4, 7)]
)
def test_each_scientist_keeps_up_to_four(scientists: int, carrots: int, gold: int, kept: int) -> None:
    assert keepable(scientists, carrots, gold) == kept


@pytest.mark.parametrize(("aside", "over", "then"), [(0, False, 1), (6, False, 7), (7, True, None), (8, True, None)])
def test_the_game_ends_with_the_seventh_card_set_aside(aside: int, over: bool, then: int | None) -> None:
    assert (is_over(aside), next_round(aside)) == (over, then)
