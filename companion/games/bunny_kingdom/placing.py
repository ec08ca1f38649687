"""Where a building may stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from companion.core.data import data
from companion.core.text import Msg, msg

from .fiefs import fiefs
from .land import PRINTED_CITIES, TERRAIN, Terrain, Territory
from .state import Board, Building
from .words import RESOURCES, TERRAIN_WORDS

Reason = Literal["not_yours", "slot_taken", "wrong_terrain", "occupied", "same_fief", "unknown_territory"]
ANY: Final = "any"
SAME_FIEF: Final = msg("Both tokens would stand in one fief; a pair joins two different fiefs.")
_CITIES: Final[Mapping[str, Any]] = data(__file__)["cities"]
_FARMS: Final[Mapping[str, Any]] = data(__file__)["farms"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a building may stand there: a *reason* if it may not, always a sentence and the rule."""

    reason: Reason | None
    why: Msg
    rule: str


def building_said(building: Building) -> Msg:
    """What a building is called."""
    if building.city is not None:
        return msg("City of strength %(n)d", n=building.city)
    if building.farm is not None:
        return msg("%(what)s farm", what=RESOURCES[building.farm])
    if building.post is not None:
        return msg("trading post (%(what)s)", what=RESOURCES[building.post])
    if building.camp is not None:
        return msg("camp %(n)d", n=building.camp)
    return msg("Sky Tower of the pair “%(pair)s”", pair=building.sky or "")


def terrain_for(building: Building) -> Terrain | None:
    """The one terrain that takes this building; None where any does."""
    printed: Mapping[str, Any] = {}
    if building.city is not None:
        printed = _CITIES[str(building.city)]
    elif building.farm is not None:
        printed = _FARMS[building.farm]
    terrain: Terrain | None = printed.get("terrain") if printed.get("terrain") != ANY else None
    return terrain


def fits(building: Building, territory: Territory) -> bool:
    """The terrain takes this building."""
    return terrain_for(building) in (None, TERRAIN[territory])


def place(board: Board, others: frozenset[Territory], building: Building, at: tuple[str, ...]) -> Verdict:
    """Whether *building* may be placed *at* a territory (a Sky Tower: at two), as the first thing that forbids it."""
    for territory in at:
        if territory not in TERRAIN:
            return Verdict(
                reason="unknown_territory",
                why=msg("There is no territory “%(name)s” on the map.", name=territory[:20]),
                rule="map",
            )
        refusal = camp_on(board, others, territory) if building.camp is not None else own(board, building, territory)
        if refusal:
            return refusal
    if building.sky is not None and same_fief(board, at):
        return Verdict(
            reason="same_fief",
            why=SAME_FIEF,
            rule="sky-towers",
        )
    return Verdict(
        reason=None,
        why=msg("%(building)s may stand on %(at)s.", building=building_said(building), at=at),
        rule=RULES[building.kind],
    )


def own(board: Board, building: Building, territory: Territory) -> Verdict | None:
    """What forbids a building on a territory that should be one's own and free."""
    if territory not in board.controlled:
        return Verdict(
            reason="not_yours",
            why=msg("%(at)s is not yours; only a camp may stand on land that is nobody's.", at=territory),
            rule="buildings",
        )
    if taken := slot(board, territory):
        return taken
    needed = terrain_for(building)
    if needed is not None and needed != TERRAIN[territory]:
        return Verdict(
            reason="wrong_terrain",
            why=msg(
                "%(at)s is %(terrain)s, but %(building)s needs %(needed)s.",
                at=territory,
                terrain=TERRAIN_WORDS[TERRAIN[territory]],
                building=building_said(building),
                needed=TERRAIN_WORDS[needed],
            ),
            rule=RULES[building.kind],
        )
    return None


def slot(board: Board, territory: Territory) -> Verdict | None:
    """What already fills the one place for a building on this territory."""
    if territory in PRINTED_CITIES:
        why = msg("%(at)s has a printed city, which fills its place for a building for good.", at=territory)
        return Verdict(reason="slot_taken", why=why, rule="slot")
    if territory in board.buildings:
        what = building_said(board.buildings[territory])
        why = msg("%(at)s already has a building: %(what)s.", at=territory, what=what)
        return Verdict(reason="slot_taken", why=why, rule="slot")
    return None


def camp_on(board: Board, others: frozenset[Territory], territory: Territory) -> Verdict | None:
    """What forbids a camp: it wants land without rabbit and without building."""
    if territory in board.controlled or territory in others:
        why = msg("%(at)s has a rabbit; a camp goes where there is none.", at=territory)
        return Verdict(reason="occupied", why=why, rule="camps")
    return slot(board, territory)


def same_fief(board: Board, at: tuple[Territory, ...]) -> bool:
    """Both territories lie in one fief as things stand."""
    return any(set(at) <= set(fief.territories) for fief in fiefs(board))


RULES: Final[Mapping[str, str]] = {
    "city": "cities",
    "farm": "farms",
    "post": "trading-posts",
    "camp": "camps",
    "sky": "sky-towers",
}
