"""The calculators: symbols, a gift, the training of a card, and the final score."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.core.data import data
from companion.core.errors import Refused
from companion.core.game import Calculator, Page
from companion.core.score import Ruling
from companion.core.text import Msg, msg

from .pages import TrainingForm, read_training
from .readings import chosen, ruling
from .resources import Symbolled, amount, lines, of_card, start_of
from .resources import oddities as resource_oddities
from .rounds import GIFT, most_given
from .scoring import boxes, score
from .shapes import (
    FinalAnswer,
    FinalInput,
    GiftAnswer,
    GiftInput,
    ResourcesAnswer,
    ResourcesInput,
    TrainingAnswer,
    TrainingInput,
)
from .state import Finish
from .training import Purse, follows, train
from .training import oddities as training_oddities

LIMITS: Final = data(__file__)["limits"]


def resources(given: ResourcesInput) -> ResourcesAnswer:
    """Where the token of one resource stands, bonuses and limit included."""
    zero, moon = chosen(given.rulings, "helmets_from_zero"), chosen(given.rulings, "moon_cards_in_space")
    counted = Symbolled(
        resource=given.resource,
        start=start_of(given.resource, is_from_zero=zero == "yes"),
        cards=given.cards,
        icons=given.icons,
        bonus=given.bonus,
        kept=given.kept,
        is_moon_space=moon == "yes",
    )
    other_start = replace(counted, start=start_of(given.resource, is_from_zero=zero == "no"))
    other_moon = replace(counted, is_moon_space=not counted.is_moon_space)
    now = amount(counted)
    return ResourcesAnswer(
        amount=now,
        cap=LIMITS[given.resource],
        start=counted.start,
        lines=lines(counted),
        doubts=resource_oddities(counted),
        rulings=(
            *((ruling("helmets_from_zero", zero),) if amount(other_start) != now else ()),
            *((ruling("moon_cards_in_space", moon),) if amount(other_moon) != now else ()),
        ),
    )


def gift(given: GiftInput) -> GiftAnswer:
    """Whether this much may be given, and how much at most."""
    over = chosen(given.rulings, "gift_over_cap")
    most = most_given(given.giver, given.receiver, is_excess_lost=over == "yes")
    other = most_given(given.giver, given.receiver, is_excess_lost=over == "no")
    is_allowed = given.amount <= most
    passed = given.amount if is_allowed else 0
    cap = LIMITS["carrots"]
    return GiftAnswer(
        allowed=is_allowed,
        max=most,
        giver_after=given.giver - passed,
        receiver_after=max(given.receiver, min(cap, given.receiver + passed)),
        why=_gift_said(given, most),
        rule="gifts",
        doubts=tuple(
            said.under("limits")
            for n, said in (
                (given.giver, msg("The giver has %(n)d; nobody can have more than %(m)d.", n=given.giver, m=cap)),
                (
                    given.receiver,
                    msg("The receiver has %(n)d; nobody can have more than %(m)d.", n=given.receiver, m=cap),
                ),
            )
            if n > cap
        ),
        rulings=(ruling("gift_over_cap", over),) if most != other else (),
    )


def _gift_said(given: GiftInput, most: int) -> Msg:
    """Why this much may be given, or what stands against it."""
    cap = LIMITS["carrots"]
    if given.amount > GIFT:
        return msg("A gift is %(most)d at most.", most=GIFT)
    if given.amount > given.giver:
        return msg("The giver has only %(n)d.", n=given.giver)
    if given.amount > most:
        return msg("The receiver has %(n)d and may have no more than %(cap)d.", n=given.receiver, cap=cap)
    if given.receiver + given.amount > cap:
        lost = min(given.amount, given.receiver + given.amount - cap)
        return msg("It may be given; %(n)d of it is over the receiver's limit and lost.", n=lost)
    return msg("It may be given.")


def training(given: TrainingInput) -> TrainingAnswer:
    """What the actions make of the card, one after another; what cannot be done changes nothing."""
    purse = Purse(card=given.card, carrots=given.carrots, gold=given.gold)
    now, steps = train(purse, given.actions, given.event_color)
    return TrainingAnswer(
        zone=now.card.zone,
        carrots_after=now.carrots,
        gold_after=now.gold,
        refused=tuple(one.action for one in steps if not one.done),
        steps=steps,
        then=follows(given.card, steps),
        doubts=(
            *of_card(given.card.type, given.card.zone),
            *training_oddities(given.carrots, given.gold, given.card, given.event_color),
        ),
        rulings=_hand(given),
    )


def _hand(given: TrainingInput) -> tuple[Ruling, ...]:
    """A card that is still in hand when cards are trained: discarded, or kept for the next round."""
    kept = chosen(given.rulings, "hand_kept")
    return (ruling("hand_kept", kept),) if given.card.zone == "hand" else ()


def final(given: FinalInput) -> FinalAnswer:
    """Everybody's points, their sum and its boxes. Refuses a game without anybody."""
    if not given.players:
        raise Refused(msg("At least one player is needed.").under("players"), "players")
    names = dict(enumerate(given.players, 1))
    result = score(
        Finish(
            agencies={seat: given.players[name] for seat, name in names.items()},
            names=names,
            mode=given.mode,
            is_warehouse_shared=chosen(given.rulings, "warehouse_scope") == "team",
            is_moon_in_space=chosen(given.rulings, "moon_cards_in_space") == "yes",
        )
    )
    team = sum(line.points for line in result.lines)
    return FinalAnswer(
        team=team,
        boxes=boxes(team),
        winners=() if given.mode == "team" else tuple(names[seat] for seat in result.winners),
        decided_by=result.decided_by,
        scores={name: result.total(seat) for seat, name in names.items()},
        lines=result.lines,
        doubts=result.doubts,
        rulings=result.rulings,
    )


