"""What a turn costs after the Time marker has reached Overtime, and what may still be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from companion.core.data import data

PENALTY: Final[tuple[int, ...]] = tuple(data(__file__)["overtime"]["penalty"])
Whereabouts = Literal["on_earth", "in_space", "home"]
Action = Literal["none", "card_play", "conference", "launch", "move", "return_home"]
Reason = Literal["free", "paid", "home", "not_from_here", "an_action_is_due", "cannot_pay"]

ACTIONS: Final[dict[Whereabouts, tuple[Action, ...]]] = {
    "on_earth": ("card_play", "conference", "launch", "return_home"),
    "in_space": ("move", "return_home"),
    "home": ("none",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Whether the action may be taken, what it costs, and the only action left, if there is only one."""

    allowed: bool
    why: Reason
    penalty: int = 0
    forced: Literal["return_home"] | None = None


def turn(round: int, overtime: bool, state: Whereabouts, money: int, wants: Action) -> Turn:
    """A turn that begins now. Returning Home is free; a turn spent at Home is no action and costs nothing."""
    fee = PENALTY[round - 1]
    possible = wants in ACTIONS[state]
    if state == "home":
        return Turn(allowed=possible, why="home")
    if overtime and money < fee and wants != "return_home":
        return Turn(allowed=False, why="cannot_pay", forced="return_home")
    if not possible:
        return Turn(allowed=False, why="an_action_is_due" if wants == "none" else "not_from_here")
    if not overtime or wants == "return_home":
        return Turn(allowed=True, why="free")
    return Turn(allowed=True, why="paid", penalty=fee)
