"""The game's own words: resources, zones, kinds of cards, missions, actions."""

from __future__ import annotations

from typing import Final, Literal

from companion.core.text import Msg, msg

Resource = Literal["carrots", "gold", "helmets"]
Zone = Literal["hand", "training_center", "level_1", "level_2", "space", "moon", "command_center"]
CardType = Literal["rabbit", "robot", "rocket", "scientist", "satellite", "billionaire", "mission", "experiment"]
Mission = Literal["none", "ceres", "jupiter", "moon", "pluto", "venus"]
Mode = Literal["team", "competitive"]
Action = Literal["promote", "certify", "send"]

RESOURCES: Final[dict[Resource, Msg]] = {"carrots": msg("Carrots"), "gold": msg("Gold"), "helmets": msg("Helmets")}
ZONES: Final[dict[Zone, Msg]] = {
    "hand": msg("Hand"),
    "training_center": msg("Training Center"),
    "level_1": msg("Level 1"),
    "level_2": msg("Level 2"),
    "space": msg("Space"),
    "moon": msg("Moon"),
    "command_center": msg("Command Center"),
}
PLACES: Final[dict[str, Msg]] = {
    **{key: word for key, word in ZONES.items() if key != "hand"},
    "discard": msg("discarded"),
}  # where a card that was entered may lie
CARD_TYPES: Final[dict[CardType, Msg]] = {
    "rabbit": msg("Rabbit"),
    "robot": msg("Robot"),
    "rocket": msg("Rocket"),
    "scientist": msg("Scientist"),
    "satellite": msg("Satellite"),
    "billionaire": msg("Billionaire"),
    "mission": msg("Mission"),
    "experiment": msg("Experiment"),
}
MISSIONS: Final[dict[Mission, Msg]] = {
    "none": msg("none"),
    "ceres": msg("Ceres: Command Center"),
    "jupiter": msg("Jupiter: Warehouses"),
    "moon": msg("Moon: cards on the Moon"),
    "pluto": msg("Pluto: Events"),
    "venus": msg("Venus: Space Stations"),
}
WORLDS: Final[dict[str, Msg]] = {
    "mars": msg("Mars"),
    "ceres": msg("Ceres"),
    "mercury": msg("Mercury"),
    "jupiter": msg("Jupiter"),
    "neptune": msg("Neptune"),
    "moon": msg("Moon"),
    "saturn": msg("Saturn"),
    "pluto": msg("Pluto"),
    "titan": msg("Titan"),
    "venus": msg("Venus"),
    "uranus": msg("Uranus"),
    "vesta": msg("Vesta"),
}
MODES: Final[dict[Mode, Msg]] = {"team": msg("together"), "competitive": msg("against one another")}
ACTIONS: Final[dict[Action, Msg]] = {
    "promote": msg("Promote"),
    "certify": msg("Certify"),
    "send": msg("Send into Space"),
}
STEPS: Final[dict[str, Msg]] = {
    **{str(key): word for key, word in ACTIONS.items()},
    "moon": msg("to the Moon"),
    "center": msg("into the Command Center"),
}
SHORT_STEPS: Final[dict[str, Msg]] = {
    "promote": msg("Promote"),
    "certify": msg("Certify"),
    "send": msg("Send"),
    "moon": msg("To the Moon"),
    "center": msg("Command Center"),
}  # the same, on a button
COUNTING: Final[tuple[Zone, ...]] = ("training_center", "level_1", "level_2")  # in front of a player
