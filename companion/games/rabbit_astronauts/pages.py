"""The flat form of a card to train: its actions are ticks, taken in their only sensible order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.core.shape import Label, Shape
from companion.core.text import msg

from .shapes import CarrotsField, EventField, GoldField, TrainingInput
from .training import ColourField, Cost, Trainee, TypeField
from .words import ZONES, Action

PlaceField = Annotated[
    Literal["training_center", "level_1", "level_2", "hand"],
    Label(msg("Where it lies"), rule="zones", words=tuple(ZONES.items())),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingForm(Shape):
    """What there is to pay with, the card, and what is to be done with it."""

    carrots: CarrotsField = 0
    gold: GoldField = 0
    cost: Cost = 0
    zone: PlaceField = "training_center"
    promote: Annotated[bool, Label(msg("Promote to level 1, for Carrots"), rule="promote")] = False
    certify: Annotated[bool, Label(msg("Certify to level 2, for Gold"), rule="certify")] = False
    send: Annotated[bool, Label(msg("Send into Space, for Gold"), rule="send")] = False
    type: TypeField = "rabbit"
    color: ColourField = ""
    event_color: EventField = ""


def read_training(form: TrainingForm) -> TrainingInput:
    """The ticked actions in the order of the phases."""
    ticked: tuple[tuple[Action, bool], ...] = (
        ("promote", form.promote),
        ("certify", form.certify),
        ("send", form.send),
    )
    return TrainingInput(
        carrots=form.carrots,
        gold=form.gold,
        event_color=form.event_color,
        card=Trainee(cost=form.cost, color=form.color, type=form.type, zone=form.zone),
        actions=tuple(action for action, is_wanted in ticked if is_wanted),
    )