RESOURCES: Final = Calculator(
    key="resources",
    title=msg("Count symbols"),
    about=msg("Carrots, Gold or Helmets this round: symbols, colour bonuses, limit."),
    rule="counting",
    input=ResourcesInput,
    output=ResourcesAnswer,
    run=resources,
    example={
        "resource": "carrots",
        "icons": 6,
        "cards": [
            {"icons": 2, "zone": "level_1", "color": "red", "bonus": {"icons": 3}},
            {"icons": 1, "zone": "training_center", "color": "red"},
        ],
    },
)
GIFT_CHECK: Final = Calculator(
    key="gift",
    title=msg("A gift"),
    about=msg("How many Carrots or how much Gold one player may give to another."),
    rule="gifts",
    input=GiftInput,
    output=GiftAnswer,
    run=gift,
    example={"giver": 12, "receiver": 18, "amount": 2},
)
TRAINING: Final = Calculator(
    key="training",
    title=msg("Train a card"),
    about=msg("Promote, certify, send: what it costs and how far it gets."),
    rule="zones",
    input=TrainingInput,
    output=TrainingAnswer,
    run=training,
    example={
        "gold": 9,
        "event_color": "blue",
        "card": {"cost": 6, "color": "blue", "zone": "level_1"},
        "actions": ["certify", "send"],
    },
    page=Page(form=TrainingForm, read=read_training),
    page_example={
        "gold": 9,
        "cost": 6,
        "zone": "level_1",
        "certify": True,
        "send": True,
        "color": "blue",
        "event_color": "blue",
    },
)
FINAL: Final = Calculator(
    key="final",
    title=msg("Final score"),
    about=msg("Cards in Space and the mission in play; as one team or against one another."),
    rule="space",
    input=FinalInput,
    output=FinalAnswer,
    run=final,
    example={"mode": "team", "players": {"Ann": {"space": [3, 7, 5]}, "Ben": {"space": [8], "warehouse": 21}}},
)
CALCULATORS: Final = (RESOURCES, GIFT_CHECK, TRAINING, FINAL)
